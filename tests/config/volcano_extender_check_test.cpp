// What of an extender's arguments is right as it stands: spec/volcano-deviceshare.md 5.2, 5.9, 6.3.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/check.hpp"
#include "tests/support/config_files.hpp"
#include "tests/support/config_findings.hpp"

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::config_fixture;
using testing_support::with;

std::vector<std::string> findings(const std::string& text) {
  return testing_support::findings_in(text, "v.conf");
}

const std::string& allocator() {
  static const std::string text = config_fixture("volcano-allocator.conf");
  return text;
}

// volcano-C9, as mode A needs it: the switch is wrong only beside verbs that allocate.
TEST(VolcanoCheck, LetsAnAdviserStandBesideTheSwitch) {
  const std::string on = with(allocator(), "deviceshare.ScheduleWeight: 10",
                              "deviceshare.ScheduleWeight: 10\n"
                              "      deviceshare.KnownGeometriesCMName: hami-scheduler-device\n"
                              "      deviceshare.AscendHAMiVNPUEnable: true");
  const std::string adviser = with(with(on, "      extender.allocateFuncVerb: allocateFunc\n", ""),
                                   "      extender.deallocateFuncVerb: deallocateFunc\n", "");

  EXPECT_THAT(findings(adviser), IsEmpty());
  EXPECT_THAT(findings(on), ElementsAre(HasSubstr("extender.allocateFuncVerb: \"allocateFunc\" "
                                                  "makes npushare the allocator"),
                                        HasSubstr("extender.deallocateFuncVerb: ")));
}

// volcano-V-131: what stands between the host and the verb is joined by one slash, however many
// there are. volcano-V-135, volcano-V-137: a pod is sent for any one of the resources, so neither
// one name nor names of others beside it are a mistake.
TEST(VolcanoCheck, TakesWhatVolcanoTakes) {
  const std::string list = "- huawei.com/Ascend310P\n      - huawei.com/Ascend310P-memory";

  EXPECT_THAT(findings(with(allocator(), ":8080/volcano", ":8080/volcano///")), IsEmpty());
  EXPECT_THAT(findings(with(allocator(), list, "- huawei.com/Ascend310P-memory")), IsEmpty());
  EXPECT_THAT(findings(with(allocator(), list, "- nvidia.com/gpu\n      - huawei.com/Ascend310P")),
              IsEmpty());
}

// volcano-C10
TEST(VolcanoCheck, FindsAnExtenderBeforePredicates) {
  const std::string text =
      with(with(allocator(), "  - name: predicates\n", ""), "  - name: nodeorder\n",
           "  - name: nodeorder\n  - name: predicates\n");

  EXPECT_THAT(findings(text), ElementsAre(HasSubstr("warning v.conf:12: tiers[1].plugins[1]: "
                                                    "extender stands before predicates")));
}

}  // namespace
}  // namespace npushare::config
