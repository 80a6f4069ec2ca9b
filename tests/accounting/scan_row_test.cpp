#include "accounting/scan_row.hpp"

#include <gtest/gtest.h>

#include "accounting/scan_row_pool.hpp"
#include "tests/support/accounting_builders.hpp"

namespace npushare {
namespace {

using test::a_soft_chip;
using test::amount;
using test::fresh;

class ScanRowTest : public testing::Test {
 protected:
  ScanRow::Answer ask(const std::vector<Chip>& chips, std::int64_t memory) {
    NodeLedger ledger(NodeName{"n1"});
    ledger.register_chips(fresh(chips));
    ScanRow row;
    row.write(ledger, classes_);
    const auto packed = classes_.pack(
        {.model = a_soft_chip("A").model, .mode = Mode::kSoft, .amount = amount(memory, 10)});
    const ScanRow::Answer answer = row.ask(*packed);
    EXPECT_EQ(row.fits(*packed), answer.verdict == ScanVerdict::kFits);
    return answer;
  }

  static Chip of_another_model() {
    Chip chip = a_soft_chip("B");
    chip.model = ModelName{"Ascend910"};
    return chip;
  }

  ChipClasses classes_;
};

TEST_F(ScanRowTest, SaysThatAPartFits) {
  EXPECT_EQ(ask({a_soft_chip("A")}, 4096).verdict, ScanVerdict::kFits);
}

TEST_F(ScanRowTest, SaysThatAPartFitsBesideAChipOfAnotherModel) {
  EXPECT_EQ(ask({of_another_model(), a_soft_chip("A")}, 4096).verdict, ScanVerdict::kFits);
}

TEST_F(ScanRowTest, RefusesForTheCheckThatCameFurthest) {
  Chip sick = a_soft_chip("B");
  sick.healthy = false;

  EXPECT_EQ(ask({sick}, 4096).reason, Reason::kUnhealthy);
  EXPECT_EQ(ask({sick}, 4096).verdict, ScanVerdict::kRefused);
}

TEST_F(ScanRowTest, LeavesACordonedChipToThePlanAndAnswersForTheOthers) {
  Chip closed = a_soft_chip("B");
  closed.cordoned = true;

  EXPECT_EQ(ask({closed}, 4096).verdict, ScanVerdict::kUnknown);
  EXPECT_EQ(ask({closed, a_soft_chip("A")}, 4096).verdict, ScanVerdict::kFits);
}

TEST_F(ScanRowTest, LeavesABlockedChipToThePlan) {
  Chip kept = a_soft_chip("B");
  kept.block = Block::kKeptForClaims;

  EXPECT_EQ(ask({kept}, 4096).verdict, ScanVerdict::kUnknown);
  EXPECT_EQ(ask({kept, a_soft_chip("A")}, 4096).verdict, ScanVerdict::kFits);
}

TEST_F(ScanRowTest, LeavesToThePlanWhatItCannotHold) {
  EXPECT_EQ(ask({}, 4096).verdict, ScanVerdict::kUnknown);
  EXPECT_EQ(ask({of_another_model()}, 4096).verdict, ScanVerdict::kUnknown);
  EXPECT_EQ(ask({a_soft_chip("A")}, 100'000).verdict, ScanVerdict::kUnknown);
  EXPECT_EQ(ask(std::vector<Chip>(9, a_soft_chip("A")), 4096).verdict, ScanVerdict::kUnknown);
}

// A node that was removed, or whose registration went stale, must not pass by its second chip.
TEST_F(ScanRowTest, ForgetsEveryChipWhenTheNodeCanBeHeldNoMore) {
  NodeLedger ledger(NodeName{"n1"});
  Inventory inventory = fresh({a_soft_chip("A"), a_soft_chip("B")});
  ledger.register_chips(inventory);
  ScanRow row;
  row.write(ledger, classes_);
  const auto packed = classes_.pack(
      {.model = a_soft_chip("A").model, .mode = Mode::kSoft, .amount = amount(4096, 10)});
  ASSERT_TRUE(row.fits(*packed));

  inventory.registration = Registration::kStale;
  ledger.register_chips(inventory);
  row.write(ledger, classes_);

  EXPECT_FALSE(row.fits(*packed));
  EXPECT_EQ(row.ask(*packed).verdict, ScanVerdict::kUnknown);
}

TEST(ScanRowPool, ClearsARowThatServesAnotherNode) {
  ScanRowPool pool;
  ScanRow* first = nullptr;
  {
    const auto row = pool.take();
    row->set_version(5);
    first = row.get();
  }

  const auto again = pool.take();

  EXPECT_EQ(again.get(), first);
  EXPECT_EQ(again->version(), 0U);
}

TEST(ScanRowPool, RowsStandSideBySideAndOutliveIt) {
  std::vector<std::shared_ptr<ScanRow>> rows;
  {
    ScanRowPool pool;
    for (int i = 0; i < 300; ++i) rows.push_back(pool.take());
  }

  EXPECT_EQ(rows[1].get(), rows[0].get() + 1);
  rows[299]->set_version(1);
  EXPECT_EQ(rows[299]->version(), 1U);
}

}  // namespace
}  // namespace npushare
