#include "config/volcano_values.hpp"

#include <gtest/gtest.h>

#include "config/yaml_parse.hpp"

namespace npushare::config {
namespace {

/// The node of `key: TEXT`.
YamlPtr value_of(const std::string& text) {
  Report report;
  const YamlPtr document = parse_one("key: " + text, report);
  EXPECT_FALSE(report.has_errors()) << text;
  return document->members.front().value;
}

struct BoolCase {
  const char* text;
  std::optional<bool> argument;
  std::optional<bool> option;
};

class VolcanoBool : public testing::TestWithParam<BoolCase> {};

TEST_P(VolcanoBool, IsPlainOrTextThatGoTakesForOne) {
  EXPECT_EQ(volcano_bool(*value_of(GetParam().text)), GetParam().argument) << GetParam().text;
}

TEST_P(VolcanoBool, IsPlainInAnOptionOfVolcanosOwn) {
  EXPECT_EQ(volcano_switch(*value_of(GetParam().text)), GetParam().option) << GetParam().text;
}

// volcano-V-107: "true" and yes are true; 1 and "not-a-bool" are ignored. volcano-V-114: an option
// takes no text.
INSTANTIATE_TEST_SUITE_P(All, VolcanoBool,
                         testing::Values(BoolCase{"true", true, true},
                                         BoolCase{"FALSE", false, false},
                                         BoolCase{"yes", true, true}, BoolCase{"off", false, false},
                                         BoolCase{"\"true\"", true, {}}, BoolCase{"'F'", false, {}},
                                         BoolCase{"t", true, {}}, BoolCase{"\"1\"", true, {}},
                                         BoolCase{"1", {}, {}}, BoolCase{"0", {}, {}},
                                         BoolCase{"\"yes\"", {}, {}},
                                         BoolCase{"\"not-a-bool\"", {}, {}}, BoolCase{"~", {}, {}},
                                         BoolCase{"[true]", {}, {}}, BoolCase{"tRUE", {}, {}}));

struct IntegerCase {
  const char* text;
  std::optional<std::int64_t> number;
};

class VolcanoInteger : public testing::TestWithParam<IntegerCase> {};

TEST_P(VolcanoInteger, IsAPlainWholeNumber) {
  EXPECT_EQ(volcano_integer(*value_of(GetParam().text)), GetParam().number) << GetParam().text;
}

// volcano-V-106: "10" and 10.0 are no numbers to Volcano, 0x10 is 16.
INSTANTIATE_TEST_SUITE_P(All, VolcanoInteger,
                         testing::Values(IntegerCase{"10", 10}, IntegerCase{"\"10\"", {}},
                                         IntegerCase{"10.0", {}}, IntegerCase{"1e1", {}},
                                         IntegerCase{"0x10", 16}, IntegerCase{"-3", -3},
                                         IntegerCase{"1_000", 1000}, IntegerCase{"true", {}},
                                         IntegerCase{"9223372036854775808", {}},
                                         IntegerCase{"~", {}}, IntegerCase{"{}", {}}));

TEST(VolcanoText, IsNoNumberAndNoBool) {
  EXPECT_EQ(volcano_text(*value_of("binpack")), "binpack");
  EXPECT_EQ(volcano_text(*value_of("\"10\"")), "10");
  EXPECT_EQ(volcano_text(*value_of("\"\"")), "");
  EXPECT_EQ(volcano_text(*value_of("10")), std::nullopt);
  EXPECT_EQ(volcano_text(*value_of("yes")), std::nullopt);
  EXPECT_EQ(volcano_text(*value_of("~")), std::nullopt);
  EXPECT_EQ(volcano_text(*value_of("[a]")), std::nullopt);
}

TEST(VolcanoValue, IsNamedAsItIsWritten) {
  EXPECT_EQ(written(*value_of("10.0")), "10.0");
  EXPECT_EQ(written(*value_of("\"10\"")), "\"10\" in quotes");
  EXPECT_EQ(written(*value_of("[1]")), "a list");
  EXPECT_EQ(written(*value_of("{}")), "a mapping");
  EXPECT_EQ(written(*value_of("")), "nothing");
}

}  // namespace
}  // namespace npushare::config
