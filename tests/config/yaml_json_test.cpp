#include "config/yaml_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string json(std::string_view yaml) {
  const Result<std::vector<std::string>> texts = yaml_to_json(yaml, "f.yaml");
  if (!texts) return texts.error().message;
  return texts->empty() ? "nothing" : texts->front();
}

struct ScalarCase {
  const char* yaml;
  const char* json;
};

class YamlScalar : public testing::TestWithParam<ScalarCase> {};

TEST_P(YamlScalar, IsTypedAsKubectlTypesIt) {
  EXPECT_EQ(json(GetParam().yaml), GetParam().json);
}

INSTANTIATE_TEST_SUITE_P(
    Plain, YamlScalar,
    testing::Values(
        ScalarCase{"[0, 7, -7, +7]", "[0,7,-7,7]"},
        ScalarCase{"[0x1F, 0b11, 0o17, 017]", "[31,3,15,15]"},
        ScalarCase{"[08, 0x, 0xG]", "[8,\"0x\",\"0xG\"]"}, ScalarCase{"[1_000]", "[1000]"},
        ScalarCase{"[9223372036854775807, -9223372036854775808]",
                   "[9223372036854775807,-9223372036854775808]"},
        ScalarCase{"[9223372036854775808, -9223372036854775809]",
                   "[9223372036854775808,-9223372036854775809]"},
        ScalarCase{"[1.5, 21527.0, 1e3, .5, 5., -1.5e-7]", "[1.5,21527,1000,0.5,5,-1.5e-07]"},
        ScalarCase{"[1e21, 1e20]", "[1e+21,100000000000000000000]"},
        ScalarCase{"[1e999, 1e, e1, '.', +-1]", "[\"1e999\",\"1e\",\"e1\",\".\",\"+-1\"]"},
        ScalarCase{"[true, yes, on, y, False, NO, Off, n]",
                   "[true,true,true,true,false,false,false,false]"},
        ScalarCase{"[tRue, yEs, truth]", "[\"tRue\",\"yEs\",\"truth\"]"},
        ScalarCase{"[null, ~, Null, NULL]", "[null,null,null,null]"},
        ScalarCase{"{a: , b: ''}", "{\"a\":null,\"b\":\"\"}"},
        ScalarCase{"[10.0.0.1, 2024-01-01, 8Gi, 12:30]",
                   "[\"10.0.0.1\",\"2024-01-01\",\"8Gi\",\"12:30\"]"}));

INSTANTIATE_TEST_SUITE_P(
    Quoted, YamlScalar,
    testing::Values(
        ScalarCase{"['7', \"true\", 'null', '1.5']", "[\"7\",\"true\",\"null\",\"1.5\"]"},
        ScalarCase{"a: |\n  12\n", "{\"a\":\"12\\n\"}"},
        ScalarCase{"[\"a\\\"b\\\\c\\td\\x01\"]", "[\"a\\\"b\\\\c\\u0009d\\u0001\"]"},
        ScalarCase{"[\"\\u00e9\\U0001F600\"]", "[\"\xC3\xA9\xF0\x9F\x98\x80\"]"},
        ScalarCase{"[!!str 7, !!int '7', !!float 7, !!bool \"on\"]", "[\"7\",7,7,true]"}));

INSTANTIATE_TEST_SUITE_P(
    Refused, YamlScalar,
    testing::Values(
        ScalarCase{"a: 1\nb: .inf",
                   "f.yaml:2: \".inf\" has no form in JSON; write a number, or quote it "
                   "to make it text"},
        ScalarCase{"a:\n- !!int x",
                   "f.yaml:2: \"x\" does not fit its tag "
                   "tag:yaml.org,2002:int; remove the tag"},
        ScalarCase{"a: !mine x", "f.yaml:1: \"x\" does not fit its tag !mine; remove the tag"}));

TEST(YamlToJson, KeepsDocumentsApartAndLeavesEmptyOnesOut) {
  const auto texts = yaml_to_json("---\na: 1\n---\n---\n# nothing\n---\n- b\n...\n", "f.yaml");

  ASSERT_TRUE(texts);
  EXPECT_THAT(*texts, ElementsAre("{\"a\":1}", "[\"b\"]"));
}

TEST(YamlToJson, GivesNothingForAnEmptyText) {
  EXPECT_EQ(json(""), "nothing");
  EXPECT_EQ(json("# a comment\n"), "nothing");
}

