#include "scheduler/wire/json.hpp"

#include <gtest/gtest.h>

#include <string>

namespace npushare::wire {
namespace {

Json json(std::string_view text) {
  const Result<Json> value = Json::parse(text);
  EXPECT_TRUE(value) << text << ": " << (value ? "" : value.error().message);
  return value ? *value : Json{};
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(Json, RefusesHalfASurrogatePair) {
  for (const char* text : {R"("\udeaa")", R"({"\udc00":1})", R"("a\uD800b")"})
    EXPECT_FALSE(Json::parse(text)) << text;
  EXPECT_EQ(Json::parse(R"("\ud83d\ude00")")->string(), "\xF0\x9F\x98\x80");
}

TEST(Json, KeepsTheTextOfNumbers) {
  const std::string text = R"({"a":1.10,"b":-0,"c":12345678901234567890123,"d":1E+2})";

  EXPECT_EQ(json(text).text(), text);
}

TEST(Json, ReadsEachTypeAndGivesZeroForTheOthers) {
  const Json value = json(R"({"s":"x","n":42,"f":1.5,"t":true,"l":[1,2],"o":{"k":"v"},"z":null})");

  EXPECT_EQ(value["s"].string(), "x");
  EXPECT_EQ(value["n"].integer(), 42);
  EXPECT_EQ(value["f"].number(), 1.5);
  EXPECT_TRUE(value["t"].boolean());
  EXPECT_EQ(value["l"].items().size(), 2U);
  EXPECT_EQ(value.at("o", "k").string(), "v");
  EXPECT_TRUE(value["z"].is_null());
  EXPECT_TRUE(value.at("o", "missing", "deeper").is_null());
  EXPECT_EQ(value["s"].integer(), 0);
  EXPECT_EQ(value["f"].integer(), 0);
  EXPECT_EQ(value["n"].string(), "");
}

TEST(Json, LastOfDuplicateKeysWinsInThePlaceOfTheFirst) {
  EXPECT_EQ(json(R"({"a":1,"b":2,"a":{"c":3},"b":4})").text(), R"({"a":{"c":3},"b":4})");
}

TEST(Json, ReadsAnObjectOfManyEqualKeysInReasonableTime) {
  std::string text = "{";
  for (int number = 0; number < 40'000; ++number)
    text += "\"" + std::to_string(number % 20'000) + "\":" + std::to_string(number) + ",";
  text.back() = '}';

  EXPECT_EQ(json(text).members().size(), 20'000U);
}

TEST(Json, ParsesNestingOf128ButNotOf129) {
  EXPECT_TRUE(Json::parse(nested(128)));
  const Result<Json> deeper = Json::parse(nested(129));
  ASSERT_FALSE(deeper);
  EXPECT_EQ(deeper.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(deeper.error().message, "JSON nests deeper than 128 at offset 128");
}

TEST(Json, RefusesWhatIsNoJson) {
  for (const std::string_view text :
       {"", " ", "{", "[1,]", "{\"a\"}", "nul", "01", "1.", "\"\x01\"", "\"\\x\"", "{} x", "'a'",
        "\xEF\xBB\xBF{}", "\"\xC3(\"", "\"\\ud800\"", "{\"a\":1", "+1", "NaN"}) {
    const Result<Json> value = Json::parse(text);
    ASSERT_FALSE(value) << text;
    EXPECT_EQ(value.error().code, ErrorCode::kInvalid) << text;
    EXPECT_NE(value.error().message.find("offset"), std::string::npos) << value.error().message;
  }
}

TEST(Json, RefusesBytesBehindANul) {
  const std::string text("{}\0{}", 5);

  EXPECT_FALSE(Json::parse(text));
}

TEST(Json, DecodesEscapesAndWritesThemAsGoDoes) {
  const Json value = json(R"("\u003cx\u003e \"\\\/ \u00e9 \ud83d\ude00 \u2028 \u0001 \t")");

  EXPECT_EQ(value.string(), "<x> \"\\/ \u00e9 \U0001F600 \u2028 \x01 \t");
  EXPECT_EQ(value.text(), "\"\\u003cx\\u003e \\\"\\\\/ \u00e9 \U0001F600 \\u2028 \\u0001 \\t\"");
}

TEST(Json, PrintsIndentedWithANewlineAtTheEnd) {
  const Json value = json(R"({"a":[1,{"b":[]}],"c":{}})");

  EXPECT_EQ(value.pretty(),
            "{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    }\n  ],\n  \"c\": {}\n}\n");
}

TEST(Json, SetsErasesAndAppends) {
  Json value;
  value.set("a", 1);
  value.set("b", Json::array());
  value.member("b").push_back("x");
  value.set("a", "one");

  EXPECT_EQ(value.text(), R"({"a":"one","b":["x"]})");
  EXPECT_TRUE(value.erase("a"));
  EXPECT_FALSE(value.erase("a"));
  EXPECT_EQ(value.text(), R"({"b":["x"]})");
}

TEST(Json, ComparesObjectsWithoutOrderAndNumbersByValue) {
  EXPECT_EQ(json(R"({"a":1,"b":[2]})"), json(R"({"b":[2],"a":1})"));
  EXPECT_NE(json(R"({"a":1})"), json(R"({"a":1,"b":2})"));
  EXPECT_NE(json("[1,2]"), json("[2,1]"));
  for (const std::string_view same : {"1", "1.0", "10e-1", "0.1E1", "100E-2"})
    EXPECT_EQ(json(same), json("1")) << same;
  for (const std::string_view other : {"-1", "1.01", "10", "\"1\"", "true"})
    EXPECT_NE(json(other), json("1")) << other;
  EXPECT_EQ(json("-0.0"), json("0"));
  EXPECT_NE(json("1e-99999999999999999999"), json("1"));
}

}  // namespace
}  // namespace npushare::wire
