#include "scheduler/wire/quantity.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace npushare::wire {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

enum class Unit { kNone, kSuffix };
enum class Kind { kWhole, kRounded };

struct QuantityCase {
  const char* id;
  const char* text;
  std::int64_t value;
  Unit unit = Unit::kNone;
  Kind kind = Kind::kWhole;
};

void PrintTo(const QuantityCase& test, std::ostream* out) {
  *out << test.id << " " << test.text;
}

class QuantityValue : public testing::TestWithParam<QuantityCase> {};

TEST_P(QuantityValue, IsReadAsKubernetesDoes) {
  const std::optional<Quantity> quantity = read_quantity(GetParam().text);

  ASSERT_TRUE(quantity);
  EXPECT_EQ(quantity->rounded_up, GetParam().value);
  EXPECT_EQ(quantity->is_integer, GetParam().kind == Kind::kWhole);
  EXPECT_EQ(quantity->has_suffix, GetParam().unit == Unit::kSuffix);
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, QuantityValue,
    testing::Values(QuantityCase{"dra-Q1", "8589934592", 8'589'934'592},
                    QuantityCase{"dra-Q2", "8Gi", 8'589'934'592, Unit::kSuffix},
                    QuantityCase{"value of Q3", "8192Mi", 8'589'934'592, Unit::kSuffix},
                    QuantityCase{"dra-Q4", "8388608Ki", 8'589'934'592, Unit::kSuffix},
                    QuantityCase{"dra-Q6", "14680064k", 14'680'064'000, Unit::kSuffix},
                    QuantityCase{"dra-Q7", "21525Mi", 22'570'598'400, Unit::kSuffix},
                    QuantityCase{"value of Q8", "1.5Gi", 1'610'612'736, Unit::kSuffix},
                    QuantityCase{"value of Q9", "0.1Mi", 104'858, Unit::kSuffix, Kind::kRounded},
                    QuantityCase{"dra-Q10", "500m", 1, Unit::kSuffix, Kind::kRounded},
                    QuantityCase{"dra-Q10", "-500m", -1, Unit::kSuffix, Kind::kRounded},
                    QuantityCase{"dra-Q11", "50500m", 51, Unit::kSuffix, Kind::kRounded},
                    QuantityCase{"dra-Q12", "1e3", 1000}, QuantityCase{"dra-Q12", "1E3", 1000},
                    QuantityCase{"dra-Q12", "1E+3", 1000},
                    QuantityCase{"dra-Q12", "1k", 1000, Unit::kSuffix},
                    QuantityCase{"dra-Q13", "1E", 1'000'000'000'000'000'000, Unit::kSuffix},
                    QuantityCase{"dra-Q13", "1Ei", 1'152'921'504'606'846'976, Unit::kSuffix},
                    QuantityCase{"dra-Q14", "8Ei", kMost, Unit::kSuffix},
                    QuantityCase{"dra-Q14", "16Ei", kMost, Unit::kSuffix},
                    QuantityCase{"dra-Q17", "00050", 50}, QuantityCase{"dra-Q17", "+50", 50},
                    QuantityCase{"dra-Q18", "5.", 5},
                    QuantityCase{"dra-Q18", ".5", 1, Unit::kNone, Kind::kRounded},
                    QuantityCase{"dra-Q19", "-1Gi", -1'073'741'824, Unit::kSuffix},
                    QuantityCase{"value of Q20", "1.0000000001", 2, Unit::kNone, Kind::kRounded},
                    QuantityCase{"dra-Q21", "10n", 1, Unit::kSuffix, Kind::kRounded},
                    QuantityCase{"dra-Q24", ".", 0}, QuantityCase{"dra-Q24", "+", 0},
                    QuantityCase{"dra-Q24", "-", 0}, QuantityCase{"dra-Q24", "e3", 0},
                    QuantityCase{"dra-Q24", "Mi", 0, Unit::kSuffix}));

INSTANTIATE_TEST_SUITE_P(
    Boundaries, QuantityValue,
    testing::Values(
        QuantityCase{"zero", "0", 0}, QuantityCase{"zero", "0.000", 0},
        QuantityCase{"the quantity of hami P7", "1500m", 2, Unit::kSuffix, Kind::kRounded},
        QuantityCase{"the quantity of hami P15", "4k", 4000, Unit::kSuffix},
        QuantityCase{"the quantity of hami P5", "16Gi", 17'179'869'184, Unit::kSuffix},
        QuantityCase{"the quantity of hami P6", "-1m", -1, Unit::kSuffix, Kind::kRounded},
        QuantityCase{"the quantity of hami P8", "2200000000", 2'200'000'000},
        QuantityCase{"whole milli", "2000m", 2, Unit::kSuffix},
        QuantityCase{"one below", "1999m", 2, Unit::kSuffix, Kind::kRounded},
        QuantityCase{"one above", "2001m", 3, Unit::kSuffix, Kind::kRounded},
        QuantityCase{"tiny", "1e-400", 1, Unit::kNone, Kind::kRounded},
        QuantityCase{"tiny", "1e-99999999999999999999", 1, Unit::kNone, Kind::kRounded},
        QuantityCase{"zero to any power", "0e99999999999999999999", 0},
        QuantityCase{"most", "9223372036854775807", kMost},
        QuantityCase{"most", "9223372036854775806.5", kMost, Unit::kNone, Kind::kRounded},
        QuantityCase{"least", "-9223372036854775808", kLeast},
        QuantityCase{"capped", "-8Ei", -kMost, Unit::kSuffix},
        QuantityCase{"below the cap", "8191Pi", 9'222'246'136'947'933'184, Unit::kSuffix},
        QuantityCase{"at the cap", "8192Pi", kMost, Unit::kSuffix},
        QuantityCase{"a long fraction", "1.00000000000000000000000000000000000001Ki", 1025,
                     Unit::kSuffix, Kind::kRounded},
        QuantityCase{"a fraction that carries", "0.9999999999999999999999999999Ei",
                     1'152'921'504'606'846'976, Unit::kSuffix, Kind::kRounded},
        QuantityCase{"leading zeros", ".0000000000000000000000001e25", 1}));

class NoQuantity : public testing::TestWithParam<const char*> {};

TEST_P(NoQuantity, IsNothing) {
  EXPECT_FALSE(read_quantity(GetParam())) << GetParam();
}

// dra-Q22: format errors; dra-Q23: suffix errors.
INSTANTIATE_TEST_SUITE_P(Malformed, NoQuantity,
                         testing::Values("1 Gi", "1gi", "1KiB", "1MB", "0x10", "1_000", "NaN", "",
                                         "1.2.3", "1e5Mi", "1K", "12e", "12e+", "1i", "1mi", "--1",
                                         "+-1", " 8Gi ", "8Gx", "1Ei5", "1m1", "1e1.5",
                                         "\xC2\xB2"));

// dra-Q15, dra-Q16 and the neighbours of what fits 64 bits.
INSTANTIATE_TEST_SUITE_P(Overflow, NoQuantity,
                         testing::Values("9223372036854775808", "18446744073709551616", "10E",
                                         "1e19", "-9223372036854775809", "9223372036854775807.1",
                                         "1e30", "1000000000000000000000000000000",
                                         "1e99999999999999999999", "9223372036854775807001m"));

TEST(Quantity, OfMoreThan128CharactersIsNone) {
  EXPECT_TRUE(read_quantity(std::string(127, '0') + "1"));
  EXPECT_FALSE(read_quantity(std::string(128, '0') + "1"));
}

}  // namespace
}  // namespace npushare::wire