TEST(YamlToJson, UnfoldsAliasesAndMerges) {
  EXPECT_EQ(json("a: &x {p: 1, q: 2}\nb: *x\nc: {<<: *x, q: 3}\nd: {<<: [{r: 4}, *x]}"),
            "{\"a\":{\"p\":1,\"q\":2},\"b\":{\"p\":1,\"q\":2},\"c\":{\"q\":3,\"p\":1},"
            "\"d\":{\"r\":4,\"p\":1,\"q\":2}}");
}

TEST(YamlToJson, RefusesAMergeOfSomethingElse) {
  EXPECT_THAT(json("a: 1\nb:\n  <<: 3\n"), HasSubstr("f.yaml:3: only mappings can be merged"));
}

TEST(YamlToJson, RefusesAnAliasBomb) {
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
  for (char level = 'b'; level <= 'i'; ++level) {
    const std::string below = std::string("*") + static_cast<char>(level - 1) + ", ";
    bomb += std::string(1, level) + ": &" + level + " [";
    for (int k = 0; k < 9; ++k) bomb += below;
    bomb += std::string("*") + static_cast<char>(level - 1) + "]\n";
  }

  EXPECT_THAT(json(bomb), HasSubstr("aliases unfold to more than 100000 values"));
}

TEST(YamlToJson, CountsTheTextThatAliasesRepeat) {
  std::string bomb = "a: &a " + std::string(1 << 20, 'x') + "\nb: [";
  for (int k = 0; k < 1000; ++k) bomb += "*a, ";

  EXPECT_THAT(json(bomb + "]"), HasSubstr("f.yaml:2: aliases unfold"));
}

TEST(YamlToJson, RefusesAnAliasInsideWhatItNames) {
  EXPECT_THAT(json("a: &x [1, *x]"), HasSubstr("f.yaml:1: an alias stands inside"));
}

TEST(YamlToJson, AcceptsNestingUpToTheLimit) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };

  EXPECT_EQ(json(nested(127)), nested(127));
  EXPECT_EQ(json(nested(128)), nested(128));
  EXPECT_THAT(json(nested(129)), HasSubstr("nested deeper than 128 levels"));
  EXPECT_THAT(json(std::string(100'000, '[')), HasSubstr("f.yaml:1: "));
}

struct BrokenCase {
  const char* yaml;
  const char* message;
};

class BrokenYaml : public testing::TestWithParam<BrokenCase> {};

TEST_P(BrokenYaml, IsRefusedWithItsLine) {
  const auto texts = yaml_to_json(GetParam().yaml, "f.yaml");

  ASSERT_FALSE(texts);
  EXPECT_EQ(texts.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(texts.error().message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenYaml,
    testing::Values(BrokenCase{"a: 1\nb: [1", "f.yaml:2: "},
                    BrokenCase{"a: 1\n\tb: 2", "f.yaml:2: "},
                    BrokenCase{"a: 1\nb: 2\na: 3", "f.yaml:3: key \"a\" is there twice"},
                    BrokenCase{"a: 1\n? [b]\n: 2", "f.yaml:2: a key is not a word"},
                    BrokenCase{"a: 1\nb: \xFF", "f.yaml:2: a byte here is not printable UTF-8"},
                    BrokenCase{"a: \xC0\x80", "f.yaml:1: a byte"},
                    BrokenCase{"a: \xED\xA0\x80", "f.yaml:1: a byte"},
                    BrokenCase{"a: \xF4\x90\x80\x80", "f.yaml:1: a byte"},
                    BrokenCase{"a: \xE2\x82", "f.yaml:1: a byte"},
                    BrokenCase{"a: x\x04y", "f.yaml:1: a byte"},
                    BrokenCase{"a: *nobody", "f.yaml:1: "},
                    BrokenCase{"a: 1\n'<<': 2", "f.yaml:2: \"<<\" is no name for a key"}));

// The YAML library never gets past these by itself.
TEST(YamlToJson, EndsAtATokenThatCanBeginNothing) {
  EXPECT_THAT(json("# a\n, b: 1\n"), HasSubstr("f.yaml:2: something here is out of place"));
  EXPECT_THAT(json("a: 1\n---\n, b\n"), HasSubstr("f.yaml:3: something here is out of place"));
  EXPECT_THAT(json("a: 1\n]\n"), HasSubstr("f.yaml:2: "));
}

TEST(YamlToJson, RefusesATextAboveItsLimit) {
  const std::string comment(std::size_t{16} << 20, '#');

  EXPECT_EQ(json(comment), "nothing");
  EXPECT_THAT(json(comment + "#"), HasSubstr("more than 16 MiB"));
}

}  // namespace
}  // namespace npushare::config
