/// Pods at a node gate: who has had its turn, who was turned away.
#pragma once

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <map>
#include <string>
#include <vector>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {

class GateVisits {
 public:
  using Order = std::vector<std::string>;

  /// The pod's share is the one it has kept, or a new one.
  void enter(const std::string& name, const std::string& node = "n1",
             std::chrono::milliseconds patience = std::chrono::seconds{60},
             std::function<bool()> has_left = {}) {
    const PodUid uid{"uid-" + name};
    std::optional<Reservation> kept = world.gate.come_back(NodeName{node}, uid);
    Reservation share = kept ? *std::move(kept) : world.reserved(a_hard_pod(name, "3072"), node);
    verbs::Visit visit{.node = NodeName{node},
                       .pod = uid,
                       .deadline = world.clock.now() + patience,
                       .has_left = std::move(has_left)};
    boost::asio::co_spawn(world.io, visit_as(name, std::move(visit), std::move(share)),
                          boost::asio::detached);
    world.settle();
  }

  void leave(const std::string& name) {
    turns.erase(name);
    world.settle();
  }

  SyncWorld world;
  Order order;  // names of those who had their turn; "name: why not"
  std::map<std::string, verbs::Turn> turns;

 private:
  boost::asio::awaitable<void> visit_as(std::string name, verbs::Visit visit, Reservation share) {
    auto entering = world.gate.enter(std::move(visit), std::move(share));
    Result<verbs::Turn> turn = co_await std::move(entering);
    order.push_back(turn ? name : name + ": " + turn.error().message);
    if (turn) turns.emplace(name, *std::move(turn));
  }
};

/// Two nodes with two chips each, room for 14 pods on either.
class GateTest : public testing::Test, public GateVisits {
 public:
  using Visits = GateVisits;
  using Order = GateVisits::Order;

 protected:
  GateTest() {
    world.list(std::vector{a_wire_node("n1", Mode::kHard, {"A", "B"}),
                           a_wire_node("n2", Mode::kHard, {"C", "D"})});
  }
};

}  // namespace npushare::sync_test
