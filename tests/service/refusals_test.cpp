// Refusals are put into words apart from the calls.
#include "scheduler/app/refusals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/verbs/filter.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::service_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using verbs_test::a_hard_pod;

class RefusalsTest : public testing::Test {
 protected:
  RefusalsTest() {
    world.node("n1", Mode::kHard, {"A"}).running(a_hard_pod("holder", "12288"), "n1");
  }

  void refuse(const wire::Pod& pod) {
    verbs::CallNotes notes;
    verbs::filter(verbs_test::body(pod, std::vector<std::string>{"n1"}), world.services, &notes);
    refusals.refused(notes);
  }

  verbs_test::World world;
  std::vector<std::string> told;
  Refusals refusals{world.services,
                    [this](const PodKey& pod, const PodUid&, const std::string& text) {
                      told.push_back(pod.name + ": " + text);
                    }};
};

TEST_F(RefusalsTest, AreToldOnceEach) {
  const wire::Pod pod = a_hard_pod("p", "12288");
  world.waiting(pod);
  refuse(pod);
  refuse(pod);

  refusals.run();
  refusals.run();

  EXPECT_THAT(told, ElementsAre("p: 0/1 nodes: 1 insufficient NPU memory (largest free 9239 MiB "
                                "on n1/chip 0)"));
}

TEST_F(RefusalsTest, WaitForAPodThatTheWatchDoesNotShowYet) {
  const wire::Pod pod = a_hard_pod("p", "12288");
  refuse(pod);
  refusals.run();
  EXPECT_THAT(told, IsEmpty());

  world.waiting(pod);
  refusals.run();

  EXPECT_EQ(told.size(), 1U);
}

TEST_F(RefusalsTest, ForgetAPodThatNeverComes) {
  const wire::Pod pod = a_hard_pod("p", "12288");
  refuse(pod);
  for (int run = 0; run < Refusals::kRuns; ++run) refusals.run();

  world.waiting(pod);
  refusals.run();

  EXPECT_THAT(told, IsEmpty());
}

TEST_F(RefusalsTest, SayNothingOfAPodThatIsBoundOrAnotherOneOfItsName) {
  wire::Pod bound = a_hard_pod("p", "12288");
  refuse(bound);
  bound.node = NodeName{"n1"};
  world.pods.show(bound);
  wire::Pod reborn = a_hard_pod("q", "12288");
  refuse(reborn);
  reborn.uid = PodUid{"another"};
  world.waiting(reborn);

  refusals.run();

  EXPECT_THAT(told, IsEmpty());
}

TEST_F(RefusalsTest, SayWhatIsWrongWithARequestThatIsNotValid) {
  const wire::Pod pod = a_hard_pod("p", "16Gi");
  world.waiting(pod);
  refuse(pod);

  refusals.run();

  EXPECT_THAT(told, ElementsAre(HasSubstr("16384")));
}

TEST_F(RefusalsTest, AreToldTheNextTimeWhenThisRunHasTakenLong) {
  for (const char* name : {"p", "q"}) world.waiting(a_hard_pod(name, "12288"));
  Refusals slow{world.services, [this](const PodKey& pod, const PodUid&, const std::string&) {
                  told.push_back(pod.name);
                  world.clock.advance(Refusals::kPatience);
                }};
  for (const char* name : {"p", "q"}) {
    verbs::CallNotes notes;
    verbs::filter(verbs_test::body(a_hard_pod(name, "12288"), std::vector<std::string>{"n1"}),
                  world.services, &notes);
    slow.refused(notes);
  }

  slow.run();
  EXPECT_THAT(told, ElementsAre("p"));
  slow.run();

  EXPECT_THAT(told, ElementsAre("p", "q"));
}

}  // namespace
}  // namespace npushare::service_test
