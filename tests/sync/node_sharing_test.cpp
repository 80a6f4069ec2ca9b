#include "scheduler/sync/node_sharing.hpp"

#include <gmock/gmock.h>

#include "scheduler/sync/node_events.hpp"
#include "scheduler/wire/object_reader.hpp"
#include "tests/support/accounting_builders.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::sync {
namespace {

using dra::Fence;
using dra::NodeMode;
using verbs_test::a_soft_pod;
using verbs_test::a_wire_node;

/// Nodes as the watch shows them, with their modes.
class NodeSharingTest : public testing::Test {
 protected:
  void show(const std::string& mode, const std::string& claim_chips = "") {
    wire::Node node = a_wire_node("n1", Mode::kSoft, {"A", "B"});
    if (!mode.empty()) node.labels["npu-dra/mode"] = mode;
    if (!claim_chips.empty()) node.annotations["npushare.io/claim-chips"] = claim_chips;
    nodes.changed(node);
  }
  void tick() { nodes.tick(); }

  Block block(std::size_t chip) const {
    return world.book.snapshot(NodeName{"n1"})->chips().at(chip).chip().block;
  }
  std::string refusal(const wire::Pod& asker) const {
    const Request request = *world.rules.load()->dialect.read_request(asker);
    const Plan plan =
        plan_on(*world.book.snapshot(NodeName{"n1"}), request, *find_policy("binpack"));
    return plan.fits() ? "" : std::string(code_of(plan.refusal.reason));
  }
  verbs_test::World world;
  NodeMode fallback = NodeMode::kChecked;
  Fence fence = Fence::kStands;
  NodeSharing sharing{{.fallback = [this] { return fallback; },
                       .fence = [this](const NodeName&, const ChipUuid&) { return fence; }}};
  DriftLog drift;
  NodeEvents nodes{{.book = world.book,
                    .rules = world.rules,
                    .drift = drift,
                    .room = [](const NodeName&) {},
                    .clock = world.clock,
                    .registration_timeout = std::chrono::seconds{120},
                    .sharing = &sharing}};
  const wire::Pod pod = a_soft_pod("p", "1024", "10");
};

TEST_F(NodeSharingTest, ANodeThatSaysNothingFollowsTheSetting) {
  show("");
  EXPECT_EQ(sharing.mode_of(NodeName{"n1"}), NodeMode::kChecked);
  EXPECT_EQ(refusal(pod), "");

  fallback = NodeMode::kConvert;
  tick();
  EXPECT_EQ(refusal(pod), "claims-only");

  fallback = NodeMode::kMirror;
  tick();
  EXPECT_EQ(refusal(pod), "");
}

TEST_F(NodeSharingTest, AConvertNodeRefusesAnnotationPodsAndKeepsThoseItHas) {
  show("checked");
  world.running(a_soft_pod("q", "2048", "10"), "n1");

  show("convert");

  EXPECT_EQ(refusal(pod), "claims-only");
  EXPECT_EQ(world.used("n1").memory + world.used("n1", 1).memory, MiB{2048});
  show("checked");
  EXPECT_EQ(refusal(pod), "");
}

TEST_F(NodeSharingTest, AnUnknownModeRefusesAndIsDrift) {
  show("splitt");

  EXPECT_EQ(refusal(pod), "claims-only");
  ASSERT_EQ(drift.list().size(), 1U);
  EXPECT_EQ(drift.list()[0].kind, "malformed-registration");
  EXPECT_THAT(drift.list()[0].detail, testing::HasSubstr("\"splitt\" is no mode"));

  show("mirror");
  EXPECT_THAT(drift.list(), testing::IsEmpty());
  EXPECT_EQ(sharing.mode_of(NodeName{"n1"}), NodeMode::kMirror);
}

TEST_F(NodeSharingTest, ASplitNodeKeepsTheNamedChipsForClaims) {
  show("split", "B");

  EXPECT_EQ(block(0), Block::kNone);
  EXPECT_EQ(block(1), Block::kKeptForClaims);
  EXPECT_EQ(refusal(pod), "");
  EXPECT_EQ(refusal(a_soft_pod("two", "1024", "10", "2")), "chips-short");

  show("split", "A,B");
  EXPECT_EQ(refusal(pod), "kept-for-claims");
}

TEST_F(NodeSharingTest, AChipOpensOnceItsFenceHasStoodForAWhile) {
  fence = Fence::kNone;
  show("split");
  EXPECT_EQ(refusal(pod), "kept-for-claims");

  fence = Fence::kFresh;
  tick();
  EXPECT_EQ(refusal(pod), "kept-for-claims");

  fence = Fence::kStands;
  tick();
  EXPECT_EQ(refusal(pod), "");

  fence = Fence::kNone;  // somebody has deleted it
  tick();
  EXPECT_EQ(refusal(pod), "kept-for-claims");
}

TEST_F(NodeSharingTest, AWordThatIsNoChipIsDrift) {
  show("split", "B,C");

  EXPECT_EQ(block(1), Block::kKeptForClaims);
  ASSERT_EQ(drift.list().size(), 1U);
  EXPECT_THAT(drift.list()[0].detail,
              testing::HasSubstr("npushare.io/claim-chips: \"C\" is no chip of this node"));
}

TEST_F(NodeSharingTest, BlocksThatTheInventoryCameWithStay) {
  Inventory inventory = test::fresh({test::a_soft_chip("A"), test::a_soft_chip("B", 1)});
  inventory.chips[0].block = Block::kQuarantined;
  std::vector<std::string> complaints;
  wire::Node node;
  node.name = NodeName{"n2"};
  node.labels["npu-dra/mode"] = "checked";

  sharing.read(node, nullptr, inventory, complaints);
  EXPECT_EQ(inventory.chips[0].block, Block::kQuarantined);
  NodeLedger ledger(node.name);
  ledger.register_chips(inventory);
  EXPECT_THAT(sharing.changed_chips(ledger), testing::IsEmpty());

  node.labels["npu-dra/mode"] = "convert";
  sharing.read(node, nullptr, inventory, complaints);
  EXPECT_EQ(inventory.chips[0].block, Block::kClaimsOnly);  // what is to be mended first
}

TEST_F(NodeSharingTest, AChipThatAClaimHoldsIsKeptForItAndOpensWhenItLeaves) {
  show("split");
  Share share = test::a_share("claim", test::amount(1024, 10));
  share.source = Source::kClaim;
  const std::vector<Charge> charges{
      {.chip = ChipUuid{"A"}, .id = test::share_id("claim"), .share = share}};

  world.book.observe(NodeName{"n1"}, PodUid{"claim"}, charges);
  tick();
  EXPECT_EQ(block(0), Block::kKeptForClaims);
  EXPECT_EQ(block(1), Block::kNone);

  world.book.release(NodeName{"n1"}, PodUid{"claim"});
  tick();
  EXPECT_EQ(block(0), Block::kNone);
}

TEST_F(NodeSharingTest, TheLabelAndTheAnnotationComeFromTheNodesJson) {
  const Result<wire::Node> node = wire::read_node(
      R"({"kind":"Node","metadata":{"name":"n1","labels":{"npu-dra/mode":"split","other":"x"},)"
      R"("annotations":{"npushare.io/claim-chips":"B"}}})");

  ASSERT_TRUE(node);
  EXPECT_EQ(dra::mode_said_by(*node).mode, NodeMode::kSplit);
  EXPECT_EQ(dra::claim_chips_of(*node), std::vector{ChipUuid{"B"}});
}

TEST_F(NodeSharingTest, ANodeThatIsGoneIsForgotten) {
  show("convert");
  wire::Node gone = a_wire_node("n1", Mode::kSoft, {"A"});

  nodes.removed(gone);

  EXPECT_EQ(sharing.mode_of(NodeName{"n1"}), NodeMode::kChecked);
}

}  // namespace
}  // namespace npushare::sync
