// Chips that annotations and claims (DRA) share: what blocks them, and two totals for one chip.

#include <gtest/gtest.h>

#include "policies/fit.hpp"
#include "tests/support/policies_builders.hpp"

namespace npushare {
namespace {

using test::a_chip;
using test::a_node;
using test::amount;
using test::part;

constexpr Mode kSoft = Mode::kSoft;

/// What claims hold of the chip.
struct Used {
  std::int64_t slots;
  std::int64_t memory;
  std::int64_t cores;
};

Ask soft(std::int64_t memory, std::int64_t cores) {
  return part(kSoft, amount(memory, cores));
}

TEST(Fit, NamesWhyAChipIsBlockedAfterTheCordonAndBeforeTheRegistration) {
  for (int code = 0; code <= static_cast<int>(Block::kNone); ++code) {
    Chip chip = a_chip(kSoft);
    chip.block = static_cast<Block>(code);
    test::ANode node = a_node().chip(chip).registered(Registration::kStale);
    const NodeLedger& ledger = node;

    const auto found = first_obstacle(ledger, ledger.chips()[0], soft(1, 1), nullptr);

    EXPECT_EQ(found, reason_of(chip.block).value_or(Reason::kStaleRegistration)) << code;
    EXPECT_EQ(reason_of(chip.block).has_value(), chip.block != Block::kNone) << code;
  }
}

/// A ResourceSlice says 21525 MiB, the registration 21527: the smaller counts.
Chip of_two_sources() {
  Chip chip = a_chip(kSoft);
  chip.capacity.memory = MiB{21525};
  chip.largest_ask = MiB{21527};
  return chip;
}

struct TwoSources {
  const char* id;
  std::optional<Used> claims;
  Ask ask;
  std::optional<Reason> expected;
};

class FitOfTwoSources : public testing::TestWithParam<TwoSources> {};

TEST_P(FitOfTwoSources, ReadsAnAskForTheLargerAsOneForTheWholeChip) {
  test::ANode node = a_node().chip(of_two_sources());
  if (const auto& used = GetParam().claims)
    node.share("A", part(kSoft, amount(used->memory, used->cores, used->slots)));
  const NodeLedger& ledger = node;

  EXPECT_EQ(first_obstacle(ledger, ledger.chips()[0], GetParam().ask, nullptr),
            GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Dra, FitOfTwoSources,
    testing::Values(TwoSources{"dra-M1", Used{1, 8192, 50}, soft(13333, 50), {}},
                    TwoSources{"dra-M2", Used{1, 8192, 50}, soft(13334, 50), Reason::kMemoryShort},
                    TwoSources{"dra-M3", {}, soft(21527, 100), {}},
                    TwoSources{"dra-M3 without all cores", {}, soft(21526, 1), {}},
                    TwoSources{"dra-M3 beyond both", {}, soft(21528, 100), Reason::kExceedsChip},
                    TwoSources{"dra-M4", Used{1, 1, 0}, soft(21527, 100), Reason::kExclusive},
                    TwoSources{"dra-M4 for memory alone", Used{1, 1, 0}, soft(21526, 1),
                               Reason::kExclusive},
                    TwoSources{"dra-M5", Used{1, 1, 0}, soft(1024, 100), Reason::kExclusive}),
    [](const auto& row) { return test::as_test_name(row.param.id); });

TEST(Fit, ChargesTheSmallerTotalForAnAskOfTheLarger) {  // dra-M3
  const DeviceLedger chip(of_two_sources());

  EXPECT_EQ(charge_on(chip, soft(21527, 100)), amount(21525, 100));
  EXPECT_EQ(charge_on(chip, soft(21525, 100)), amount(21525, 100));
}

}  // namespace
}  // namespace npushare
