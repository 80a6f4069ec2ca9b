#include "scheduler/backends/soft_split.hpp"

#include <gtest/gtest.h>

#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;

Ask soft(const wire::StringMap& limits) {
  const Result<Request> request = a_dialect().read_request(a_pod().soft().app(limits));
  EXPECT_TRUE(request);
  EXPECT_EQ(request->asks.size(), 1U);
  return request->asks.front();
}

TEST(SoftSplit, ChargesExactlyWhatWasAsked) {
  const Ask ask = soft(asks("1", "8192", "20"));

  EXPECT_EQ(ask.amount, (Amount{MiB{8192}, Cores{20}, Cpus{0}, Slots{1}}));
  EXPECT_EQ(ask.quota, (Quota{MiB{8192}, Cores{20}}));
  EXPECT_EQ(ask.mode, Mode::kSoft);
  EXPECT_EQ(ask.hold, Hold::kPart);
  EXPECT_TRUE(ask.template_name.empty());
}

TEST(SoftSplit, TakesNoMemoryAndAChipsMemoryForAWholeChip) {
  EXPECT_EQ(soft(asks("1")).hold, Hold::kWhole);       // volcano-V-47
  EXPECT_EQ(soft(asks("1", "0")).hold, Hold::kWhole);  // volcano-V-76, case-C119
  EXPECT_EQ(soft(asks("1", "21526")).hold, Hold::kPart);
  EXPECT_EQ(soft(asks("1", "21527")).hold, Hold::kWhole);
  EXPECT_EQ(soft(asks("1", "0")).mode, Mode::kSoft);
}

// volcano-V-51: no chip has it, and no departure would help; the fit says so chip by chip.
TEST(SoftSplit, DoesNotRoundMoreThanAChipToAChip) {
  const Ask ask = soft(asks("1", "21528"));

  EXPECT_EQ(ask.amount.memory, MiB{21528});
  EXPECT_EQ(ask.hold, Hold::kPart);
}

TEST(SoftSplit, GivesSeveralChipsWithoutCompany) {
  const Ask ask = soft(asks("2", "1000"));  // volcano-V-49

  EXPECT_EQ(ask.chips, 2U);
  EXPECT_EQ(ask.amount.memory, MiB{1000});
  EXPECT_EQ(ask.hold, Hold::kExclusive);
}

// hami-P14 and hami-X6 clamp to 100, volcano-V-30 never fits; ours says what is wrong.
TEST(SoftSplit, RefusesMoreThanAHundredPercent) {
  EXPECT_EQ(soft(asks("1", "1000", "100")).amount.cores, Cores{100});
  for (const char* core : {"101", "120"}) {
    const Result<Request> request =
        a_dialect().read_request(a_pod().soft().app(asks("1", "1000", core)));
    ASSERT_FALSE(request) << core;
    EXPECT_NE(request.error().message.find("more than 100"), std::string::npos);
  }
}

}  // namespace
}  // namespace npushare::backends
