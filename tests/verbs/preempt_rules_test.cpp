// preempt's rules beyond the vectors: who may be asked to leave, what is passed on.
#include <gtest/gtest.h>

#include "scheduler/verbs/preempt.hpp"
#include "tests/support/verbs_preempt.hpp"
#include "tests/verbs/fixture_f.hpp"

namespace npushare::verbs_test {
namespace {

constexpr const char* kEmptyNode = R"({"npu-02":{"Pods":[],"NumPDBViolations":0}})";

class PreemptRules : public testing::Test {
 protected:
  PreemptRules() { furnish(world); }

  std::string ask(const wire::Pod& pod, const std::string& nodes = kEmptyNode) {
    return answer(world, budgets, preempt_body(pod, nodes));
  }

  World world;
  verbs::Budgets budgets;
};

TEST_F(PreemptRules, PassesAPodWithoutNpuThroughUntouched) {
  wire::Pod pod = asker("12288");
  pod.containers.clear();
  const std::string map = R"({"ghost":{"Pods":[],"NumPDBViolations":0},)"
                          R"("npu-02":{"Pods":[{"UID":"b"},{"UID":"a"}],"NumPDBViolations":3}})";

  EXPECT_EQ(ask(pod, map), map);
}

TEST_F(PreemptRules, PassesTheGivenViolationsOn) {
  EXPECT_EQ(ask(asker("12288"), R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":2}})"),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":2}})");
}

/// The given victims use the budget up first.
TEST_F(PreemptRules, CountsAnAddedVictimAfterTheGivenOnes) {
  budgets.push_back(a_budget(1));
  show_bound_pods(world, {"lo-1", "lo-2"});

  EXPECT_EQ(ask(asker(""), R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":0}})"),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-2"},{"UID":"uid-lo-1"}],"NumPDBViolations":1}})");
}

TEST_F(PreemptRules, SparesAPodWhoseBudgetIsUsedUp) {
  budgets.push_back(a_budget(0));
  budgets.back().disrupted = {"lo-2"};
  show_bound_pods(world, {"lo-1", "lo-2"});

  EXPECT_EQ(ask(asker("12288")),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-2"}],"NumPDBViolations":0}})");
}

TEST_F(PreemptRules, AsksNoPodToLeaveThatIsLeaving) {
  wire::Pod leaving = world.kube.pod({"ai", "lo-1"}).value();
  leaving.is_terminating = true;
  world.pods.show(leaving);

  EXPECT_EQ(ask(asker("12288")),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-2"}],"NumPDBViolations":0}})");
  // Given, it counts as gone.
  EXPECT_EQ(ask(asker("12288"), R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":0}})"),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":0}})");
}

TEST_F(PreemptRules, AsksNoPodToLeaveWhoseBindingIsNotKnown) {
  Allocation allocation =
      *plan_on(*world.book.snapshot(NodeName{"npu-01"}),
               *world.rules.load()->dialect.read_request(a_hard_pod("new", "", 0)),
               *world.rules.load()->chip_policy)
           .allocation;
  allocation.node = NodeName{"npu-01"};
  Result<Reservation> held = world.book.reserve(allocation);
  ASSERT_TRUE(held) << held.error().message;

  EXPECT_EQ(ask(asker(""), R"({"npu-01":{"Pods":[],"NumPDBViolations":0}})"),
            R"({"npu-01":{"Pods":[{"UID":"uid-base-a"}],"NumPDBViolations":0}})");
  EXPECT_EQ(ask(asker("", 1000, "2"), R"({"npu-01":{"Pods":[],"NumPDBViolations":0}})"), "{}");
}

/// A nominated pod of higher priority takes the room that the victims leave.
TEST_F(PreemptRules, LeavesNominatedPodsTheirRoom) {
  wire::Pod nominee = a_hard_pod("vip", "12288", 1500);
  nominee.nominated_node = NodeName{"npu-02"};
  world.pods.show(nominee);

  EXPECT_EQ(ask(asker("12288")), "{}");
  EXPECT_EQ(ask(asker("12288", 2000)),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":0}})");
}

TEST_F(PreemptRules, OffersNoNodeToAPodThatAsksForTheImpossible) {
  verbs::CallNotes notes;

  EXPECT_EQ(answer(world, budgets, preempt_body(asker("-5"), kEmptyNode), &notes), "{}");
  EXPECT_NE(notes.error, "");
}

TEST_F(PreemptRules, RefusesABodyItCannotRead) {
  EXPECT_EQ(answer(world, budgets, "{"), "bad request: a string is expected at offset 1");
  EXPECT_EQ(answer(world, budgets, "{}"), "bad request: Pod missing");
  EXPECT_EQ(answer(world, budgets, preempt_body(asker("1"), "null")), "{}");
}

TEST_F(PreemptRules, WritesNothingAndTakesNothing) {
  const LedgerBook::Snapshot before = world.book.snapshot(NodeName{"npu-02"});

  ask(asker(""));

  EXPECT_EQ(world.kube.calls(), 0);
  EXPECT_EQ(world.book.snapshot(NodeName{"npu-02"}), before);
}

TEST_F(PreemptRules, TellsWhatTheCallWasAbout) {
  verbs::CallNotes notes;
  answer(world, budgets,
         preempt_body(asker("12288"),
                      R"({"npu-02":{"Pods":[],"NumPDBViolations":0},"ghost":{"Pods":[]}})"),
         &notes);

  EXPECT_EQ(notes.pod.text(), "ai/infer-0");
  EXPECT_EQ(notes.nodes, 2U);
  EXPECT_EQ(notes.fit, 1U);
}

}  // namespace
}  // namespace npushare::verbs_test
