#include "accounting/amount.hpp"

#include <gtest/gtest.h>

namespace npushare {
namespace {

constexpr Amount kLimit{MiB{10}, Cores{20}, Cpus{3}, Slots{4}};

struct WithinCase {
  const char* name;
  Amount amount;
  bool within;
};

class AmountWithin : public testing::TestWithParam<WithinCase> {};

TEST_P(AmountWithin, ComparesEveryComponent) {
  EXPECT_EQ(GetParam().amount.within(kLimit), GetParam().within);
}

INSTANTIATE_TEST_SUITE_P(
    Boundaries, AmountWithin,
    testing::Values(WithinCase{"equal", kLimit, true},
                    WithinCase{"one_mib_less", kLimit - Amount{MiB{1}, {}, {}, {}}, true},
                    WithinCase{"one_mib_more", kLimit + Amount{MiB{1}, {}, {}, {}}, false},
                    WithinCase{"one_core_more", kLimit + Amount{{}, Cores{1}, {}, {}}, false},
                    WithinCase{"one_cpu_more", kLimit + Amount{{}, {}, Cpus{1}, {}}, false},
                    WithinCase{"one_slot_more", kLimit + Amount{{}, {}, {}, Slots{1}}, false},
                    WithinCase{
                        "more_here_less_there", {MiB{11}, Cores{0}, Cpus{0}, Slots{0}}, false}),
    [](const auto& test) { return test.param.name; });

TEST(Amount, AddsAndSubtractsComponentByComponent) {
  const Amount one{MiB{1}, Cores{2}, Cpus{3}, Slots{4}};

  EXPECT_EQ(one + one, (Amount{MiB{2}, Cores{4}, Cpus{6}, Slots{8}}));
  EXPECT_EQ(one - one, Amount{});
}

TEST(Amount, LargerOfTakesEachComponentByItself) {
  const Amount a{MiB{5}, Cores{1}, Cpus{9}, Slots{1}};
  const Amount b{MiB{4}, Cores{2}, Cpus{9}, Slots{2}};

  EXPECT_EQ(larger_of(a, b), (Amount{MiB{5}, Cores{2}, Cpus{9}, Slots{2}}));
}

}  // namespace
}  // namespace npushare
