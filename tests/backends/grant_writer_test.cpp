#include "scheduler/backends/grant_writer.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;

const std::string kA = "68496E64-20E05477-92C31323-6E78030A-BD003019";
const std::string kB = "D8496E64-20E05477-92C31323-6E78030A-BD003019";
constexpr std::int64_t kNow = 1786693660;

struct Given {
  std::uint16_t container = 0;
  std::string chip;
  std::int64_t memory = 0;
  std::int64_t cores = 0;
  std::string template_name;
  Mode mode = Mode::kSoft;
};

Allocation allocation_of(std::size_t containers, const std::vector<Given>& given) {
  Allocation result{.node = NodeName{"npu-node-1"}, .holder = std::make_shared<const Holder>()};
  for (std::size_t i = 0; i < containers; ++i)
    result.containers.push_back({"c" + std::to_string(i), ContainerKind::kApp});
  for (const Given& one : given) {
    result.grants.push_back({.container = one.container,
                             .chip = ChipUuid{one.chip},
                             .model = k310P,
                             .quota = {MiB{one.memory}, Cores{one.cores}},
                             .template_name = one.template_name,
                             .mode = one.mode});
  }
  return result;
}

struct BytesCase {
  std::string id;
  std::size_t containers = 1;
  std::vector<Given> given;
  std::string devices;
  std::string runtime;
};

class GrantBytes : public testing::TestWithParam<BytesCase> {};

TEST_P(GrantBytes, AreExactlyThoseOfTheContract) {
  const BytesCase& expected = GetParam();

  const wire::StringMap marks =
      grant_annotations(allocation_of(expected.containers, expected.given), kNow);

  EXPECT_EQ(marks.at("hami.io/Ascend310P-devices-to-allocate"), expected.devices);
  EXPECT_EQ(marks.at("hami.io/Ascend310P-devices-allocated"), expected.devices);
  EXPECT_EQ(marks.at("huawei.com/Ascend310P"), expected.runtime);
}

Given hard(std::uint16_t container, const std::string& chip, std::int64_t memory,
           const std::string& name = "") {
  return {container, chip, memory, 0, name, Mode::kHard};
}

Given soft(std::uint16_t container, const std::string& chip, std::int64_t memory,
           std::int64_t cores = 0) {
  return {container, chip, memory, cores, "", Mode::kSoft};
}

const std::string kTypeA = kA + ",Ascend310P,";
const std::string kTypeB = kB + ",Ascend310P,";
const std::string kUuidA = R"({"UUID":")" + kA + "\"";
const std::string kUuidB = R"({"UUID":")" + kB + "\"";

// E1 to E11 of node-plugin-contract 3.9; volcano-V-53 and the first two J vectors of HAMi add
// `memory` in hard split, which that contract's bytes do not have (the plugin ignores it there).
INSTANTIATE_TEST_SUITE_P(
    Contract, GrantBytes,
    testing::Values(
        BytesCase{"E1 whole volcano-V-54",
                  1,
                  {hard(0, kA, 21527)},
                  kTypeA + "21527,0:;",
                  "[" + kUuidA + "}]"},
        BytesCase{"E2 vir01 case-C57",
                  1,
                  {hard(0, kA, 3072, "vir01")},
                  kTypeA + "3072,0:;",
                  "[" + kUuidA + R"(,"temp":"vir01"}])"},
        BytesCase{"E3 vir02",
                  1,
                  {hard(0, kA, 6144, "vir02")},
                  kTypeA + "6144,0:;",
                  "[" + kUuidA + R"(,"temp":"vir02"}])"},
        BytesCase{"E4 vir04",
                  1,
                  {hard(0, kA, 12288, "vir04")},
                  kTypeA + "12288,0:;",
                  "[" + kUuidA + R"(,"temp":"vir04"}])"},
        BytesCase{"E5 soft",
                  1,
                  {soft(0, kA, 8192)},
                  kTypeA + "8192,0:;",
                  "[" + kUuidA + R"(,"memory":8192}])"},
        BytesCase{"E6 soft and core",
                  1,
                  {soft(0, kA, 8192, 50)},
                  kTypeA + "8192,50:;",
                  "[" + kUuidA + R"(,"memory":8192,"core":50}])"},
        BytesCase{"E7 two containers",
                  2,
                  {soft(0, kA, 8192), soft(1, kB, 4096)},
                  kTypeA + "8192,0:;" + kTypeB + "4096,0:;",
                  "[" + kUuidA + R"(,"memory":8192},)" + kUuidB + R"(,"memory":4096}])"},
        BytesCase{"E8 two chips",
                  1,
                  {soft(0, kA, 8192), soft(0, kB, 8192)},
                  kTypeA + "8192,0:" + kTypeB + "8192,0:;",
                  "[" + kUuidA + R"(,"memory":8192},)" + kUuidB + R"(,"memory":8192}])"},
        BytesCase{"E8 two whole chips",
                  1,
                  {hard(0, kA, 21527), hard(0, kB, 21527)},
                  kTypeA + "21527,0:" + kTypeB + "21527,0:;",
                  "[" + kUuidA + "}," + kUuidB + "}]"},
        BytesCase{"E9 case-X10 first container without",
                  2,
                  {soft(1, kA, 8192)},
                  ";" + kTypeA + "8192,0:;",
                  "[" + kUuidA + R"(,"memory":8192}])"},
        BytesCase{"E10 one chip twice",
                  2,
                  {soft(0, kA, 8192), soft(1, kA, 8192)},
                  kTypeA + "8192,0:;" + kTypeA + "8192,0:;",
                  "[" + kUuidA + R"(,"memory":8192},)" + kUuidA + R"(,"memory":8192}])"},
        BytesCase{"E11 middle one without",
                  3,
                  {soft(0, kA, 8192), soft(2, kB, 8192)},
                  kTypeA + "8192,0:;;" + kTypeB + "8192,0:;",
                  "[" + kUuidA + R"(,"memory":8192},)" + kUuidB + R"(,"memory":8192}])"}));

