#include "scheduler/sync/volcano_drift.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using std::chrono::seconds;
using testing::IsEmpty;

class VolcanoDrift : public testing::Test {
 protected:
  void SetUp() override { world.list(std::vector{a_wire_node("n1", Mode::kSoft, {"A", "B"})}); }

  void look(std::int64_t shares, std::int64_t memory, std::int64_t cores = 0) {
    drift.look_at({.node = NodeName{"n1"}, .chips = {{ChipUuid{"A"}, shares, memory, cores}}});
  }

  SyncWorld world;
  sync::VolcanoDrift drift{{.book = world.book, .drift = world.drift, .clock = world.clock}};
};

// volcano-F-01: a container that Volcano does not charge.
TEST_F(VolcanoDrift, ShowsWhatDiffersTwiceInARow) {
  look(1, 8192);
  EXPECT_THAT(world.drift.list(), IsEmpty());

  look(1, 8192);

  ASSERT_EQ(world.drift.list().size(), 1U);
  EXPECT_EQ(world.drift.list()[0].kind, "volcano-ledger");
  EXPECT_EQ(world.drift.list()[0].object, "n1/A");
  EXPECT_EQ(world.drift.list()[0].detail,
            "Volcano counts 1 share, 8192 MiB, 0 % cores; npushare 0 shares, 0 MiB, 0 % cores");
}

TEST_F(VolcanoDrift, IsStruckOutOnceBothAgree) {
  look(1, 8192);
  look(1, 8192);

  look(0, 0);

  EXPECT_THAT(world.drift.list(), IsEmpty());
  look(1, 8192);  // new, not a continuation
  EXPECT_THAT(world.drift.list(), IsEmpty());
}

TEST_F(VolcanoDrift, IsNoneForChipsAndNodesThatWeDoNotKnow) {
  for (int k = 0; k < 2; ++k) {
    drift.look_at({.node = NodeName{"n1"}, .chips = {{ChipUuid{"Z"}, 1, 1, 1}}});
    drift.look_at({.node = NodeName{"n9"}, .chips = {{ChipUuid{"A"}, 1, 1, 1}}});
  }

  EXPECT_THAT(world.drift.list(), IsEmpty());
}

TEST_F(VolcanoDrift, IsReadFromPredicateCallsAndOnlyOfNodesThatWeKnow) {
  const auto ask = [this](const std::string& node) {
    drift.asked(R"({"task":{},"node":{"Name":")" + node +
                R"(","Others":{"Ascend310P":{"Devices":{"B":{"DeviceUsage":{"Used":1,)"
                R"("Usedmem":4096,"Usedcores":0}}}}}}})");
  };
  ask("n1");
  ask("n1");  // too soon
  EXPECT_THAT(world.drift.list(), IsEmpty());

  world.clock.advance(seconds{10});
  ask("n9");
  ask("n1");

  ASSERT_EQ(world.drift.list().size(), 1U);
  EXPECT_EQ(world.drift.list()[0].object, "n1/B");
  EXPECT_TRUE(drift.is_due(NodeName{"n9"}));
}

TEST_F(VolcanoDrift, LooksAtANodeOnceInTenSeconds) {
  const NodeName n1{"n1"};
  EXPECT_TRUE(drift.is_due(n1));
  EXPECT_FALSE(drift.is_due(n1));
  EXPECT_TRUE(drift.is_due(NodeName{"n2"}));

  world.clock.advance(seconds{9});
  EXPECT_FALSE(drift.is_due(n1));
  world.clock.advance(seconds{1});
  EXPECT_TRUE(drift.is_due(n1));
}

}  // namespace
}  // namespace npushare::sync_test
