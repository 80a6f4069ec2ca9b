#include "config/go_duration.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace npushare::config {
namespace {

struct DurationCase {
  std::string name;
  std::string text;
  std::optional<std::int64_t> nanoseconds;
};

class GoDuration : public testing::TestWithParam<DurationCase> {};

TEST_P(GoDuration, IsReadAsGoReadsIt) {
  const auto span = go_duration_in(GetParam().text);

  ASSERT_EQ(span.has_value(), GetParam().nanoseconds.has_value()) << GetParam().text;
  if (!span) return;
  EXPECT_EQ(span->count(), *GetParam().nanoseconds) << GetParam().text;
}

constexpr std::int64_t kSecond = 1'000'000'000;

// volcano-V-133: 100ms is a time, 100 and abc are none, "0" is no limit.
INSTANTIATE_TEST_SUITE_P(
    All, GoDuration,
    testing::Values(
        DurationCase{"milliseconds", "100ms", 100'000'000},
        DurationCase{"without_a_unit", "100", {}}, DurationCase{"letters", "abc", {}},
        DurationCase{"zero", "0", 0}, DurationCase{"minus_zero", "-0", 0},
        DurationCase{"nothing", "", {}}, DurationCase{"a_sign_alone", "-", {}},
        DurationCase{"negative", "-2s", -2 * kSecond}, DurationCase{"plus", "+2s", 2 * kSecond},
        DurationCase{"two_signs", "--2s", {}}, DurationCase{"fraction", "1.5s", kSecond * 3 / 2},
        DurationCase{"fraction_alone", ".5s", kSecond / 2},
        DurationCase{"whole_with_a_point", "1.s", kSecond}, DurationCase{"a_point_alone", ".s", {}},
        DurationCase{"several", "1h1m1s1ms1us1ns", 3'661'001'001'001},
        DurationCase{"micro_sign", "5\xC2\xB5s", 5'000},
        DurationCase{"greek_letter", "5\xCE\xBCs", 5'000}, DurationCase{"unknown_unit", "5d", {}},
        DurationCase{"blank", "5 s", {}}, DurationCase{"unit_alone", "s", {}},
        DurationCase{"longest", "9223372036854775807ns", 9'223'372'036'854'775'807},
        DurationCase{"one_too_long", "9223372036854775808ns", {}},
        DurationCase{"too_many_hours", "2562048h", {}},
        DurationCase{"sum_too_long", "9223372036854775807ns1ns", {}},
        DurationCase{"digits_beyond_a_nanosecond", "0.0000000001s", 0},
        DurationCase{"very_long_fraction", "0.33333333333333333333333333h", 1'200'000'000'000}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace npushare::config