INSTANTIATE_TEST_SUITE_P(
    Hami, GrantBytes,
    testing::Values(
        // hami-J1 is HAMi's 2.10 superset with `memory`; hami-J6 (2.9) is ours.
        BytesCase{"hami-E1 hami-J1 hami-J6",
                  1,
                  {hard(0, "d1", 3072, "vir01")},
                  "d1,Ascend310P,3072,0:;",
                  R"([{"UUID":"d1","temp":"vir01"}])"},
        BytesCase{"hami-E5",
                  3,
                  {hard(1, "d0", 6144, "vir02")},
                  ";d0,Ascend310P,6144,0:;;",
                  R"([{"UUID":"d0","temp":"vir02"}])"},
        // hami-J2 has `memory`; node-plugin-contract E8 has not.
        BytesCase{"hami-E6 hami-J2",
                  1,
                  {hard(0, "d2", 21527), hard(0, "d1", 21527)},
                  "d2,Ascend310P,21527,0:d1,Ascend310P,21527,0:;",
                  R"([{"UUID":"d2"},{"UUID":"d1"}])"},
        BytesCase{"hami-E11 hami-J3",
                  1,
                  {soft(0, "d0", 4096, 20)},
                  "d0,Ascend310P,4096,20:;",
                  R"([{"UUID":"d0","memory":4096,"core":20}])"},
        BytesCase{"case-C51",
                  5,
                  {hard(1, "A", 3072, "vir01")},
                  ";A,Ascend310P,3072,0:;;;;",
                  R"([{"UUID":"A","temp":"vir01"}])"},
        BytesCase{
            "case-C59",
            4,
            {soft(1, "X", 3072, 10), soft(3, "Y", 6144, 20)},
            ";X,Ascend310P,3072,10:;;Y,Ascend310P,6144,20:;",
            R"([{"UUID":"X","memory":3072,"core":10},{"UUID":"Y","memory":6144,"core":20}])"}));

TEST(GrantWriter, WritesNodePhaseAndTimes) {
  const wire::StringMap marks = grant_annotations(allocation_of(1, {hard(0, kA, 21527)}), kNow);

  EXPECT_EQ(marks.at("hami.io/vgpu-node"), "npu-node-1");
  EXPECT_EQ(marks.at("hami.io/vgpu-time"), "1786693660");
  EXPECT_EQ(marks.at("hami.io/bind-time"), "1786693660");
  EXPECT_EQ(marks.at("predicate-time"), "1786693660");
  EXPECT_EQ(marks.at("hami.io/bind-phase"), "allocating");
  EXPECT_FALSE(marks.contains("huawei.com/vnpu-mode"));
  EXPECT_EQ(marks.size(), 8U);
}

TEST(GrantWriter, NamesTheModeOfSoftPods) {
  const wire::StringMap marks = grant_annotations(allocation_of(1, {soft(0, kA, 8192)}), kNow);

  EXPECT_EQ(marks.at("huawei.com/vnpu-mode"), "hami-core");
}

TEST(GrantWriter, WritesNothingForAPodWithoutChips) {
  EXPECT_TRUE(grant_annotations(allocation_of(2, {}), kNow).empty());
}

TEST(GrantWriter,
     ListsModelsApart) {  // case-C63; hami-J5: a model not granted has no keys, not `null`
  Allocation both = allocation_of(2, {hard(0, "A", 3072, "vir01")});
  both.grants.push_back({.container = 0,
                         .chip = ChipUuid{"b"},
                         .model = ModelName{"Ascend910B4"},
                         .quota = {.memory = MiB{32768}}});

  const wire::StringMap marks = grant_annotations(both, kNow);

  EXPECT_EQ(marks.at("hami.io/Ascend310P-devices-allocated"), "A,Ascend310P,3072,0:;;");
  EXPECT_EQ(marks.at("hami.io/Ascend910B4-devices-allocated"), "b,Ascend910B4,32768,0:;;");
  EXPECT_EQ(marks.at("huawei.com/Ascend310P"), R"([{"UUID":"A","temp":"vir01"}])");
  EXPECT_EQ(marks.at("huawei.com/Ascend910B4"), R"([{"UUID":"b"}])");
  EXPECT_FALSE(marks.contains("huawei.com/Ascend910A"));
}

// hami-J4: HAMi 2.10 also writes memory and core; the plugin ignores both in hard split.
TEST(GrantWriter, NamesTheTemplateOfA910) {
  Allocation one = allocation_of(1, {hard(0, "device-0", 8738, "vir08")});
  one.grants[0].model = ModelName{"Ascend910A"};

  EXPECT_EQ(grant_annotations(one, kNow).at("huawei.com/Ascend910A"),
            R"([{"UUID":"device-0","temp":"vir08"}])");
}

}  // namespace
}  // namespace npushare::backends
