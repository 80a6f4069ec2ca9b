// Bodies recorded from vc-scheduler 1.15.0, answered from books with the same nodes.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/support/volcano_world.hpp"

namespace npushare::volcano_test {
namespace {

std::string recorded(const std::string& verb) {
  std::ifstream file(NPUSHARE_TESTS "/volcano/golden/" + verb + ".json", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The call's nodes in the books, as the watch would have shown them.
void show_nodes(VolcanoWorld& world) {
  const Json call = *Json::parse(recorded("prioritize"));
  for (const Json& node : call["nodes"].items()) {
    const Json& object = node["Node"];
    wire::Node shown;
    shown.name = NodeName{object.at("metadata", "name").string()};
    for (const auto& [key, value] : object.at("metadata", "annotations").members())
      shown.annotations[key] = value.string();
    for (const auto& [key, value] : object.at("status", "allocatable").members())
      shown.allocatable[key] = value.string();
    shown.labels["kubernetes.io/arch"] = "arm64";
    world.node(shown);
  }
}

class RecordedVolcanoCall : public testing::Test {
 protected:
  RecordedVolcanoCall() { show_nodes(world); }

  VolcanoWorld world;
  verbs::CallNotes notes;
};

TEST_F(RecordedVolcanoCall, PredicateFits) {
  const std::string answer =
      volcano::predicate(recorded("predicate"), world.services, world.trials, notes);

  EXPECT_EQ(answer, R"({"status":"","code":0})");
  EXPECT_EQ(notes.pod, (PodKey{"default", "gang-1"}));
  EXPECT_EQ(notes.best, "npu-node-1");
}

TEST_F(RecordedVolcanoCall, PrioritizeScoresEachNode) {
  const Scores scores =
      read_scores(volcano::prioritize(recorded("prioritize"), world.services, world.trials, notes));

  ASSERT_EQ(scores.error, std::nullopt);
  ASSERT_EQ(scores.of.size(), 3U);
  // Two idle soft chips each: (6144 of 21527 MiB + 20 of 100 %) / 2, times 10; the nodes
  // differ by the tie-break alone.
  EXPECT_NEAR(scores.of.at("npu-node-1"), 242.6, 0.3);
  EXPECT_NEAR(scores.of.at("npu-node-1"), scores.of.at("npu-node-2"), 1e-3);
  EXPECT_NE(scores.of.at("npu-node-1"), scores.of.at("npu-node-2"));
}

TEST_F(RecordedVolcanoCall, AllocateTakesTheShares) {
  const std::string answer =
      volcano::allocate(recorded("allocate"), world.services, world.trials, notes);

  EXPECT_EQ(answer, R"({"errorMessage":""})");
  EXPECT_EQ(world.used("npu-node-2").memory, MiB{6144});
  EXPECT_EQ(world.used("npu-node-2").cores, Cores{20});
}

}  // namespace
}  // namespace npushare::volcano_test
