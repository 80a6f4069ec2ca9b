#include "scheduler/cli/yaml_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "config/yaml_json.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

TEST(YamlText, WritesBlocksAndQuotesWhatWouldBeSomethingElse) {
  const Json value = *Json::parse(
      R"({"nodes":[{"name":"n1","chips":[],"free":{"memoryMiB":7,"none":{}}},{"name":"no"}],
          "words":["plain","1","true","a: b","","- x","\u001b[31m",null,[1,[2]]],"ok":true})");

  EXPECT_EQ(yaml_of(value),
            "nodes:\n"
            "- name: n1\n"
            "  chips: []\n"
            "  free:\n"
            "    memoryMiB: 7\n"
            "    none: {}\n"
            "- name: \"no\"\n"
            "words:\n"
            "- plain\n"
            "- \"1\"\n"
            "- \"true\"\n"
            "- \"a: b\"\n"
            "- \"\"\n"
            "- \"- x\"\n"
            "- \"\\u001b[31m\"\n"
            "- null\n"
            "-\n"
            "  - 1\n"
            "  -\n"
            "    - 2\n"
            "ok: true\n");
  EXPECT_EQ(yaml_of(Json{}), "null\n");
}

Json any_json(int depth) {
  const int kind = *rc::gen::inRange(0, depth > 0 ? 6 : 4);
  if (kind == 0) return {};
  if (kind == 1) return *rc::gen::arbitrary<bool>();
  if (kind == 2) return *rc::gen::inRange<std::int64_t>(-99, 99);
  if (kind == 3)
    return *rc::gen::container<std::string>(
        rc::gen::elementOf(std::string("ab1 :-#\"\\/{}\n\t~&")));
  Json list = Json::array();
  Json object = Json::object();
  const int size = *rc::gen::inRange(0, 4);
  for (int k = 0; k < size; ++k) {
    list.push_back(any_json(depth - 1));
    object.set("k" + std::to_string(k), any_json(depth - 1));
  }
  return kind == 4 ? list : object;
}

// Read by the parser that our own files are read with, it is the value again.
RC_GTEST_PROP(YamlText, IsReadBackAsTheSameValue, ()) {
  const Json value = Json::Object{{"value", any_json(3)}};

  const Result<std::vector<std::string>> read = config::yaml_to_json(yaml_of(value), "text");

  RC_ASSERT(read.has_value());
  RC_ASSERT(read->size() == 1U);
  RC_ASSERT(*Json::parse(read->front()) == value);
}

}  // namespace
}  // namespace npushare::cli
