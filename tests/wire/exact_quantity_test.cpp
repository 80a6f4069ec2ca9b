// Amounts to a billionth, and how whole ones are written.
#include <gtest/gtest.h>

#include <string>

#include "scheduler/wire/quantity.hpp"

namespace npushare::wire {
namespace {

struct ExactCase {
  const char* id;
  const char* text;
  const char* exact;
  std::int64_t value;
};

class Exact : public testing::TestWithParam<ExactCase> {};

TEST_P(Exact, IsReadToABillionth) {
  const std::optional<ExactQuantity> quantity = read_exact_quantity(GetParam().text);

  ASSERT_TRUE(quantity) << GetParam().id;
  EXPECT_FALSE(quantity->is_overflow) << GetParam().id;
  EXPECT_EQ(quantity->text(), GetParam().exact) << GetParam().id;
  EXPECT_EQ(quantity->value(), GetParam().value) << GetParam().id;
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, Exact,
    testing::Values(ExactCase{"dra-Q5", "50", "50", 50},
                    ExactCase{"dra-Q9", "0.1Mi", "104857.6", 104'858},
                    ExactCase{"dra-Q10", "-500m", "-0.5", -1},
                    ExactCase{"dra-Q14", "16Ei", "9223372036854775807", 9223372036854775807},
                    ExactCase{"dra-Q20", "1.0000000001", "1.000000001", 2},
                    ExactCase{"dra-Q21", "10n", "0.00000001", 1},
                    ExactCase{"finer than a billionth", "1e-400", "0.000000001", 1},
                    ExactCase{"rounds up to one", "0.9999999999", "1", 1},
                    ExactCase{"zero", "0.000", "0", 0},
                    ExactCase{"a third", "5000.5Mi", "5243404288", 5'243'404'288},
                    ExactCase{"the least", "-9223372036854775808", "-9223372036854775808",
                              std::numeric_limits<std::int64_t>::min()}));

TEST(ExactQuantity, OfMoreThan64BitsKeepsItsSignAlone) {
  for (const char* text : {"9223372036854775808", "10E", "1e19", "9223372036854775807.1", "1e30"}) {
    const std::optional<ExactQuantity> quantity = read_exact_quantity(text);
    ASSERT_TRUE(quantity) << text;
    EXPECT_TRUE(quantity->is_overflow) << text;
    EXPECT_FALSE(quantity->is_negative()) << text;
    EXPECT_EQ(quantity->text(), "2^63 or more");
  }
  EXPECT_TRUE(read_exact_quantity("-1e30")->is_negative());
  EXPECT_FALSE(read_exact_quantity("8Gx"));
}

TEST(ExactQuantity, IsComparedWithoutRounding) {
  EXPECT_LT(*read_exact_quantity("0.1Mi"), *read_exact_quantity("104858"));
  EXPECT_EQ(*read_exact_quantity("8Gi"), *read_exact_quantity("8589934592"));
  EXPECT_GT(*read_exact_quantity("1e19"), *read_exact_quantity("16Ei"));
}

// dra-Q3, dra-Q8, dra-Q26
TEST(QuantityText, IsAsKubernetesWritesIt) {
  EXPECT_EQ(in_binary_units(read_exact_quantity("8192Mi")->value()), "8Gi");
  EXPECT_EQ(in_binary_units(read_exact_quantity("1.5Gi")->value()), "1536Mi");
  EXPECT_EQ(in_binary_units(22'570'598'400), "21525Mi");
  EXPECT_EQ(in_decimal_units(14'680'064'000), "14680064k");
  EXPECT_EQ(in_binary_units(1000), "1k");
  EXPECT_EQ(in_binary_units(1023), "1023");
  EXPECT_EQ(in_binary_units(1024), "1Ki");
  EXPECT_EQ(in_decimal_units(0), "0");
  EXPECT_EQ(in_decimal_units(-131'072'000'000), "-131072M");
}

}  // namespace
}  // namespace npushare::wire
