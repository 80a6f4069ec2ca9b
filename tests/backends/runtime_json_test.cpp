#include "scheduler/backends/runtime_json.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace npushare::backends {
namespace {

struct GoodCase {
  std::string id;
  std::string json;
  std::optional<RuntimeEntry> of_a;  // what the plugin would use for chip A
};

class GoodRuntime : public testing::TestWithParam<GoodCase> {};

TEST_P(GoodRuntime, IsLookedUpByUuid) {
  const Result<std::vector<RuntimeEntry>> entries = read_runtime(GetParam().json);

  ASSERT_TRUE(entries) << entries.error().message;
  const RuntimeEntry* of_a = entry_of(*entries, "A");
  ASSERT_EQ(of_a != nullptr, GetParam().of_a.has_value());
  if (of_a != nullptr) {
    EXPECT_EQ(*of_a, *GetParam().of_a);
  }
}

RuntimeEntry a_with(std::optional<std::int64_t> memory) {
  return {"A", "", memory, {}};
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, GoodRuntime,
    testing::Values(
        GoodCase{"npc-9.3-50", R"([{"uuid":"A","Memory":1}])", a_with(1)},
        GoodCase{"npc-9.3-51", R"([{"UUID":"A","memory":1},{"UUID":"A","memory":2}])", a_with(2)},
        GoodCase{"npc-9.3-52", R"([{"UUID":"A","memory":null,"core":null}])", a_with({})},
        GoodCase{"npc-9.3-53 no uuid", R"([{"UUID":"","memory":3}])", {}},
        GoodCase{"npc-9.3-53 null element", "[null]", {}}, GoodCase{"npc-9.3-53", "null", {}},
        GoodCase{"npc-9.3-53 empty", "[]", {}},
        GoodCase{"npc-9.3-56", R"([{"UUID":"A","memory":-1}])", a_with(-1)},
        GoodCase{"case-C57", R"([{"UUID":"A","temp":"vir02"}])",
                 RuntimeEntry{"A", "vir02", {}, {}}},
        GoodCase{"unknown keys", R"([{"UUID":"A","memory":1,"new":{"x":[1]}}])", a_with(1)}));

struct BadCase {
  std::string id;
  std::string json;
};

class BadRuntime : public testing::TestWithParam<BadCase> {};

TEST_P(BadRuntime, IsRefused) {
  EXPECT_FALSE(read_runtime(GetParam().json));
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, BadRuntime,
    testing::Values(BadCase{"npc-9.3-54 object", "{}"}, BadCase{"npc-9.3-54 empty", ""},
                    BadCase{"npc-9.3-54 nested", R"([["A"]])"},
                    BadCase{"npc-9.3-54 trailing", R"([{"UUID":"A"}]x)"},
                    BadCase{"npc-9.3-54 comma", R"([{"UUID":"A",}])"},
                    BadCase{"npc-9.3-54 type", R"([{"UUID":5}])"},
                    BadCase{"npc-9.3-55 string", R"([{"UUID":"A","memory":"8192"}])"},
                    BadCase{"npc-9.3-55 point", R"([{"UUID":"A","memory":8192.0}])"},
                    BadCase{"npc-9.3-55 exponent", R"([{"UUID":"A","memory":8e3}])"},
                    BadCase{"npc-9.3-55 64 bits", R"([{"UUID":"A","memory":9223372036854775808}])"},
                    BadCase{"npc-9.3-55 core", R"([{"UUID":"A","core":2147483648}])"},
                    BadCase{"case-C57 string", R"("A")"}, BadCase{"case-C57 list", "A,B"}));

TEST(RuntimeJson, WritesOnlyWhatIsSaid) {
  const std::vector<RuntimeEntry> entries{
      {"A", "vir01", {}, {}}, {"B", "", 8192, 50}, {"C", "", 4096, {}}, {"D", "", {}, {}}};

  EXPECT_EQ(write_runtime(entries),
            R"([{"UUID":"A","temp":"vir01"},{"UUID":"B","memory":8192,"core":50},)"
            R"({"UUID":"C","memory":4096},{"UUID":"D"}])");
}

}  // namespace
}  // namespace npushare::backends
