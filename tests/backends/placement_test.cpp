// From a pod and a node's annotations to the annotations of the bound pod, through the real
// planner.

#include <gtest/gtest.h>

#include <string>

#include "tests/support/backends_placement.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;

struct PlacementCase {
  std::string id;
  Setting setting;
  wire::Pod pod;
  Outcome outcome;  // an empty runtime is not compared
  std::string policy = "binpack";
};

class Placement : public testing::TestWithParam<PlacementCase> {};

TEST_P(Placement, WritesTheAnnotationsOrSaysWhyNot) {
  const PlacementCase& given = GetParam();

  const Outcome outcome = place(given.setting, given.pod, given.policy);

  EXPECT_EQ(outcome.refusal, given.outcome.refusal);
  EXPECT_EQ(outcome.devices, given.outcome.devices);
  if (!given.outcome.runtime.empty()) {
    EXPECT_EQ(outcome.runtime, given.outcome.runtime);
  }
}

const Setting kS1{.kind = Kind::kSoftNode, .chips = 1};
const Setting kS{.kind = Kind::kSoftNode, .chips = 2};
const Setting kH1{.kind = Kind::kHardNode, .chips = 1};
const Setting kH{.kind = Kind::kHardNode, .chips = 2};

Setting with_held(Setting setting, const std::string& devices) {
  setting.held = devices;
  return setting;
}

Outcome refused(const std::string& word) {
  return {.refusal = word};
}

INSTANTIATE_TEST_SUITE_P(
    VolcanoSoft, Placement,
    testing::Values(
        PlacementCase{"volcano-V-45",
                      kS1,
                      soft_pod({asks("1", "8192")}),
                      {"U1,Ascend310P,8192,0:;", R"([{"UUID":"U1","memory":8192}])", ""}},
        PlacementCase{
            "volcano-V-46",
            kS1,
            soft_pod({asks("1", "8192", "20")}),
            {"U1,Ascend310P,8192,20:;", R"([{"UUID":"U1","memory":8192,"core":20}])", ""}},
        PlacementCase{"volcano-V-47 hami-X16",
                      kS1,
                      soft_pod({asks("1")}),
                      {"U1,Ascend310P,21527,0:;", R"([{"UUID":"U1","memory":21527}])", ""}},
        PlacementCase{
            "volcano-V-48", kS1, soft_pod({asks("", "1000")}), {"U1,Ascend310P,1000,0:;", "", ""}},
        PlacementCase{"volcano-V-49",
                      kS,
                      soft_pod({asks("2", "1000")}),
                      {"U1,Ascend310P,1000,0:U2,Ascend310P,1000,0:;", "", ""}},
        PlacementCase{"volcano-V-50", kS, soft_pod({asks("3", "1000")}), refused("too-few-chips")},
        PlacementCase{"volcano-V-51", kS1, soft_pod({asks("1", "21528")}), refused("exceeds-chip")},
        PlacementCase{"volcano-V-52 hami-X15", kH, soft_pod({asks("1", "1000")}),
                      refused("mode-mismatch")},
        PlacementCase{"hami-X15 whole", kH, soft_pod({asks("1")}), refused("mode-mismatch")},
        PlacementCase{"volcano-V-62", kS1, soft_pod({asks("1", "8Gi")}), refused("invalid")},
        PlacementCase{"volcano-V-63", kS1, soft_pod({asks("1", "2Gi")}), refused("invalid")},
        PlacementCase{"volcano-V-65", kS1, soft_pod({asks("0", "1000")}), refused("no request")},
        PlacementCase{"volcano-V-66", with_held(kS1, "U1,Ascend310P,21527,0:;"),
                      soft_pod({asks("0", "1000")}), refused("no request")},
        // volcano-V-67 leaves out the empty segment, and then its own ledger forgets U2.
        PlacementCase{"volcano-V-67",
                      kS,
                      soft_pod({{}, asks("1", "1000"), asks("1", "2000")}),
                      {";U1,Ascend310P,1000,0:;U2,Ascend310P,2000,0:;", "", ""}},
        PlacementCase{"volcano-V-68", kS1, soft_pod({asks("1", "1000"), asks("1", "2000")}),
                      refused("shared-chip")},
        PlacementCase{"volcano-V-69",
                      {Kind::kSoftNode, 1, "", false},
                      soft_pod({asks("1", "1000")}),
                      refused("unhealthy")},
        PlacementCase{"hami-E11",
                      kS1,
                      soft_pod({asks("1", "4096", "20")}),
                      {"U1,Ascend310P,4096,20:;", "", ""}},
        PlacementCase{"volcano-V-70 binpack",
                      with_held(kS, "U1,Ascend310P,8192,0:;"),
                      soft_pod({asks("1", "8192")}),
                      {"U1,Ascend310P,8192,0:;", "", ""}},
        PlacementCase{"volcano-V-70 spread",
                      with_held(kS, "U1,Ascend310P,8192,0:;"),
                      soft_pod({asks("1", "8192")}),
                      {"U2,Ascend310P,8192,0:;", "", ""},
                      "spread"},
        PlacementCase{"volcano-V-76 soft",
                      kS1,
                      soft_pod({asks("1", "0")}),
                      {"U1,Ascend310P,21527,0:;", "", ""}}));

