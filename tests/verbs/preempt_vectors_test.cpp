// preempt by the conformance vectors of spec/kube-scheduler-extender.md 9.1, on its fixture F.
#include <gtest/gtest.h>

#include "scheduler/verbs/preempt.hpp"
#include "tests/support/verbs_preempt.hpp"
#include "tests/verbs/fixture_f.hpp"

namespace npushare::verbs_test {
namespace {

class PreemptVectors : public testing::Test {
 protected:
  PreemptVectors() { furnish(world); }

  World world;
  verbs::Budgets budgets;

  std::string ask(const wire::Pod& pod, const std::string& nodes) {
    return answer(world, budgets, preempt_body(pod, nodes));
  }
};

constexpr const char* kNobody = R"({})";

// kse-9.1-42: what is given is enough.
TEST_F(PreemptVectors, ReturnsTheMapWhenTheGivenVictimsDo) {
  const std::string map = R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":0}})";

  EXPECT_EQ(ask(asker("12288"), map), map);
}

// kse-9.1-43: added, sorted by priority.
TEST_F(PreemptVectors, AddsWhoElseHasToLeave) {
  EXPECT_EQ(ask(asker(""), R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":0}})"),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-2"},{"UID":"uid-lo-1"}],"NumPDBViolations":0}})");
}

// kse-9.1-44: from 1.38 on nodes come without victims.
TEST_F(PreemptVectors, FindsTheVictimsOfANodeThatCameWithoutAny) {
  EXPECT_EQ(ask(asker("12288"), R"({"npu-02":{"Pods":[],"NumPDBViolations":0}})"),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":0}})");
}

// kse-9.1-45: 2000 is not lower.
TEST_F(PreemptVectors, LeavesOutANodeWhereNobodyIsLower) {
  EXPECT_EQ(ask(asker(""), R"({"npu-03":{"Pods":[],"NumPDBViolations":0}})"), kNobody);
}

// kse-9.1-46: one budget covers both and bears one eviction.
TEST_F(PreemptVectors, CountsTheBudgetThatIsBroken) {
  budgets.push_back(a_budget(1));
  show_bound_pods(world, {"lo-1", "lo-2"});

  EXPECT_EQ(ask(asker(""), R"({"npu-02":{"Pods":[],"NumPDBViolations":0}})"),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-2"},{"UID":"uid-lo-1"}],"NumPDBViolations":1}})");
}

// kse-9.1-47: the state has moved, and the pod's next attempt passes filter.
TEST_F(PreemptVectors, LeavesOutANodeThatFitsByNow) {
  EXPECT_EQ(ask(asker("6144"), R"({"npu-02":{"Pods":[],"NumPDBViolations":0}})"), kNobody);
}

// kse-9.1-48: whole pods are answered with UIDs.
TEST_F(PreemptVectors, AnswersWholePodsWithUids) {
  wire::Pod victim = a_hard_pod("lo-1", "6144", 0);
  victim.node = NodeName{"npu-02"};
  const std::string whole =
      R"({"npu-02":{"Pods":[)" + json_of(victim).text() + R"(],"NumPDBViolations":0}})";

  EXPECT_EQ(answer(world, budgets, preempt_body_of_whole_pods(asker("12288"), whole)),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":0}})");
}

// kse-9.1-49
TEST_F(PreemptVectors, LeavesOutANodeItDoesNotKnow) {
  EXPECT_EQ(ask(asker("12288"), R"({"ghost":{"Pods":[{"UID":"x"}],"NumPDBViolations":0}})"),
            kNobody);
}

// kse-9.1-50: the given victim is kept although it holds no NPU.
TEST_F(PreemptVectors, KeepsAGivenVictimThatFreesNothing) {
  EXPECT_EQ(ask(asker("12288"), R"({"npu-02":{"Pods":[{"UID":"U-CPU"}],"NumPDBViolations":0}})"),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"},{"UID":"U-CPU"}],"NumPDBViolations":0}})");
}

// case-C132: n1 comes with nobody, n2 with one who holds nothing that would help.
TEST_F(PreemptVectors, NeverAnswersAFullNodeWithAnEmptyList) {
  EXPECT_EQ(ask(asker("", 5), R"({"npu-02":{"Pods":[],"NumPDBViolations":0},)"
                              R"("npu-03":{"Pods":[{"UID":"uid-x"}],"NumPDBViolations":0}})"),
            kNobody);
  EXPECT_EQ(ask(asker("12288", 5), R"({"npu-02":{"Pods":[],"NumPDBViolations":0},)"
                                   R"("npu-03":{"Pods":[{"UID":"uid-x"}],"NumPDBViolations":0}})"),
            R"({"npu-02":{"Pods":[{"UID":"uid-lo-1"}],"NumPDBViolations":0}})");
}

}  // namespace
}  // namespace npushare::verbs_test
