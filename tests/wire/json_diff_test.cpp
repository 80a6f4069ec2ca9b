// The operations that make one value of another: none too many, and always the right value.
#include "scheduler/wire/json_diff.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/wire_generators.hpp"

namespace npushare::wire {
namespace {

std::string diff(const std::string& was, const std::string& is) {
  return json_diff(*Json::parse(was), *Json::parse(is)).text();
}

struct DiffCase {
  const char* name;
  const char* was;
  const char* is;
  const char* operations;
};

class JsonDiff : public testing::TestWithParam<DiffCase> {};

TEST_P(JsonDiff, NamesOnlyWhatDiffers) {
  EXPECT_EQ(diff(GetParam().was, GetParam().is), GetParam().operations);
}

INSTANTIATE_TEST_SUITE_P(
    All, JsonDiff,
    testing::Values(
        DiffCase{"equal", R"({"a":[1,{"b":2}]})", R"({"a":[1.0,{"b":2}]})", "[]"},
        DiffCase{"member_removed", R"({"a":{"x/y":1,"z":2}})", R"({"a":{"z":2}})",
                 R"([{"op":"remove","path":"/a/x~1y"}])"},
        DiffCase{"member_added", R"({"a":{}})", R"({"a":{"~":1}})",
                 R"([{"op":"add","path":"/a/~0","value":1}])"},
        DiffCase{"member_changed", R"({"a":{"b":1}})", R"({"a":{"b":"1"}})",
                 R"([{"op":"replace","path":"/a/b","value":"1"}])"},
        DiffCase{"item_appended", "[1]", "[1,2]", R"([{"op":"add","path":"/1","value":2}])"},
        DiffCase{"items_inserted", "[1,4]", "[1,2,3,4]",
                 R"([{"op":"add","path":"/1","value":2},{"op":"add","path":"/2","value":3}])"},
        DiffCase{"items_removed", "[1,2,3,4]", "[1,4]",
                 R"([{"op":"remove","path":"/2"},{"op":"remove","path":"/1"}])"},
        DiffCase{"item_changed_and_one_gone", R"([{"a":1},{"b":1},5])", R"([{"a":2},5])",
                 R"([{"op":"replace","path":"/0/a","value":2},{"op":"remove","path":"/1"}])"},
        DiffCase{"repeated_items", "[1,1]", "[1,1,1]", R"([{"op":"add","path":"/2","value":1}])"},
        DiffCase{"another_type", R"({"a":[]})", R"({"a":{}})",
                 R"([{"op":"replace","path":"/a","value":{}}])"},
        DiffCase{"root", "1", "null", R"([{"op":"replace","path":"","value":null}])"}),
    [](const auto& test) { return test.param.name; });

void expect_reached(Json was, const Json& is) {
  const Result<> done = json_patch(was, json_diff(was, is));

  RC_ASSERT(done.has_value());
  RC_ASSERT(was == is);
}

RC_GTEST_PROP(JsonDiffProperty, AppliedToTheOldValueGivesTheNewOne, ()) {
  expect_reached(*any_json(3), *any_json(3));
}

RC_GTEST_PROP(JsonDiffProperty, AlsoOfListsThatAreMuchAlike, ()) {
  const auto numbers = rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 3));
  const auto list = [&numbers] {
    Json items = Json::array();
    for (const int number : *numbers)
      items.push_back(number == 0 ? Json(Json::Object{{"a", number}}) : Json(number));
    return items;
  };
  const Json was = list();
  expect_reached(was, list());
}

}  // namespace
}  // namespace npushare::wire
