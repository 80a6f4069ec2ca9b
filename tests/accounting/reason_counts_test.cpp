#include "accounting/reason_counts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace npushare {
namespace {

TEST(ReasonCounts, CountEachReasonAndVisitThemInTheOrderOfTheChecks) {
  ReasonCounts counts;
  counts.add(kLastReason);
  counts.add(Reason::kNotRegistered);
  counts.add(kLastReason);

  std::vector<std::pair<Reason, std::uint32_t>> visited;
  counts.each([&](Reason reason, std::uint32_t count) { visited.emplace_back(reason, count); });

  EXPECT_THAT(visited, testing::ElementsAre(std::pair(Reason::kNotRegistered, 1U),
                                            std::pair(kLastReason, 2U)));
  EXPECT_EQ(counts.of(Reason::kMemoryShort), 0U);
  EXPECT_NE(counts, ReasonCounts{});
}

TEST(ReasonCounts, HaveAPlaceForEveryReasonThatHasAText) {
  EXPECT_FALSE(text_of(kLastReason).empty());
  EXPECT_EQ(sizeof(ReasonCounts), (static_cast<std::size_t>(kLastReason) + 1) * 4);
}

}  // namespace
}  // namespace npushare
