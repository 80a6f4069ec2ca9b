// The packed row of accounting/scan_row.hpp against the plan: it may be silent, but never of
// another mind.

#include "accounting/scan_row.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "policies/fit.hpp"
#include "policies/planner.hpp"
#include "tests/support/policies_generators.hpp"

namespace npushare {
namespace {

using test::a_chip;
using test::a_node;
using test::ANode;
using test::draw;
using test::draw_of;
using test::pod;
using test::soft;

/// The row's answer to a request that it can be asked.
ScanRow::Answer answer(const NodeLedger& node, const Request& request) {
  ChipClasses classes;
  ScanRow row;
  row.write(node, classes);
  const std::optional<ScanAsk> ask = classes.pack(*small_ask_of(request));
  return ask ? row.ask(*ask) : ScanRow::Answer{};
}

std::string as_text(const ScanRow::Answer& answer) {
  switch (answer.verdict) {
    case ScanVerdict::kFits: return "fits";
    case ScanVerdict::kRefused: return "!" + std::string(code_of(answer.reason));
    case ScanVerdict::kUnknown: return "?";
  }
  __builtin_unreachable();
}

std::string as_text(const Plan& plan) {
  if (plan.fits()) return "fits";
  return test::text(plan) + (plan.refusal.resolvable ? " resolvable" : "");
}

Request draw_small(const std::string& uid) {
  Ask ask = draw(0, 1) == 0 ? test::draw_soft() : test::hard(draw_of<int>({3072, 6144, 12288}));
  if (test::rarely(10)) ask.amount.memory = MiB{draw_of<int>({21528, 131071, 131072})};
  return pod(ask, uid, draw(0, 2));
}

RC_GTEST_PROP(ScanRow, NeverContradictsThePlan, ()) {
  int answered = 0;
  for (int i = 0; i < 20; ++i) {
    const Mode mode = draw_of<Mode>({Mode::kSoft, Mode::kHard});
    const NodeLedger node = test::draw_node(test::rarely(20) ? 9 : 3, {mode});
    const Request request = draw_small("p");

    const ScanRow::Answer row = answer(node, request);

    if (row.verdict == ScanVerdict::kUnknown) continue;
    ++answered;
    RC_ASSERT(as_text(row) == as_text(plan_on(node, request, *find_policy("binpack"))));
  }
  RC_CLASSIFY(answered > 5);
}

TEST(ScanRow, AnswersTheCommonQuestions) {
  const ANode half = a_node().soft("A").soft("B").share("A", soft(10000, 50), "q", 5);

  EXPECT_EQ(as_text(answer(half, pod(soft(11527, 50)))), "fits");
  EXPECT_EQ(as_text(answer(half, pod(soft(21527, 100)))), "fits");
  EXPECT_EQ(as_text(answer(a_node().soft("A").share("A", soft(1, 1)), pod(soft(1, 100)))),
            "!exclusive");
  EXPECT_EQ(as_text(answer(a_node().soft("A").share("A", soft(1, 100)), pod(soft(1, 0)))),
            "!cores-short");
}

TEST(ScanRow, LeavesLowerPodsAndOversizedAsksToThePlan) {
  const ANode full = a_node().soft("A").share("A", soft(21527, 50), "q", 5);

  EXPECT_EQ(as_text(answer(full, pod(soft(1, 1), "p", 5))), "!memory-short");
  EXPECT_EQ(as_text(answer(full, pod(soft(1, 1), "p", 6))), "?");
  EXPECT_EQ(as_text(answer(full, pod(soft(21528, 1)))), "?");
}

/// What the row says, or what the plan says where the row is silent.
std::string answer_or_plan(const NodeLedger& node, const Request& request) {
  const ScanRow::Answer row = answer(node, request);
  const Plan plan = plan_on(node, request, *find_policy("binpack"));
  return row.verdict == ScanVerdict::kUnknown ? as_text(plan) : as_text(row);
}

TEST(ScanRow, KnowsThatAnAskIsLargerThanTheChipInAnyComponent) {
  Chip eight_cores = a_chip(Mode::kSoft);  // as plugins before 1.4 register a soft-split chip
  eight_cores.capacity.cores = Cores{8};
  Chip no_slots = a_chip(Mode::kSoft);
  no_slots.capacity.slots = Slots{0};

  EXPECT_EQ(answer_or_plan(a_node().chip(eight_cores), pod(soft(1000, 20))), "!exceeds-chip");
  EXPECT_EQ(answer_or_plan(a_node().chip(no_slots), pod(soft(1000, 20))), "!exceeds-chip");
}

}  // namespace
}  // namespace npushare
