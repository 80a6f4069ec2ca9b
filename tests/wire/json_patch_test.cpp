#include <gtest/gtest.h>

#include <string>

#include "scheduler/wire/json.hpp"

namespace npushare::wire {
namespace {

Json json(std::string_view text) {
  const Result<Json> value = Json::parse(text);
  EXPECT_TRUE(value) << text;
  return value ? *value : Json{};
}

struct MergeCase {
  const char* target;
  const char* patch;
  const char* result;
};

class MergePatch : public testing::TestWithParam<MergeCase> {};

TEST_P(MergePatch, DoesWhatTheTableOfTheStandardSays) {
  Json target = json(GetParam().target);

  merge_patch(target, json(GetParam().patch));

  EXPECT_EQ(target, json(GetParam().result)) << target.text();
}

// RFC 7386, appendix A.
INSTANTIATE_TEST_SUITE_P(
    Rfc7386, MergePatch,
    testing::Values(MergeCase{R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
                    MergeCase{R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
                    MergeCase{R"({"a":"b"})", R"({"a":null})", R"({})"},
                    MergeCase{R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
                    MergeCase{R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
                    MergeCase{R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
                    MergeCase{R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})",
                              R"({"a":{"b":"d"}})"},
                    MergeCase{R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
                    MergeCase{R"(["a","b"])", R"(["c","d"])", R"(["c","d"])"},
                    MergeCase{R"({"a":"b"})", R"(["c"])", R"(["c"])"},
                    MergeCase{R"({"a":"foo"})", "null", "null"},
                    MergeCase{R"({"a":"foo"})", R"("bar")", R"("bar")"},
                    MergeCase{R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
                    MergeCase{R"([1,2])", R"({"a":"b","c":null})", R"({"a":"b"})"},
                    MergeCase{R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"}));

struct PatchCase {
  const char* name;
  const char* target;
  const char* operations;
  const char* result;
};

class JsonPatch : public testing::TestWithParam<PatchCase> {};

TEST_P(JsonPatch, DoesWhatTheStandardSays) {
  Json target = json(GetParam().target);

  const Result<> done = json_patch(target, json(GetParam().operations));

  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(target, json(GetParam().result)) << target.text();
}

// RFC 6902, appendix A.
INSTANTIATE_TEST_SUITE_P(
    Rfc6902, JsonPatch,
    testing::Values(PatchCase{"a1_adds_a_member", R"({"foo":"bar"})",
                              R"([{"op":"add","path":"/baz","value":"qux"}])",
                              R"({"baz":"qux","foo":"bar"})"},
                    PatchCase{"a2_adds_an_element", R"({"foo":["bar","baz"]})",
                              R"([{"op":"add","path":"/foo/1","value":"qux"}])",
                              R"({"foo":["bar","qux","baz"]})"},
                    PatchCase{"a3_removes_a_member", R"({"baz":"qux","foo":"bar"})",
                              R"([{"op":"remove","path":"/baz"}])", R"({"foo":"bar"})"},
                    PatchCase{"a4_removes_an_element", R"({"foo":["bar","qux","baz"]})",
                              R"([{"op":"remove","path":"/foo/1"}])", R"({"foo":["bar","baz"]})"},
                    PatchCase{"a5_replaces", R"({"baz":"qux","foo":"bar"})",
                              R"([{"op":"replace","path":"/baz","value":"boo"}])",
                              R"({"baz":"boo","foo":"bar"})"},
                    PatchCase{"a6_moves_a_member",
                              R"({"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}})",
                              R"([{"op":"move","from":"/foo/waldo","path":"/qux/thud"}])",
                              R"({"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}})"},
                    PatchCase{"a7_moves_an_element", R"({"foo":["all","grass","cows","eat"]})",
                              R"([{"op":"move","from":"/foo/1","path":"/foo/3"}])",
                              R"({"foo":["all","cows","eat","grass"]})"},
                    PatchCase{"a8_tests", R"({"baz":"qux","foo":["a",2,"c"]})",
                              R"([{"op":"test","path":"/baz","value":"qux"},
                      {"op":"test","path":"/foo/1","value":2.0}])",
                              R"({"baz":"qux","foo":["a",2,"c"]})"},
                    PatchCase{"a10_adds_a_nested_object", R"({"foo":"bar"})",
                              R"([{"op":"add","path":"/child","value":{"grandchild":{}}}])",
                              R"({"foo":"bar","child":{"grandchild":{}}})"},
                    PatchCase{"a11_ignores_unknown_members", R"({"foo":"bar"})",
                              R"([{"op":"add","path":"/baz","value":"qux","xyz":123}])",
                              R"({"foo":"bar","baz":"qux"})"},
                    PatchCase{"a14_decodes_the_pointer", R"({"/":9,"~1":10})",
                              R"([{"op":"test","path":"/~01","value":10}])", R"({"/":9,"~1":10})"},
                    PatchCase{"a16_appends", R"({"foo":["bar"]})",
                              R"([{"op":"add","path":"/foo/-","value":["abc","def"]}])",
                              R"({"foo":["bar",["abc","def"]]})"},
                    PatchCase{"copies", R"({"a":{"b":1}})",
                              R"([{"op":"copy","from":"/a","path":"/c"}])",
                              R"({"a":{"b":1},"c":{"b":1}})"},
                    PatchCase{"replaces_the_whole", R"({"a":1})",
                              R"([{"op":"replace","path":"","value":[]}])", R"([])"},
                    PatchCase{"sets_null", R"({"a":1})",
                              R"([{"op":"add","path":"/a","value":null}])", R"({"a":null})"},
                    PatchCase{"takes_the_empty_key", R"({"":{"":1}})",
                              R"([{"op":"remove","path":"//"}])", R"({"":{}})"}),
    [](const auto& test) { return test.param.name; });

struct RefusedPatch {
  const char* name;
  const char* operations;
  ErrorCode code = ErrorCode::kInvalid;
};

class RefusedJsonPatch : public testing::TestWithParam<RefusedPatch> {};

TEST_P(RefusedJsonPatch, ChangesNothing) {
  const Json before = json(R"({"foo":"bar","list":[1]})");
  Json target = before;

  const Result<> done = json_patch(target, json(GetParam().operations));

  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, GetParam().code) << done.error().message;
  EXPECT_EQ(target.text(), before.text());
}

INSTANTIATE_TEST_SUITE_P(
    Wrong, RefusedJsonPatch,
    testing::Values(
        // RFC 6902, appendix A: 9, 12, 13 and 15.
        RefusedPatch{"a9_failed_test",
                     R"([{"op":"add","path":"/x","value":1},
                         {"op":"test","path":"/foo","value":"baz"}])",
                     ErrorCode::kConflict},
        RefusedPatch{"a12_missing_parent", R"([{"op":"add","path":"/baz/bat","value":"qux"}])"},
        RefusedPatch{"a13_last_op_counts",
                     R"([{"op":"add","path":"/baz","value":"qux","op":"remove"}])"},
        RefusedPatch{"a15_number_against_text", R"([{"op":"test","path":"/list/0","value":"1"}])",
                     ErrorCode::kConflict},
        RefusedPatch{"test_of_a_missing_place", R"([{"op":"test","path":"/no","value":null}])",
                     ErrorCode::kConflict},
        RefusedPatch{"no_array", R"({"op":"remove","path":"/foo"})"},
        RefusedPatch{"unknown_operation", R"([{"op":"rename","path":"/foo","value":1}])"},
        RefusedPatch{"no_path", R"([{"op":"remove"}])"},
        RefusedPatch{"no_value", R"([{"op":"add","path":"/foo"}])"},
        RefusedPatch{"no_from", R"([{"op":"copy","path":"/foo"}])"},
        RefusedPatch{"path_without_slash", R"([{"op":"remove","path":"foo"}])"},
        RefusedPatch{"bad_escape", R"([{"op":"remove","path":"/~2"}])"},
        RefusedPatch{"leading_zero", R"([{"op":"remove","path":"/list/00"}])"},
        RefusedPatch{"index_past_the_end", R"([{"op":"add","path":"/list/2","value":1}])"},
        RefusedPatch{"huge_index",
                     R"([{"op":"add","path":"/list/99999999999999999999","value":1}])"},
        RefusedPatch{"into_a_scalar", R"([{"op":"add","path":"/foo/x","value":1}])"},
        RefusedPatch{"replaces_what_is_missing", R"([{"op":"replace","path":"/x","value":1}])"},
        RefusedPatch{"copies_what_is_missing", R"([{"op":"copy","from":"/x","path":"/y"}])"},
        RefusedPatch{"moves_into_itself", R"([{"op":"move","from":"/list","path":"/list/0"}])"},
        RefusedPatch{"removes_everything", R"([{"op":"remove","path":""}])"}),
    [](const auto& test) { return test.param.name; });

TEST(JsonPatchLimits, NamesTheOperationThatFailed) {
  Json target = Json::object();

  const Result<> done = json_patch(
      target, json(R"([{"op":"add","path":"/a","value":1},{"op":"remove","path":"/b"}])"));

  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "operations[1]: path \"/b\" does not exist");
}

TEST(JsonPatchLimits, TakesTenThousandOperationsAndNoMore) {
  Json operations = Json::array();
  for (int number = 0; number < 10'000; ++number)
    operations.push_back(json(R"({"op":"add","path":"/a","value":1})"));
  Json target = Json::object();
  EXPECT_TRUE(json_patch(target, operations));

  operations.push_back(json(R"({"op":"add","path":"/a","value":1})"));
  EXPECT_FALSE(json_patch(target, operations));
}

TEST(JsonPatchLimits, EndsCopiesThatDoubleTheObjectEachTime) {
  Json operations = Json::array();
  for (int number = 0; number < 64; ++number)
    operations.push_back(json(R"({"op":"copy","from":"/list","path":"/list/-"})"));
  Json target = json(R"({"list":["0123456789"]})");

  EXPECT_FALSE(json_patch(target, operations));
}

TEST(JsonPatchLimits, PlacesNothingDeeperThan128Levels) {
  const std::string chain = [] {
    std::string text;
    for (int level = 0; level < 127; ++level) text += R"({"a":)";
    return text + "{}" + std::string(127, '}');
  }();
  std::string path;
  for (int level = 0; level < 127; ++level) path += "/a";
  Json target = json(chain);
  Json scalar = json(R"([{"op":"add","value":1}])");
  scalar.edit_items()[0].set("path", path + "/b");
  Json object = json(R"([{"op":"add","value":{}}])");
  object.edit_items()[0].set("path", path + "/b");

  EXPECT_TRUE(json_patch(target, scalar));
  EXPECT_FALSE(json_patch(target, object));
}

}  // namespace
}  // namespace npushare::wire
