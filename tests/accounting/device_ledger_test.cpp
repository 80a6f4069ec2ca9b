#include "accounting/device_ledger.hpp"

#include <gtest/gtest.h>

#include "tests/support/accounting_builders.hpp"

namespace npushare {
namespace {

using test::a_share;
using test::a_soft_chip;
using test::amount;
using test::share_id;

struct FitCase {
  const char* name;
  Amount held;
  Amount ask;
  bool fits;
};

class DeviceLedgerFit : public testing::TestWithParam<FitCase> {};

TEST_P(DeviceLedgerFit, TakesOnlyWhatIsFree) {
  DeviceLedger ledger(a_soft_chip());  // 21527 MiB, 100 % cores, 7 slots
  ledger.observe(share_id("held"), a_share("held", GetParam().held));

  const Result<> taken = ledger.take(share_id("new"), a_share("new", GetParam().ask));

  EXPECT_EQ(taken.has_value(), GetParam().fits);
  EXPECT_EQ(ledger.shares().size(), GetParam().fits ? 2U : 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Boundaries, DeviceLedgerFit,
    testing::Values(FitCase{"one_mib_left", amount(8192, 50), amount(13334, 50), true},
                    FitCase{"exactly_the_rest", amount(8192, 50), amount(13335, 50), true},
                    FitCase{"one_mib_short", amount(8192, 50), amount(13336, 50), false},
                    FitCase{"one_core_short", amount(8192, 50), amount(13335, 51), false},
                    FitCase{"last_slot", amount(0, 0, 6), amount(1, 1), true},
                    FitCase{"no_slot", amount(0, 0, 7), amount(1, 1), false}),
    [](const auto& test) { return test.param.name; });

TEST(DeviceLedger, RefusesAShareItAlreadyHolds) {
  DeviceLedger ledger(a_soft_chip());
  ASSERT_TRUE(ledger.take(share_id("p"), a_share("p", amount(1000, 1))));

  const Result<> again = ledger.take(share_id("p"), a_share("p", amount(1000, 1)));

  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::kConflict);
  EXPECT_EQ(ledger.used(), amount(1000, 1));
}

/// The registration says 21527 MiB, another source 21525.
Chip of_two_sources() {
  Chip chip = a_soft_chip();
  chip.capacity.memory = MiB{21525};
  chip.largest_ask = MiB{21527};
  return chip;
}

TEST(DeviceLedger, ChargesNoAnnotationMoreThanTheSmallerTotal) {  // dra-M3, dra-M7
  DeviceLedger ledger(a_soft_chip());
  ledger.observe(share_id("p"), a_share("p", amount(21527, 100)));
  ledger.replace_chip(of_two_sources());

  EXPECT_EQ(ledger.used(), amount(21525, 100));

  Share claim = a_share("claim", amount(1024, 0));
  claim.source = Source::kClaim;
  ledger.observe(share_id("claim"), claim);
  EXPECT_EQ(ledger.free(), amount(-1024, 0, 5));
}

TEST(DeviceLedger, ChargesAClaimAndWhatNoSourceAllowsInFull) {
  DeviceLedger ledger(of_two_sources());
  Share claim = a_share("claim", amount(21526, 0));
  claim.source = Source::kClaim;

  EXPECT_FALSE(ledger.take(share_id("claim"), claim));
  EXPECT_FALSE(ledger.take(share_id("q"), a_share("q", amount(21528, 0))));
  EXPECT_TRUE(ledger.take(share_id("p"), a_share("p", amount(21527, 0))));
}

// case-C18: a share that comes back under its old name is charged again.
TEST(DeviceLedger, ChargesAReturningShareOnce) {
  DeviceLedger ledger(a_soft_chip());
  ledger.observe(share_id("u1"), a_share("u1", amount(6144, 0)));
  EXPECT_TRUE(ledger.release(share_id("u1")));

  ledger.observe(share_id("u1"), a_share("u1", amount(6144, 0)));
  EXPECT_EQ(ledger.used(), amount(6144, 0));
  EXPECT_EQ(ledger.shares().size(), 1U);

  EXPECT_TRUE(ledger.release(share_id("u1")));
  EXPECT_FALSE(ledger.release(share_id("u1")));
  EXPECT_EQ(ledger.used(), Amount{});
}

// volcano-V-84: the same pod added twice is charged once.
TEST(DeviceLedger, ObservesTheSameShareOnce) {
  DeviceLedger ledger(a_soft_chip());

  ledger.observe(share_id("p"), a_share("p", amount(1000, 10)));
  ledger.observe(share_id("p"), a_share("p", amount(2000, 20)));

  EXPECT_EQ(ledger.used(), amount(2000, 20));
}

TEST(DeviceLedger, ShowsNegativeFreeWhenTheClusterOvercommits) {
  DeviceLedger ledger(a_soft_chip());

  ledger.observe(share_id("forged"), a_share("forged", amount(30000, 0)));

  EXPECT_EQ(ledger.free().memory, MiB{21527 - 30000});
  EXPECT_FALSE(ledger.take(share_id("p"), a_share("p", amount(1, 0))));
}

TEST(DeviceLedger, GivesAWholeShareWhateverTheChipHas) {
  DeviceLedger ledger(a_soft_chip());

  ASSERT_TRUE(ledger.take(share_id("p"), a_share("p", amount(0, 0), Hold::kWhole)));

  EXPECT_EQ(ledger.used(), ledger.capacity());
  EXPECT_TRUE(ledger.is_closed());
}

TEST(DeviceLedger, ResizesAWholeShareWithItsChip) {
  DeviceLedger ledger(a_soft_chip());
  ledger.observe(share_id("p"), a_share("p", amount(0, 0), Hold::kWhole));
  Chip smaller = a_soft_chip();
  smaller.capacity.memory = MiB{20000};

  ledger.replace_chip(smaller);

  EXPECT_EQ(ledger.used(), smaller.capacity);
}

TEST(DeviceLedger, ReleasesEveryShareOfAPod) {
  DeviceLedger ledger(a_soft_chip());
  ledger.observe(share_id("p", 0), a_share("p", amount(1, 1)));
  ledger.observe(share_id("p", 1), a_share("p", amount(2, 2)));
  ledger.observe(share_id("q"), a_share("q", amount(4, 4)));

  EXPECT_EQ(ledger.release(PodUid{"p"}), 2U);
  EXPECT_EQ(ledger.release(PodUid{"p"}), 0U);
  EXPECT_EQ(ledger.used(), amount(4, 4));
}

TEST(DeviceLedger, NoticesSharesOfTheOtherMode) {
  DeviceLedger ledger(a_soft_chip());
  Share hard = a_share("old", amount(6144, 2));
  hard.mode = Mode::kHard;
  ledger.observe(share_id("old"), hard);

  EXPECT_TRUE(ledger.carries_other_mode(Mode::kSoft));
  EXPECT_FALSE(ledger.carries_other_mode(Mode::kHard));
}

}  // namespace
}  // namespace npushare
