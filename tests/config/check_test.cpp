#include "config/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/config_files.hpp"
#include "tests/support/config_findings.hpp"

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::config_fixture;
using testing_support::example_file;
using testing_support::with;

std::vector<std::string> findings(std::string_view text, std::string_view name = "f.yaml") {
  return testing_support::findings_in(text, name);
}

TEST(Check, FindsNothingInGoodFiles) {
  EXPECT_THAT(findings(config_fixture("device-configmap.yaml")), IsEmpty());
  EXPECT_THAT(findings(config_fixture("cluster.yaml")), IsEmpty());
  EXPECT_THAT(findings(config_fixture("kube-scheduler.yaml")), IsEmpty());
  EXPECT_THAT(findings(example_file("device-config.yaml")), IsEmpty());
  EXPECT_THAT(findings(example_file("node-config.yaml")), IsEmpty());
  EXPECT_THAT(findings(example_file("npushare.yaml")), IsEmpty());
  EXPECT_THAT(findings(example_file("cluster.yaml")), IsEmpty());
  EXPECT_THAT(findings("", "npushare.yaml"), IsEmpty());
}

TEST(Check, ReportsEveryMistakeOfAFile) {
  EXPECT_THAT(
      findings("lock: maybe\npolcy: {}\nlog: {level: loud}\n"),
      ElementsAre("error f.yaml:1: lock: \"maybe\" is unknown; write hami or none",
                  "error f.yaml:3: log.level: \"loud\" is unknown; write debug, info, warn or "
                  "error",
                  "error f.yaml:2: unknown key \"polcy\"; did you mean \"policy\"?"));
}

struct KindCase {
  const char* what;
  const char* name;
  const char* text;
  const char* finding;  // part of the first one; tells how the file was taken
};

class RecognisedFile : public testing::TestWithParam<KindCase> {};

TEST_P(RecognisedFile, IsReadAsWhatItIs) {
  const std::vector<std::string> found = findings(GetParam().text, GetParam().name);

  ASSERT_FALSE(found.empty()) << GetParam().what;
  EXPECT_THAT(found.front(), HasSubstr(GetParam().finding)) << GetParam().what;
}

INSTANTIATE_TEST_SUITE_P(
    All, RecognisedFile,
    testing::Values(
        KindCase{"settings", "x", "listen: 3", "is not ADDRESS:PORT"},
        KindCase{"settings with a slip alone", "x", "lisen: 3", "did you mean \"listen\"?"},
        KindCase{"device list", "x", "vnpus: []", "lists no chip"},
        KindCase{"device config with a slip", "x", "vnpsu: []", "did you mean \"vnpus\"?"},
        KindCase{"device config by its name", "a/device-config.yaml", "nvidia: {}",
                 "vnpus: is missing"},
        KindCase{"device config in a manifest", "x",
                 "kind: ConfigMap\ndata:\n  device-config.yaml: |\n    vnpus: 3\n",
                 "x:4: vnpus: must"},
        KindCase{"node config", "x", "nodes:\n- {name: a, vDeviceCount: x}",
                 "nodes[0].vDeviceCount"},
        KindCase{"node config in a manifest", "x",
                 "kind: ConfigMap\ndata:\n  node-config.yaml: |-\n    nodes:\n    - x: 1\n",
                 "x:5: nodes[0].name: is missing"},
        KindCase{"cluster", "x", "nodes:\n- {name: a, mode: both}", "write soft or hard"},
        KindCase{"cluster by its keys", "x", "port: 1\nnodes: 3", "nodes: must be a list"},
        KindCase{"kube-scheduler", "x", "kind: KubeSchedulerConfiguration", "is not read by"},
        KindCase{"volcano", "x", "actions: \"enqueue\"\ntiers: []",
                 "warning x:1: actions: without allocate"},
        KindCase{"volcano by its name", "volcano-scheduler.conf", "# nothing",
                 "error volcano-scheduler.conf:1: actions: names an empty action"},
        KindCase{"volcano in a manifest", "x",
                 "kind: ConfigMap\ndata:\n  volcano-scheduler.conf: |\n    actions: a\n",
                 "error x:4: actions: Volcano has no action \"a\""},
        KindCase{"a pod", "x", "kind: Pod", "this is no file that npushare reads"},
        KindCase{"anything", "x", "zebra: 1", "this is no file that npushare reads"},
        KindCase{"a list", "x", "- 1", "this is no file that npushare reads"},
        KindCase{"nothing", "x", "# nothing", "the file is empty"},
        KindCase{"no YAML", "x", "a: [", "error x:1: "},
        KindCase{"no entry of ours", "x", "kind: ConfigMap\ndata: {a.txt: b}",
                 "the ConfigMap holds no configuration file"},
        KindCase{"two settings", "x", "lock: hami\n---\nlock: none", "x:3: a second document"}));

TEST(Check, ReadsEveryManifestOfAFile) {
  const std::string both = config_fixture("device-configmap.yaml") +
                           "---\nkind: ConfigMap\ndata:\n  node-config.yaml: |\n    nodes: 3\n";

  EXPECT_THAT(findings(both), ElementsAre(HasSubstr("nodes: must be a list")));
}

TEST(Check, KeepsTheMistakesOfOneEntryFromHidingThoseOfAnother) {
  const std::string map =
      "kind: ConfigMap\ndata:\n  device-config.yaml: 'vnpus: 3'\n  node-config.yaml: 'nodes: 3'\n";

  EXPECT_THAT(findings(map), ElementsAre(HasSubstr("f.yaml:3: vnpus: must be a list"),
                                         HasSubstr("f.yaml:4: nodes: must be a list")));
}

TEST(Check, WarnsOfAnUnknownKeyOfAChip) {
  const std::string text =
      with(example_file("device-config.yaml"), "aiCore: 8", "aiCore: 8\n    hue: 1");

  EXPECT_THAT(findings(text), ElementsAre(HasSubstr("unknown key \"hue\" is ignored")));
}

}  // namespace
}  // namespace npushare::config
