// Mode A of spec/volcano-deviceshare.md 5.9: Volcano's own deviceshare picks the chips.
#include <gtest/gtest.h>

#include "tests/support/volcano_world.hpp"

namespace npushare::volcano_test {
namespace {

verbs::Rules rules_of(bool is_adviser) {
  verbs::Rules rules = verbs_test::rules_with("binpack");
  rules.volcano.is_adviser = is_adviser;
  return rules;
}

wire::Pod only_on(wire::Pod pod, const char* chip) {
  pod.annotations["hami.io/use-Ascend310P-uuid"] = chip;
  return pod;
}

/// Volcano picks the fullest chip by memory before the pod, whatever its cores are.
TEST(VolcanoAdviser, PlansOnTheChipThatVolcanoWillPick) {
  for (const bool is_adviser : {false, true}) {
    VolcanoWorld world(rules_of(is_adviser));
    world.node("n1", Mode::kSoft, {kU1, kU2});
    world.running(only_on(soft("c", "1", "1000", "90"), kU1), "n1");
    world.running(only_on(soft("m", "1", "2000"), kU2), "n1");
    const wire::Pod pod = soft("p", "1", "4096", "5");

    world.allocate(pod, "n1");

    EXPECT_EQ(world.chips_of(pod, "n1"), std::vector<std::string>{is_adviser ? kU2 : kU1});
  }
}

/// n1 has two chips; the first, with a pod on it, has fallen sick.
void show_sick(VolcanoWorld& world, std::int64_t memory_on_it) {
  world.node("n1", Mode::kSoft, {kU1, kU2});
  if (memory_on_it > 0)
    world.running(only_on(soft("old", "1", std::to_string(memory_on_it)), kU1), "n1");
  wire::Node node = verbs_test::a_wire_node("n1", Mode::kSoft, {kU1, kU2});
  std::string& list = node.annotations.at("hami.io/node-register-Ascend310P");
  list.replace(list.find("\"health\":true"), 13, "\"health\":false");
  world.node(node);
}

TEST(VolcanoAdviser, RefusesANodeWhereVolcanoWouldTakeASickChip) {
  for (const bool is_adviser : {false, true}) {
    VolcanoWorld world(rules_of(is_adviser));
    show_sick(world, 8192);

    const Verdict verdict = world.predicate(soft("p", "1", "4096"), "n1");

    EXPECT_EQ(verdict.fits(), !is_adviser);
    EXPECT_EQ(verdict.reason, is_adviser ? "NPU unhealthy" : "");
  }
}

TEST(VolcanoAdviser, DoesNotMindASickChipThatVolcanoCannotOrNeedNotTake) {
  for (const std::int64_t memory : {0, 20000}) {
    VolcanoWorld world(rules_of(true));
    show_sick(world, memory);

    EXPECT_TRUE(world.predicate(soft("p", "1", "4096"), "n1").fits()) << memory;
  }
}

TEST(VolcanoAdviser, RefusesANodeWhereVolcanoWouldFindTooFewChips) {
  for (const bool is_adviser : {false, true}) {
    VolcanoWorld world(rules_of(is_adviser));
    world.node("n1", Mode::kSoft, {kU1});
    wire::Pod two = soft("p", "1", "1000");
    two.containers.push_back(two.containers.front());  // may share a chip, but not for Volcano
    two.containers.back().name = "c1";

    EXPECT_EQ(world.predicate(two, "n1").code, is_adviser ? 2 : 0);
  }
}

TEST(VolcanoAdviser, RefusesANodeWhereVolcanoWouldTakeAChipThatThePodExcludes) {
  VolcanoWorld world(rules_of(true));
  world.node("n1", Mode::kSoft, {kU1, kU2});
  world.running(only_on(soft("old", "1", "8192"), kU1), "n1");

  EXPECT_EQ(world.predicate(only_on(soft("p", "1", "4096"), kU2), "n1").code, 3);
  EXPECT_TRUE(world.predicate(only_on(soft("q", "1", "4096"), kU1), "n1").fits());
}

}  // namespace
}  // namespace npushare::volcano_test
