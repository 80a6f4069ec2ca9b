// What a share takes of a capacity, and which sizes a device forbids: vectors of spec
// dra-accounting 10.2.
#include "scheduler/dra/consumption.hpp"

#include <gtest/gtest.h>

#include "tests/support/dra_objects.hpp"

namespace npushare::dra_test {
namespace {

using dra::Capacity;
using dra::Consumption;
using wire::ExactQuantity;

Capacity read(const wire::DeviceCapacity& written) {
  const Result<Capacity> capacity = dra::read_capacity(written);
  EXPECT_TRUE(capacity) << (capacity ? "" : capacity.error().message);
  return capacity ? *capacity : Capacity{};
}

ExactQuantity exact(const std::string& text) {
  return wire::read_exact_quantity(text).value();
}

std::optional<ExactQuantity> asked(const char* text) {
  return text == nullptr ? std::nullopt : wire::read_exact_quantity(text);
}

enum class Ends { kFits, kAgainstTheRule, kPoisoned };

struct RuleCase {
  const char* id;
  wire::DeviceCapacity capacity;
  const char* asked;  // null: nothing
  const char* consumed;
  Ends ends = Ends::kFits;
};

void PrintTo(const RuleCase& test, std::ostream* out) {
  *out << test.id;
}

class Consumed : public testing::TestWithParam<RuleCase> {};

TEST_P(Consumed, IsWhatTheAllocatorCounts) {
  const Capacity capacity = read(GetParam().capacity);

  const Consumption taken = dra::consumed(asked(GetParam().asked), capacity);

  EXPECT_EQ(taken.is_poisoned, GetParam().ends == Ends::kPoisoned);
  if (taken.is_poisoned) return;
  EXPECT_EQ(taken.amount, exact(GetParam().consumed)) << taken.amount.text();
  EXPECT_EQ(dra::violates(taken.amount, capacity), GetParam().ends == Ends::kAgainstTheRule);
}

const wire::DeviceCapacity kMemory = stepped("21525Mi", "1Mi", "1Mi");
const wire::DeviceCapacity kCores = stepped("100", "0", "1");

INSTANTIATE_TEST_SUITE_P(
    Memory310P3, Consumed,
    testing::Values(RuleCase{"dra-R1", kMemory, nullptr, "21525Mi"},
                    RuleCase{"dra-R2", kMemory, "8589934592", "8Gi"},
                    RuleCase{"dra-R3", kMemory, "8589934593", "8193Mi"},
                    RuleCase{"dra-R4", kMemory, "0", "1Mi"},
                    RuleCase{"dra-R4", kMemory, "1", "1Mi"},
                    RuleCase{"dra-R4", kMemory, "-5", "1Mi"},
                    RuleCase{"dra-R5", kMemory, "22570598400", "21525Mi"},
                    RuleCase{"dra-R6", kMemory, "22570598401", "21526Mi", Ends::kAgainstTheRule},
                    RuleCase{"dra-R7", kMemory, "500m", "1Mi"},
                    RuleCase{"dra-R8", kMemory, "8Ei", "", Ends::kPoisoned},
                    RuleCase{"dra-R8", kMemory, "9223372036854775808", "", Ends::kPoisoned}));

INSTANTIATE_TEST_SUITE_P(
    Cores310P3, Consumed,
    testing::Values(RuleCase{"dra-R9", kCores, nullptr, "100"},
                    RuleCase{"dra-R10", kCores, "0", "0"},
                    RuleCase{"dra-R11", kCores, "50500m", "51"},
                    RuleCase{"dra-R12", kCores, "0.5", "1"},
                    RuleCase{"dra-R13", kCores, "99.1", "100"},
                    RuleCase{"dra-R14", kCores, "100.1", "101", Ends::kAgainstTheRule},
                    RuleCase{"dra-R14", kCores, "101", "101", Ends::kAgainstTheRule},
                    RuleCase{"dra-R15", kCores, "-1", "0"},
                    RuleCase{"dra-R16", kCores, "10E", "", Ends::kPoisoned}));

wire::DeviceCapacity ruled(wire::CapacityRule rule, const std::string& value = "40Gi") {
  return {.value = value, .rule = std::move(rule)};
}

const wire::DeviceCapacity kListed =
    ruled({.fallback = "10Gi", .values = {"5Gi", "10Gi", "20Gi", "40Gi"}});
const wire::DeviceCapacity kNoStep =
    ruled({.fallback = "40Gi", .min = "3072Mi", .max = "40Gi", .step = std::nullopt});
const wire::DeviceCapacity kThrees =
    ruled({.fallback = "21Gi", .min = "3Gi", .max = "21Gi", .step = "3Gi"}, "21Gi");
const wire::DeviceCapacity kFree{.value = "40Gi", .rule = std::nullopt};
const wire::DeviceCapacity kDefaultOnly = ruled({.fallback = "1Gi"});

INSTANTIATE_TEST_SUITE_P(
    OtherRules, Consumed,
    testing::Values(
        RuleCase{"dra-R17", kListed, nullptr, "10Gi"}, RuleCase{"dra-R17", kListed, "6Gi", "10Gi"},
        RuleCase{"dra-R17", kListed, "21Gi", "40Gi"},
        RuleCase{"dra-R17", kListed, "41Gi", "41Gi", Ends::kAgainstTheRule},
        RuleCase{"dra-R18", kNoStep, "1Gi", "3Gi"},
        RuleCase{"dra-R18", kNoStep, "5000.5Mi", "5120512Ki"},
        RuleCase{"dra-R19", kThrees, "4Gi", "6Gi"}, RuleCase{"dra-R19", kThrees, "20Gi", "21Gi"},
        RuleCase{"dra-R19", kThrees, "22Gi", "24Gi", Ends::kAgainstTheRule},
        RuleCase{"dra-R20", kFree, "100m", "100m"}, RuleCase{"dra-R20", kFree, nullptr, "40Gi"},
        RuleCase{"dra-R20, below zero", kFree, "-1Gi", "", Ends::kPoisoned},
        RuleCase{"dra-R21", kDefaultOnly, nullptr, "1Gi"},
        RuleCase{"dra-R21", kDefaultOnly, "2Gi", "2Gi"}));

TEST(Capacity, SaysWhichOfItsNumbersCannotBeRead) {
  EXPECT_EQ(dra::read_capacity({.value = "8Gx"}).error().message,
            "value: \"8Gx\" is not a quantity");
  EXPECT_EQ(dra::read_capacity(stepped("1Gi", "1Mi", "0")).error().message,
            "validRange.step: \"0\" is not above zero");
  EXPECT_EQ(dra::read_capacity({.value = "1e30"}).error().message,
            "value: \"1e30\" is above 2^63 - 1");
}

}  // namespace
}  // namespace npushare::dra_test
