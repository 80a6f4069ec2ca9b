// Whatever sessions do, and whatever of it gets lost: nothing leaks, nothing counts twice, no chip
// is promised beyond what it has. An auditor adds up the shares after every session.
//
//   NPUSHARE_VOLCANO_SESSIONS=n   so many sessions for each seed
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "tests/support/volcano_session.hpp"

namespace npushare::volcano_test {
namespace {

struct Holding {
  MiB memory;
  std::set<NodeName> nodes;
  bool is_reserved = false;
};

class Auditor {
 public:
  Auditor(const VolcanoWorld& world, const std::vector<std::string>& nodes) {
    for (const std::string& node : nodes) look_at(*world.book.snapshot(NodeName{node}));
  }

  bool is_overcommitted = false;
  std::map<PodUid, Holding> holdings;

  std::size_t reserved() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(holdings, [](const auto& one) { return one.second.is_reserved; }));
  }

 private:
  void look_at(const NodeLedger& node) {
    for (const DeviceLedger& chip : node.chips()) {
      is_overcommitted |= !chip.used().within(chip.capacity());
      for (const auto& [id, share] : chip.shares()) {
        Holding& holding = holdings[share.holder->uid];
        holding.memory = holding.memory + share.amount.memory;
        holding.nodes.insert(node.name());
        holding.is_reserved |= share.state == ShareState::kReserved;
      }
    }
  }
};

MiB asked_by(const wire::Pod& pod) {
  return MiB{std::stoll(pod.containers.front().limits.at("huawei.com/Ascend310P-memory"))};
}

void audit(const VolcanoWorld& world, const FakeVolcano& volcano,
           const std::vector<std::string>& nodes) {
  Auditor found(world, nodes);
  EXPECT_FALSE(found.is_overcommitted);
  EXPECT_EQ(found.reserved(), world.trials.counts().trials);
  volcano.each([&](const FakeVolcano::Member& one) {
    const auto holding = found.holdings.find(one.pod.uid);
    const bool is_there = one.in_cluster != TaskStatus::kPending;
    if (holding == found.holdings.end()) {
      EXPECT_FALSE(is_there) << one.pod.key.text() << " runs without a share";
      return;
    }
    EXPECT_EQ(holding->second.memory, asked_by(one.pod)) << one.pod.key.text();
    EXPECT_EQ(holding->second.nodes.size(), 1U) << one.pod.key.text();
    EXPECT_EQ(holding->second.is_reserved, !is_there) << one.pod.key.text();
    found.holdings.erase(holding);
  });
  EXPECT_TRUE(found.holdings.empty()) << found.holdings.begin()->first.text() << " is gone";
}

int sessions() {
  const char* const text = std::getenv("NPUSHARE_VOLCANO_SESSIONS");
  return text == nullptr ? 40 : std::atoi(text);
}

class VolcanoSessions : public testing::TestWithParam<unsigned> {};

TEST_P(VolcanoSessions, LeakNothingAndPromiseNothingTwice) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  const std::vector<std::string> nodes{"n1", "n2", "n3"};
  VolcanoWorld world(verbs_test::rules_with(GetParam() % 2 == 0 ? "binpack" : "spread"));
  for (const std::string& node : nodes)
    world.node(node, Mode::kSoft, {node + "-chip-0", node + "-chip-1"});
  FakeVolcano volcano(world, nodes, GetParam());

  for (int session = 0; session < sessions() && !HasFailure(); ++session) {
    SCOPED_TRACE("session " + std::to_string(session));
    volcano.run_session();
    audit(world, volcano, nodes);
  }

  world.clock.advance(volcano::Trials::kTtl * 2);
  volcano.ask_about_all();
  const volcano::Trials::Counts left = world.trials.counts();
  EXPECT_EQ(left.trials, 0U);
  EXPECT_EQ(left.nominations, 0U);
  audit(world, volcano, nodes);
  const FakeVolcano::Met& met = volcano.met();
  EXPECT_GT(met.bound, 0);
  EXPECT_GT(met.discarded, 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, VolcanoSessions, testing::Range(1U, 17U));

}  // namespace
}  // namespace npushare::volcano_test
