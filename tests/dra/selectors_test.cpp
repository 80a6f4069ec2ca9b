// The CEL that classes and webhooks write; what is outside of it is neither true nor false.
#include "scheduler/dra/selectors.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/dra_objects.hpp"

namespace npushare::dra_test {
namespace {

using dra::Selects;

Selects answer(const std::string& expression) {
  wire::SliceDevice chip = a_chip("npu-0-0", 0, kUuid0);
  chip.attributes["healthy"] = true;
  chip.attributes["other.io/zone"] = std::string("a\tb");
  chip.attributes["firmware"] = wire::AttributeVersion{"1.2.3"};
  return dra::select(expression, kDriver, chip).answer;
}

const std::string kAttributes = R"(device.attributes["ascend.project-hami.io"])";

struct SelectorCase {
  std::string expression;
  Selects answer;
};

class Selector : public testing::TestWithParam<SelectorCase> {};

TEST_P(Selector, IsAnsweredAsCelDoes) {
  EXPECT_EQ(answer(GetParam().expression), GetParam().answer) << GetParam().expression;
}

INSTANTIATE_TEST_SUITE_P(
    Written, Selector,
    testing::Values(
        SelectorCase{kFixedSelector, Selects::kYes},
        SelectorCase{
            "device.driver == \"ascend.project-hami.io\" &&\n" + kAttributes + ".type == \"NPU\"",
            Selects::kNo},
        SelectorCase{pinned_to(kUuid0), Selects::kYes},
        SelectorCase{pinned_to(kUuid1), Selects::kNo},
        SelectorCase{"!(" + pinned_to(kUuid1) + ")", Selects::kYes},
        SelectorCase{kAttributes + R"(.productName in ["910B3","310P3"])", Selects::kYes},
        SelectorCase{"!(" + kAttributes + R"(.productName in ["310P3"]))", Selects::kNo},
        SelectorCase{kAttributes + R"(.productName in ["310p3"])", Selects::kNo},
        SelectorCase{kAttributes + R"(.uuid in ["\"] || true || [\""])", Selects::kNo}));

INSTANTIATE_TEST_SUITE_P(
    Language, Selector,
    testing::Values(SelectorCase{"device.allowMultipleAllocations", Selects::kYes},
                    SelectorCase{"!device.allowMultipleAllocations || false", Selects::kNo},
                    SelectorCase{kAttributes + "[\"index\"] == 0", Selects::kYes},
                    SelectorCase{kAttributes + ".index in [-1, 1]", Selects::kNo},
                    SelectorCase{kAttributes + ".index >= 0 && " + kAttributes + ".index < 1",
                                 Selects::kYes},
                    SelectorCase{kAttributes + ".index == \"0\"", Selects::kNo},
                    SelectorCase{kAttributes + ".index != \"0\"", Selects::kYes},
                    SelectorCase{kAttributes + ".healthy", Selects::kYes},
                    SelectorCase{"device.attributes['other.io'].zone == 'a\\tb'", Selects::kYes},
                    SelectorCase{"'\\x41\\u0042\\103' == \"ABC\"", Selects::kYes},
                    SelectorCase{"\"index\" in " + kAttributes, Selects::kYes},
                    SelectorCase{"has(" + kAttributes + ".absent)", Selects::kNo},
                    SelectorCase{"false || true && false", Selects::kNo},
                    SelectorCase{"(true || false) && true", Selects::kYes},
                    SelectorCase{"!!true", Selects::kYes},
                    SelectorCase{"true in []", Selects::kNo}));

// An error on one side is forgiven where the other side decides.
INSTANTIATE_TEST_SUITE_P(
    Failures, Selector,
    testing::Values(SelectorCase{kAttributes + ".absent == 1", Selects::kFails},
                    SelectorCase{kAttributes + ".absent == 1 && false", Selects::kNo},
                    SelectorCase{kAttributes + ".absent == 1 && true", Selects::kFails},
                    SelectorCase{"true || " + kAttributes + ".absent == 1", Selects::kYes},
                    SelectorCase{kAttributes + ".index < \"a\"", Selects::kFails},
                    SelectorCase{kAttributes + ".uuid", Selects::kFails},
                    SelectorCase{"!" + kAttributes + ".uuid", Selects::kFails},
                    SelectorCase{"device.attributes[\"x.io\"].uuid == \"\"", Selects::kFails}));

class NotUnderstood : public testing::TestWithParam<std::string> {};

TEST_P(NotUnderstood, IsNeitherTrueNorFalse) {
  EXPECT_EQ(answer(GetParam()), Selects::kNotUnderstood) << GetParam();
  EXPECT_NE(dra::complaint_about_selector(GetParam()), "");
}

INSTANTIATE_TEST_SUITE_P(
    Texts, NotUnderstood,
    testing::Values("", "true ||", "device.driver.startsWith(\"a\")", "true ? false : true",
                    "1 + 1 == 2", "device.capacity[\"x\"].memory.compareTo(quantity(\"1Gi\")) > 0",
                    "1.5 == 1.5", "device.attributes.exists(a, true)", "r\"a\" == \"a\"",
                    "'''a''' == 'a'", "\"a", "\"\\q\" == \"\"", "\"\\ud800\" == \"\"",
                    "true == true == true", "false || other", "has(device.driver)",
                    "device.driver in \"abc\"", "device.driver in [device.driver]",
                    "9223372036854775808 == 1", "a\x01",
                    std::string(300, '(') + "true" + std::string(300, ')'),
                    std::string(11'000, ' ') + "true"));

TEST(Selector, SaysWhereItStops) {
  EXPECT_EQ(
      dra::complaint_about_selector("true || device.pool == \"a\""),
      "offset 20: driver, attributes or allowMultipleAllocations after \"device.\" is expected, "
      "not \"==\"");
}

// Whatever a webhook puts between the quotes stays one text.
RC_GTEST_PROP(SelectorProperty, AQuotedTextIsNothingElse, (const std::string& raw)) {
  std::string quoted;
  for (const char c : raw) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) continue;
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  RC_ASSERT(answer(kAttributes + ".uuid in [\"" + quoted + "\"]") == Selects::kNo);
}

}  // namespace
}  // namespace npushare::dra_test
