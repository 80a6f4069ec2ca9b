// Whole pods on one node: which chips, or which reason.

#include "policies/planner.hpp"

#include <gtest/gtest.h>

#include "tests/support/policies_builders.hpp"

namespace npushare {
namespace {

using test::a_chip;
using test::a_node;
using test::ANode;
using test::APod;
using test::hard;
using test::placed;
using test::pod;
using test::soft;
using test::whole;

ANode chips(Mode mode, int count) {
  ANode node = a_node();
  for (int i = 0; i < count; ++i) node.chip(a_chip(mode, "d" + std::to_string(i)));
  return node;
}
ANode hard_chips(int count) {
  return chips(Mode::kHard, count);
}
ANode soft_chips(int count) {
  return chips(Mode::kSoft, count);
}

ANode with_memory(std::int64_t memory) {
  Chip chip = a_chip(Mode::kHard, "d0");
  chip.capacity.memory = MiB{memory};
  return a_node().chip(chip);
}

ANode unhealthy_beside(ANode node) {
  Chip chip = a_chip(Mode::kHard, "d2");
  chip.healthy = false;
  return node.chip(chip);
}

struct PlaceCase {
  const char* id;
  ANode node;
  Request pod;
  const char* expected;  // the containers' chips, or ! and the reason
  const char* policy = "hami-spread";
};

class Place : public testing::TestWithParam<PlaceCase> {};

TEST_P(Place, PutsThePodWhereTheVectorSays) {
  EXPECT_EQ(placed(GetParam().node, GetParam().pod, GetParam().policy), GetParam().expected);
}

std::string name_of(const testing::TestParamInfo<PlaceCase>& row) {
  return test::as_test_name(row.param.id);
}

// spec/hami-protocol.md 16.7. HAMi counts reasons; ours names the one of the chip that came
// furthest.
INSTANTIATE_TEST_SUITE_P(
    HamiFit, Place,
    testing::Values(
        PlaceCase{"hami-X1", hard_chips(2), pod(hard(3072)), "d1"},
        // More than the chip has in all: no departure would mend it.
        PlaceCase{"hami-X2", with_memory(128), pod(hard(3072)), "!exceeds-chip"},
        // Asked for one node's chips, not for one chip: the case says why it can never fit.
        PlaceCase{"hami-X9", soft_chips(1).share("d0", soft(1000, 20)), pod(soft(1000, 10, 2)),
                  "!too-few-chips"},
        PlaceCase{"hami-X10", soft_chips(2), pod(soft(1000, 10, 3)), "!too-few-chips"},
        // HAMi puts 60 and 40 on one chip. The node plugin cannot tell two sizes on a chip apart
        // (node-plugin-contract 3.8.7), so ours keeps them apart; 60 and 41 are short of cores.
        PlaceCase{"hami-X19", soft_chips(1), APod().app(soft(9, 60)).app(soft(9, 40)),
                  "!shared-chip"},
        PlaceCase{"hami-X19 (60 and 41)", soft_chips(1), APod().app(soft(9, 60)).app(soft(9, 41)),
                  "!cores-short"},
        PlaceCase{
            "hami-X22",
            unhealthy_beside(hard_chips(2)
                                 .share("d0", test::part(Mode::kHard, test::amount(7, 7, 7)))
                                 .share("d1", test::part(Mode::kHard, test::amount(21527, 1)))),
            pod(hard(3072)), "!memory-short"},
        PlaceCase{"hami-X23", hard_chips(2).share("d1", hard(3072)), pod(whole(2)), "!chips-short"},
        PlaceCase{"hami-X24", hard_chips(3), APod().app(hard(3072)).lists({"d0", "d1"}, {"d1"}),
                  "d0"},
        PlaceCase{"hami-X25", hard_chips(3), APod().app(hard(3072)).lists({"dx"}, {}),
                  "!not-allowed"},
        PlaceCase{"hami-X26", hard_chips(1), pod(whole(2)), "!too-few-chips"}),
    name_of);

// spec/hami-protocol.md 16.8, the placement without its text.
INSTANTIATE_TEST_SUITE_P(
    HamiPlacement, Place,
    testing::Values(
        PlaceCase{"hami-E1", hard_chips(2), pod(hard(3072)), "d1"},
        PlaceCase{"hami-E2", hard_chips(8), pod(hard(3072)), "d7"},
        PlaceCase{"hami-E3", hard_chips(2), APod().app(hard(3072)).app(hard(3072)), "d1;d0"},
        PlaceCase{"hami-E4", hard_chips(2), APod().app(hard(3072)).app(hard(3072)), "d1;d1",
                  "hami-binpack"},
        PlaceCase{"hami-E5", hard_chips(1), APod().plain().app(hard(6144)).plain(), ";d0;"},
        // HAMi writes d2 before d1; within a container ours ascends (node-plugin-contract 3.8.8).
        PlaceCase{"hami-E6", hard_chips(3), pod(whole(2)), "d1,d2"},
        PlaceCase{"hami-E7", hard_chips(1), pod(whole()), "d0"},
        PlaceCase{"hami-E8", hard_chips(1),
                  APod()
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072)),
                  "d0;d0;d0;d0;d0;d0;d0"},
        PlaceCase{"hami-E8 (eight)", hard_chips(1),
                  APod()
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072))
                      .app(hard(3072)),
                  "!slots-short"},
        // As pods one after another; as containers of one pod three sizes never share a chip.
        PlaceCase{"hami-E9", hard_chips(1).share("d0", hard(12288)).share("d0", hard(6144)),
                  pod(hard(3072)), "d0"},
        PlaceCase{
            "hami-E9 (the fourth)",
            hard_chips(1).share("d0", hard(12288)).share("d0", hard(6144)).share("d0", hard(3072)),
            pod(hard(3072)), "!memory-short"},
        PlaceCase{"hami-E9 (one pod)", hard_chips(1),
                  APod().app(hard(12288)).app(hard(6144)).app(hard(3072)), "!shared-chip"},
        PlaceCase{"hami-E12", hard_chips(1).share("d0", hard(6144)).share("d0", hard(3072)),
                  APod().init(hard(12288)).app(hard(12288)), "d0;d0"}),
    name_of);