INSTANTIATE_TEST_SUITE_P(
    VolcanoHard, Placement,
    testing::Values(
        PlacementCase{"volcano-V-53",
                      kH1,
                      hard_pod({asks("1", "4096")}),
                      {"U1,Ascend310P,6144,0:;", R"([{"UUID":"U1","temp":"vir02"}])", ""}},
        PlacementCase{"volcano-V-54 hami-E7",
                      kH1,
                      hard_pod({asks("1")}),
                      {"U1,Ascend310P,21527,0:;", R"([{"UUID":"U1"}])", ""}},
        PlacementCase{"volcano-V-55",
                      kH,
                      hard_pod({asks("2")}),
                      {"U1,Ascend310P,21527,0:U2,Ascend310P,21527,0:;",
                       R"([{"UUID":"U1"},{"UUID":"U2"}])", ""}},
        PlacementCase{"volcano-V-56", kH, hard_pod({asks("2", "4096")}), refused("invalid")},
        PlacementCase{"volcano-V-57", kH1, hard_pod({asks("1", "24577")}), refused("invalid")},
        PlacementCase{"volcano-V-58",
                      kH1,
                      hard_pod({asks("1", "12289")}),
                      {"U1,Ascend310P,21527,0:;", R"([{"UUID":"U1"}])", ""}},
        PlacementCase{"volcano-V-59", kH1, hard_pod({asks("1", "4096", "4")}), refused("invalid")},
        PlacementCase{"volcano-V-60", kH1, hard_pod({asks("1", "4096", "9")}), refused("invalid")},
        // hami-X17: HAMi accepts it; a template would split a chip that soft pods hold whole.
        PlacementCase{"volcano-V-61 hami-X17", kS1, hard_pod({asks("1", "4096")}),
                      refused("mode-mismatch")},
        PlacementCase{"volcano-V-64", kH1, hard_pod({asks("1", "1Gi")}), refused("invalid")},
        PlacementCase{"volcano-V-76 hard",
                      kH1,
                      hard_pod({asks("1", "0")}),
                      {"U1,Ascend310P,21527,0:;", "", ""}}));

const wire::StringMap kVir01 = asks("1", "3072");

INSTANTIATE_TEST_SUITE_P(
    Hami, Placement,
    testing::Values(
        PlacementCase{
            "hami-E1", kH, hard_pod({kVir01}), {"U2,Ascend310P,3072,0:;", "", ""}, "hami-spread"},
        PlacementCase{"hami-E2",
                      {Kind::kHardNode, 8, "", true},
                      hard_pod({kVir01}),
                      {"U8,Ascend310P,3072,0:;", "", ""},
                      "hami-spread"},
        PlacementCase{"hami-E3",
                      kH,
                      hard_pod({kVir01, kVir01}),
                      {"U2,Ascend310P,3072,0:;U1,Ascend310P,3072,0:;", "", ""},
                      "hami-spread"},
        PlacementCase{"hami-E4",
                      kH,
                      hard_pod({kVir01, kVir01}),
                      {"U2,Ascend310P,3072,0:;U2,Ascend310P,3072,0:;", "", ""},
                      "hami-binpack"},
        PlacementCase{"hami-E5",
                      kH1,
                      hard_pod({{}, asks("1", "6144"), {}}),
                      {";U1,Ascend310P,6144,0:;;", "", ""}},
        // hami-E6 lists U3 first; the node plugin's list is in ascending index (contract 3.8.8).
        PlacementCase{"hami-E6",
                      {Kind::kHardNode, 3, "", true},
                      hard_pod({asks("2")}),
                      {"U2,Ascend310P,21527,0:U3,Ascend310P,21527,0:;", "", ""},
                      "hami-spread"},
        PlacementCase{"hami-E8 eight", kH1, hard_pod({8, kVir01}), refused("slots-short")},
        // hami-E9: one pod there, since containers of different size never share a chip in ours.
        PlacementCase{"hami-E9 fourth",
                      with_held(kH1,
                                "U1,Ascend310P,12288,0:U1,Ascend310P,6144,0:"
                                "U1,Ascend310P,3072,0:;"),
                      hard_pod({kVir01}), refused("memory-short")},
        PlacementCase{"case-C127 soft beside a template", with_held(kH1, "U1,Ascend310P,6144,0:;"),
                      soft_pod({asks("1", "3000", "20")}), refused("mode-mismatch")},
        PlacementCase{"case-C127 a template beside soft", with_held(kS1, "U1,Ascend310P,3000,20:;"),
                      hard_pod({asks("1", "6144")}), refused("mode-mismatch")},
        PlacementCase{"case-C51",
                      kH1,
                      hard_pod({{}, kVir01, {}, {}, {}}),
                      {";U1,Ascend310P,3072,0:;;;;", "", ""}}));

TEST(Placement, FitsSevenSmallTemplatesOnOneChip) {  // hami-E8
  const Outcome outcome = place(kH1, hard_pod({7, kVir01}), "binpack");

  EXPECT_EQ(outcome.refusal, "");
  EXPECT_EQ(outcome.devices.substr(0, 23), "U1,Ascend310P,3072,0:;U");
}

TEST(Placement, GivesAnInitContainerTheChipOfItsApp) {  // hami-E12
  const wire::Pod pod = a_pod().init(asks("1", "12288")).app(asks("1", "12288"));

  const Outcome outcome = place(with_held(kH1, "U1,Ascend310P,6144,0:;"), pod, "binpack");

  EXPECT_EQ(outcome.devices, "U1,Ascend310P,12288,0:;U1,Ascend310P,12288,0:;");
}

// A pod of its own that asks again (volcano-V-74) does not stand in its own way.
TEST(Placement, DoesNotCountThePodsOwnForgedKeys) {
  wire::Pod pod = soft_pod({asks("1", "15000")});
  pod.annotations[kAllocated] = "U1,Ascend310P,15000,0:;";

  EXPECT_EQ(place(kS1, pod, "binpack").devices, "U1,Ascend310P,15000,0:;");
}

}  // namespace
}  // namespace npushare::backends
