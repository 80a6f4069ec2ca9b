#include "scheduler/verbs/explain.hpp"

#include <gtest/gtest.h>

#include "tests/verbs/fixture_f.hpp"

namespace npushare::verbs_test {
namespace {

const Json& node_named(const Json& answer, const std::string& name) {
  static const Json none;
  for (const Json& node : answer["nodes"].items())
    if (node["name"].string() == name) return node;
  return none;
}

TEST(Explain, ShowsEveryNodeAndChipWithItsReasonAndItsHolders) {
  World world;
  furnish(world);
  world.waiting(asker("12288"));

  const Json answer = *verbs::explain({"ai", "infer-0"}, world.services);

  EXPECT_EQ(answer["state"].string(), "waiting");
  EXPECT_EQ(answer["nodes"].items().size(), 6U);
  EXPECT_TRUE(node_named(answer, "npu-01")["best"].boolean());
  EXPECT_EQ(node_named(answer, "npu-01")["placement"].items().at(0)["index"].integer(), 1);
  const Json& full = node_named(answer, "npu-02");
  EXPECT_FALSE(full["fits"].boolean());
  EXPECT_TRUE(full["resolvable"].boolean());
  EXPECT_EQ(full["reason"]["code"].string(), "memory-short");
  const Json& chip = full["chips"].items().at(0);
  EXPECT_EQ(chip["free"]["memoryMiB"].integer(), 9239);
  EXPECT_EQ(chip["asked"]["memoryMiB"].integer(), 12288);
  EXPECT_EQ(chip["holders"].items().size(), 2U);
  EXPECT_EQ(answer["request"]["containers"].items().at(0)["template"].string(), "vir04");
  EXPECT_EQ(answer["policy"]["node"].string(), "binpack");
}

TEST(Explain, SumsUpWithTheLargestRestAndEqualReasonsCounted) {
  World world;
  world.node("n1", Mode::kHard, {"A"})
      .node("n2", Mode::kHard, {"B"})
      .node("n3", Mode::kSoft, {"C"});
  world.running(a_hard_pod("a", "12288"), "n1").running(a_hard_pod("b", "12288"), "n2");
  world.running(a_hard_pod("c", "3072"), "n2").waiting(a_hard_pod("p", "12288"));

  const Json answer = *verbs::explain({"ai", "p"}, world.services);

  EXPECT_EQ(answer["summary"].string(),
            "0/3 nodes fit: 2 insufficient NPU memory (largest free 9239 MiB on n1/chip 0), "
            "1 NPU split in another mode");
}

// case-C165: slots are not chips, and the answer says so.
TEST(Explain, TellsChipsFromSlots) {
  World world;
  world.node("n1", Mode::kSoft, {"A", "B"}).waiting(a_soft_pod("p", "1000", "5", "4"));

  const Json answer = *verbs::explain({"ai", "p"}, world.services);

  EXPECT_EQ(answer["summary"].string(),
            "0/1 nodes fit: 1 not enough NPUs (asks 4 distinct chips, n1 has 2; "
            "14 is the number of slots)");
}

TEST(Explain, ABoundPodShowsWhatItIsCharged) {
  World world;
  furnish(world);
  world.pods.show(*world.kube.pod({"ai", "lo-1"}));

  const Json answer = *verbs::explain({"ai", "lo-1"}, world.services);

  EXPECT_EQ(answer["state"].string(), "bound");
  EXPECT_EQ(answer["node"].string(), "npu-02");
  ASSERT_EQ(answer["grants"].items().size(), 1U);
  EXPECT_EQ(answer["grants"].items().at(0)["charged"]["memoryMiB"].integer(), 6144);
}

TEST(Explain, AWrongRequestShowsItsError) {
  World world;
  world.waiting(asker("16Gi"));

  const Json answer = *verbs::explain({"ai", "infer-0"}, world.services);

  EXPECT_EQ(answer["state"].string(), "invalid");
  EXPECT_NE(answer["error"].string(), "");
}

TEST(Explain, APodWithoutNpuSaysSo) {
  World world;
  wire::Pod plain = backends_test::a_pod().app();
  world.waiting(plain);

  EXPECT_EQ((*verbs::explain(plain.key, world.services))["state"].string(), "no-npu");
}

TEST(Explain, AnUnknownPodOffersNearNames) {
  World world;
  world.waiting(asker("6144"));

  const auto answer = verbs::explain({"ai", "infer-1"}, world.services);

  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(answer.error().message, "the watch shows no pod ai/infer-1; did you mean ai/infer-0");
}

TEST(Explain, AManifestIsJudgedLikeAPod) {
  World world;
  furnish(world);

  const Json answer = *verbs::explain_manifest(json_of(asker("6144")).text(), world.services);

  EXPECT_EQ(answer["state"].string(), "file");
  EXPECT_TRUE(node_named(answer, "npu-02")["best"].boolean());
}

TEST(Explain, AManifestThatIsNoPodIsInvalid) {
  World world;

  EXPECT_FALSE(verbs::explain_manifest("[", world.services));
}

TEST(Ledgers, ListNodesByNameWithEveryShare) {
  World world;
  world.node("n2", Mode::kHard, {"B"}).node("n1", Mode::kSoft, {"A"});
  world.running(a_soft_pod("s", "1000", "5"), "n1");

  const Json answer = *verbs::ledgers({}, world.services);

  ASSERT_EQ(answer["nodes"].items().size(), 2U);
  const Json& first = answer["nodes"].items().at(0);
  EXPECT_EQ(first["name"].string(), "n1");
  EXPECT_EQ(first["registration"].string(), "fresh");
  const Json& share = first["chips"].items().at(0)["shares"].items().at(0);
  EXPECT_EQ(share["pod"].string(), "ai/s");
  EXPECT_EQ(share["state"].string(), "bound");
  EXPECT_EQ(share["amount"]["memoryMiB"].integer(), 1000);
}

TEST(Ledgers, OfOneNodeOrNotFound) {
  World world;
  world.node("n1", Mode::kSoft, {"A"});

  const std::vector<NodeName> known{NodeName{"n1"}};
  const std::vector<NodeName> unknown{NodeName{"n9"}};
  EXPECT_TRUE(verbs::ledgers(known, world.services));
  EXPECT_EQ(verbs::ledgers(unknown, world.services).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace npushare::verbs_test