ANode s_node() {
  return a_node().soft("U1").soft("U2");
}
ANode s1_node() {
  return a_node().soft("U1");
}

// spec/volcano-deviceshare.md 10.2 and 10.5, column "Ours".
INSTANTIATE_TEST_SUITE_P(
    Volcano, Place,
    testing::Values(
        PlaceCase{"volcano-V-12", a_node().hard("U1"), pod(hard(1024)), "U1", "volcano-binpack"},
        PlaceCase{"volcano-V-14", a_node().hard("U1").hard("U2"), pod(whole(2)), "U1,U2",
                  "volcano-binpack"},
        PlaceCase{"volcano-V-42", s_node().share("U1", soft(8192, 0)).share("U2", soft(4096, 0)),
                  pod(soft(18000, 0)), "!memory-short", "volcano-binpack"},
        PlaceCase{"volcano-V-49", s_node(), pod(soft(1000, 0, 2)), "U1,U2", "volcano-binpack"},
        PlaceCase{"volcano-V-50", s_node(), pod(soft(1000, 0, 3)), "!too-few-chips",
                  "volcano-binpack"},
        PlaceCase{"volcano-V-51", s1_node(), pod(soft(21528, 0)), "!exceeds-chip",
                  "volcano-binpack"},
        PlaceCase{"volcano-V-52", a_node().hard("U1"), pod(soft(1000, 0)), "!mode-mismatch",
                  "volcano-binpack"},
        PlaceCase{"volcano-V-68", s1_node(), APod().app(soft(1000, 0)).app(soft(2000, 0)),
                  "!shared-chip", "volcano-binpack"},
        PlaceCase{"volcano-V-70", s_node().share("U1", soft(8192, 0)), pod(soft(8192, 0)), "U1",
                  "volcano-binpack"},
        PlaceCase{"volcano-V-70 (spread)", s_node().share("U1", soft(8192, 0)), pod(soft(8192, 0)),
                  "U2", "volcano-spread"},
        // The same pod asks again: what it holds does not stand in its way.
        PlaceCase{"volcano-V-74", s1_node().share("U1", soft(15000, 0), "p"),
                  pod(soft(15000, 0), "p"), "U1", "volcano-binpack"},
        PlaceCase{"volcano-V-74 (another pod)", s1_node().share("U1", soft(15000, 0), "q"),
                  pod(soft(15000, 0), "p"), "!memory-short", "volcano-binpack"},
        PlaceCase{"volcano-V-75", a_node().registered(Registration::kMissing), pod(soft(1, 0)),
                  "!not-registered", "volcano-binpack"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Nodes, Place,
    testing::Values(PlaceCase{"no NPU asked for", a_node(), APod().plain().plain(), ";"},
                    PlaceCase{"registered without chips", a_node().registered(Registration::kFresh),
                              pod(hard(1)), "!no-such-model"},
                    PlaceCase{"missing though it had chips",
                              a_node().hard("A").registered(Registration::kMissing), pod(hard(1)),
                              "!not-registered"},
                    PlaceCase{"stale", a_node().hard("A").registered(Registration::kStale),
                              pod(hard(1)), "!stale-registration"}),
    name_of);

}  // namespace
}  // namespace npushare
