#include "scheduler/verbs/thought.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace npushare::verbs {
namespace {

TEST(Thought, HoldsEveryVerdict) {
  EXPECT_EQ(thought_of(Verdict{}), Thought::kFits);
  EXPECT_FALSE(verdict_of(Thought::kFits).refused);
  EXPECT_FALSE(verdict_of(Thought::kRated).refused);
  for (int code = 0; code <= static_cast<int>(kLastReason); ++code) {
    for (const bool resolvable : {false, true}) {
      const Verdict verdict{static_cast<Reason>(code), resolvable};

      const Thought thought = thought_of(verdict);

      EXPECT_GE(thought, Thought::kRefused);
      EXPECT_EQ(verdict_of(thought).refused, verdict.refused);
      EXPECT_EQ(verdict_of(thought).resolvable, resolvable);
    }
  }
}

TEST(SkipFitting, StopsAtEachThatDoesNotFit) {
  for (const Thought stop : {Thought::kNone, Thought::kRefused, thought_of({kLastReason, true})}) {
    for (std::uint32_t at = 0; at < 40; ++at) {
      std::vector<Thought> thoughts(40, at % 2 == 0 ? Thought::kRated : Thought::kFits);
      thoughts[at] = stop;

      for (std::uint32_t first = 0; first <= at; ++first)
        EXPECT_EQ(skip_fitting(thoughts, first, 40), at);
      EXPECT_EQ(skip_fitting(thoughts, 0, at), at);
      EXPECT_EQ(skip_fitting(thoughts, at + 1, 40), 40U);
    }
  }
}

TEST(EndOfSame, IsWhereAnotherThoughtStands) {
  const Thought full = thought_of({Reason::kMemoryShort, false});
  const Thought busy = thought_of({Reason::kMemoryShort, true});
  const std::vector<Thought> thoughts{full, full, busy, full};

  EXPECT_EQ(end_of_same(thoughts, 0, 4), 2U);
  EXPECT_EQ(end_of_same(thoughts, 1, 4), 2U);
  EXPECT_EQ(end_of_same(thoughts, 0, 1), 1U);
  EXPECT_EQ(end_of_same(thoughts, 3, 4), 4U);
}

}  // namespace
}  // namespace npushare::verbs
