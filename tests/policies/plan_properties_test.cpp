// What every plan keeps to, on random small nodes and pods.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "policies/fit.hpp"
#include "policies/planner.hpp"
#include "tests/support/policies_brute_force.hpp"
#include "tests/support/policies_generators.hpp"

namespace npushare {
namespace {

using test::BruteForce;
using test::draw_node;
using test::draw_pod;

std::vector<Mode> both_modes() {
  return {Mode::kSoft, Mode::kSoft, Mode::kHard};
}

const Policy& draw_policy() {
  const std::vector<std::string_view> names = policy_names();
  return *find_policy(names[static_cast<std::size_t>(test::draw(0, 5))]);
}

std::string as_text(const Plan& plan) {
  return test::text(plan) + (plan.refusal.resolvable ? " resolvable" : "");
}

/// The amounts and shares of every chip.
std::vector<std::pair<Amount, std::size_t>> books(const NodeLedger& node) {
  std::vector<std::pair<Amount, std::size_t>> all;
  for (const DeviceLedger& chip : node.chips()) all.emplace_back(chip.used(), chip.shares().size());
  return all;
}

/// Instances of a run; RapidCheck makes 100 runs.
constexpr int kInstances = 10;

RC_GTEST_PROP(PlanProperty, FitsExactlyWhenSomeChoiceFits, ()) {
  for (int i = 0; i < kInstances; ++i) {
    const NodeLedger node = draw_node(3, both_modes());
    const Request request = draw_pod(3, 2);

    const Plan plan = plan_on(node, request, draw_policy());

    RC_ASSERT(plan.fits() == BruteForce(node, request).fits());
  }
}

void expect_taken_and_given_back(NodeLedger node, const Allocation& plan) {
  const auto before = books(node);
  RC_ASSERT(node.take(plan, ShareState::kReserved).has_value());
  for (const Grant& grant : plan.grants) {
    const DeviceLedger& chip = *node.find(grant.chip);
    RC_ASSERT(chip.used().within(chip.capacity()));
  }
  RC_ASSERT(node.release(PodUid{"p"}) > 0U);
  RC_ASSERT(books(node) == before);
}

RC_GTEST_PROP(PlanProperty, IsTakenByTheLedgerAndGivenBackWithoutATrace, ()) {
  int fitting = 0;
  for (int i = 0; i < kInstances; ++i) {
    const NodeLedger node = draw_node(3, both_modes());
    const Request request = draw_pod(3, 2);
    const Plan plan = plan_on(node, request, draw_policy());
    if (!plan.fits()) continue;
    expect_taken_and_given_back(node, *plan.allocation);
    ++fitting;
  }
  RC_CLASSIFY(fitting > 0);
}

TEST(Plan, IsTakenByTheLedgerWhenInitAndAppTakeAWholeChipInTurn) {
  const NodeLedger node = test::a_node().hard("A");
  const Request in_turn = test::APod().init(test::whole()).app(test::whole());
  const Plan plan = plan_on(node, in_turn, *find_policy("binpack"));
  ASSERT_TRUE(plan.fits());

  NodeLedger taken = node;

  EXPECT_TRUE(taken.take(*plan.allocation, ShareState::kReserved));
  EXPECT_EQ(taken.chips()[0].used(), node.chips()[0].capacity());
}

RC_GTEST_PROP(PlanProperty, IsTheSameEveryTimeAndForAPodThatIsPlannedAgain, ()) {
  NodeLedger node = draw_node(3, both_modes());
  const Request request = draw_pod(3, 2);
  const Policy& policy = draw_policy();
  const Plan plan = plan_on(node, request, policy);

  RC_ASSERT(as_text(plan_on(node, request, policy)) == as_text(plan));
  if (plan.fits()) node.observe(*plan.allocation, InitPhase::kRunning);
  RC_ASSERT(as_text(plan_on(node, request, policy)) == as_text(plan));
}

void expect_distinct_ascending_chips(const Allocation& plan, const Ask& ask) {
  std::vector<std::size_t> chips;
  for (const Grant& grant : plan.grants)
    if (grant.container == ask.container) chips.push_back(grant.chip_index);
  RC_ASSERT(chips.size() == ask.chips);
  RC_ASSERT(std::ranges::is_sorted(chips));
  RC_ASSERT(std::ranges::adjacent_find(chips) == chips.end());
}

RC_GTEST_PROP(PlanProperty, GivesEachContainerItsNumberOfDistinctChipsInAscendingOrder, ()) {
  for (int i = 0; i < kInstances; ++i) {
    const NodeLedger node = draw_node(3, both_modes());
    const Request request = draw_pod(3, 3);
    const Plan plan = plan_on(node, request, draw_policy());
    if (!plan.fits()) continue;
    for (const Ask& ask : request.asks) expect_distinct_ascending_chips(*plan.allocation, ask);
  }
}

RC_GTEST_PROP(PlanProperty, OfASingleAskAgreesWithItsFindings, ()) {
  const NodeLedger node = draw_node(3, both_modes());
  const Request request = draw_pod(1, 3);
  std::vector<ChipFinding> findings;

  const Plan plan = plan_on(node, request, draw_policy(), &findings);

  const auto fitting = static_cast<std::size_t>(std::ranges::count_if(
      findings, [](const ChipFinding& finding) { return !finding.reason.has_value(); }));
  RC_ASSERT(findings.size() == node.chips().size());
  RC_ASSERT(plan.fits() == (fitting >= request.asks.front().chips));
}

RC_GTEST_PROP(PlanProperty, IsResolvableExactlyIfItFitsOnceLowerPodsHaveLeft, ()) {
  for (int i = 0; i < kInstances; ++i) {
    const NodeLedger node = draw_node(3, both_modes());
    const Request request = draw_pod(3, 2);
    const Policy& policy = draw_policy();
    const Plan plan = plan_on(node, request, policy);
    if (plan.fits()) continue;

    const NodeLedger rest = without_lower(node, request.holder->priority);

    RC_ASSERT(plan.refusal.resolvable == plan_on(rest, request, policy).fits());
  }
}

}  // namespace
}  // namespace npushare
