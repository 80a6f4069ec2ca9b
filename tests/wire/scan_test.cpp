#include "scheduler/wire/scan.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace npushare::wire {
namespace {

TEST(Scanner, FindsWhereAValueEnds) {
  for (const std::string value : {"1", "-1.5e3", "true", "null", R"("a")", R"("\"")", R"("\\")",
                                  R"("\\\"}")", "[]", "{}", R"({"a":"}","b":["]",{}]})"}) {
    for (const std::string after : {"", ",", "]", "}", " ", "\n{"}) {
      const std::string text = " " + value + after;
      Scanner scan(text);
      const std::optional<std::string_view> found = scan.skip_value(0);
      ASSERT_TRUE(found) << text;
      EXPECT_EQ(*found, value);
      EXPECT_EQ(scan.offset(), 1 + value.size());
    }
  }
}

TEST(Scanner, RefusesAValueWithoutAnEnd) {
  for (const std::string_view text :
       {"", "  ", ",", "[", "{\"a\":1", "\"a", "\"\\\"", "[\"]", "{\"a\":[}", "]"}) {
    Scanner scan(text);
    EXPECT_FALSE(scan.skip_value(0)) << text;
  }
}

TEST(Scanner, HandsOutMembersWithDecodedKeys) {
  std::vector<std::string> seen;
  Scanner scan(R"( { "a" : 1 , "\u0062\"" : [2] } rest)");

  const Result<> done = scan.members([&](std::string_view key) -> Result<> {
    const std::optional<std::string_view> value = scan.skip_value(1);
    if (!value) return scan.error();
    seen.push_back(std::string(key) + "=" + std::string(*value));
    return {};
  });

  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(seen, (std::vector<std::string>{"a=1", "b\"=[2]"}));
  EXPECT_EQ(scan.text().substr(scan.offset()), " rest");
}

TEST(Scanner, StopsAtTheFirstErrorOfAMember) {
  int calls = 0;
  Scanner scan(R"({"a":1,"b":2})");

  const Result<> done = scan.members([&](std::string_view) -> Result<> {
    ++calls;
    return Error{ErrorCode::kInvalid, "no"};
  });

  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "no");
  EXPECT_EQ(calls, 1);
}

TEST(Scanner, TakesAWordOnlyAsAWhole) {
  EXPECT_TRUE(Scanner(" null").take_word("null"));
  EXPECT_TRUE(Scanner("null,").take_word("null"));
  EXPECT_FALSE(Scanner("nul").take_word("null"));
  EXPECT_FALSE(Scanner("nullx").take_word("null"));
  EXPECT_FALSE(Scanner("").take_word("null"));
}

TEST(Scanner, SkipsNoDeeperThan128ContainersInAll) {
  const std::string nest = std::string(100, '[') + std::string(100, ']');

  EXPECT_TRUE(Scanner(nest).skip_value(28));
  EXPECT_FALSE(Scanner(nest).skip_value(29));
}

TEST(Scanner, FindsStringEndsAtEveryDistanceFromABlock) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string plain = '"' + std::string(size, 'x') + '"';
    EXPECT_EQ(Scanner(plain + ",").skip_value(0).value_or(""), plain);
    const auto quoted = Scanner(plain).string();
    ASSERT_TRUE(quoted && !quoted->has_escapes);
    EXPECT_EQ(quoted->text, plain);

    const std::string escaped = '"' + std::string(size, '\xFF') + R"(\"\\")";
    EXPECT_EQ(Scanner(escaped).skip_value(0).value_or(""), escaped);
    EXPECT_TRUE(Scanner(escaped).string().value_or(Quoted{}).has_escapes);

    EXPECT_FALSE(Scanner('"' + std::string(size, 'x') + "\n\"").string());
    EXPECT_FALSE(Scanner('"' + std::string(size, 'x')).string());
    EXPECT_FALSE(Scanner('"' + std::string(size, 'x') + "\\").string());
    EXPECT_FALSE(Scanner('"' + std::string(size, 'x') + "\\\"").skip_value(0));
  }
}

struct Unescaped {
  const char* inside;
  const char* text;
};

TEST(AppendUnescaped, DecodesEveryEscape) {
  for (const Unescaped& test :
       {Unescaped{"", ""}, Unescaped{"plain", "plain"},
        Unescaped{R"(\"\\\/\n\t\r\b\f)", "\"\\/\n\t\r\b\f"}, Unescaped{R"(\u0041x)", "Ax"},
        Unescaped{R"(\u00e9\u20AC)", "\u00e9\u20ac"}, Unescaped{R"(\ud83d\uDE00)", "\U0001F600"},
        Unescaped{R"(\uffff)", "\uffff"}, Unescaped{R"(\\u0041)", "\\u0041"}}) {
    std::string out;
    EXPECT_TRUE(append_unescaped(out, test.inside)) << test.inside;
    EXPECT_EQ(out, test.text);
  }
}

TEST(AppendUnescaped, RefusesWhatIsNoEscape) {
  for (const char* inside :
       {R"(\)", R"(\x)", R"(\u)", R"(\u12)", R"(\u12g4)", R"(\ud83d)", R"(\ud83dx)",
        R"(\ud83d\u0041)", R"(\ude00)", R"(\u-123)", R"(\U0041)"}) {
    std::string out;
    EXPECT_FALSE(append_unescaped(out, inside)) << inside;
  }
}

TEST(Scanner, ReadsOnlyNumbersOfTheGrammar) {
  for (const char* number : {"0", "-0", "10", "-1.5", "1e3", "1E+3", "0.0e-0"})
    EXPECT_EQ(Scanner(number).number().value_or("none"), number);
  for (const char* other :
       {"", "-", "01", "1.", ".5", "1e", "1e+", "+1", "0x1", "1a", "NaN", "1:2"})
    EXPECT_FALSE(Scanner(other).number()) << other;
}

}  // namespace
}  // namespace npushare::wire
