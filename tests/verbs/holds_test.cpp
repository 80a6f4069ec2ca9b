#include "scheduler/verbs/holds.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {
namespace {

using std::chrono::milliseconds;

class Holds : public testing::Test {
 protected:
  Holds() { world.node("n1", Mode::kHard, {"A"}).node("n2", Mode::kHard, {"B"}); }

  Request request(const wire::Pod& pod) const {
    return *world.rules.load()->dialect.read_request(pod);
  }
  Plan plan(const NodeLedger& ledger, const wire::Pod& pod) const {
    return plan_on(ledger, request(pod), *find_policy("binpack"));
  }
  LedgerBook::Snapshot ledger(const std::string& node) const {
    return world.book.snapshot(NodeName{node});
  }
  void place(const wire::Pod& pod, const std::string& node = "n1") {
    world.holds.place(*plan(*ledger(node), pod).allocation, world.clock.now());
  }
  LedgerBook::Snapshot seen_by(const wire::Pod& asker, const std::string& node = "n1") const {
    return world.holds.seen(ledger(node), asker.uid, world.clock.now());
  }
  bool has_any_on(const NodeName& node) const {
    return std::ranges::count(world.holds.nodes(), node) == 1;
  }
  MiB used(const LedgerBook::Snapshot& shown) const { return shown->chips().front().used().memory; }

  World world;
  const wire::Pod p = a_hard_pod("p", "12288");
  const wire::Pod q = a_hard_pod("q", "12288");
};

TEST_F(Holds, CountAsTakenForOthersAndNotForThePodItself) {
  place(p);

  EXPECT_EQ(used(seen_by(q)), MiB{12288});
  EXPECT_FALSE(plan(*seen_by(q), q).fits());
  EXPECT_EQ(seen_by(p), ledger("n1"));
  EXPECT_EQ(seen_by(q, "n2"), ledger("n2"));
}

// A hold never refuses: the books that filter and bind look at know nothing of it.
TEST_F(Holds, AreNotOnTheBooks) {
  place(p);

  EXPECT_EQ(world.used("n1"), Amount{});
  EXPECT_EQ(world.filter(q, {"n1"}).names, std::vector<std::string>{"n1"});
}

TEST_F(Holds, LastTwoSeconds) {
  place(p);

  world.clock.advance(milliseconds{1999});
  EXPECT_EQ(used(seen_by(q)), MiB{12288});
  world.clock.advance(milliseconds{1});
  EXPECT_EQ(seen_by(q), ledger("n1"));
}

TEST_F(Holds, AnOldOneIsForgottenWhenTheNextComes) {
  place(p, "n2");
  world.clock.advance(verbs::TentativeHolds::kLength);
  EXPECT_TRUE(has_any_on(NodeName{"n2"}));

  place(q, "n1");

  EXPECT_FALSE(has_any_on(NodeName{"n2"}));
  EXPECT_TRUE(has_any_on(NodeName{"n1"}));
}

TEST_F(Holds, APodHasOneAtMost) {
  place(p, "n1");
  place(p, "n2");

  EXPECT_FALSE(has_any_on(NodeName{"n1"}));
  EXPECT_EQ(used(seen_by(q, "n2")), MiB{12288});
}

TEST_F(Holds, AreDroppedByName) {
  place(p);

  EXPECT_FALSE(world.holds.drop(q.uid));
  EXPECT_TRUE(world.holds.drop(p.uid));
  EXPECT_FALSE(world.holds.drop(p.uid));
  EXPECT_TRUE(world.holds.empty());
}

// Between the hold and its drop the pod may be on the books already.
TEST_F(Holds, APodOnTheBooksIsNotCountedTwice) {
  place(p);
  world.running(p, "n1");

  EXPECT_EQ(used(seen_by(q)), MiB{12288});
}

TEST_F(Holds, AHoldWhoseRoomWasTakenIsLeftOut) {
  place(p);
  world.running(a_hard_pod("quick", "12288"), "n1");

  EXPECT_EQ(used(seen_by(q)), MiB{12288});
}

TEST_F(Holds, SeveralAddUpInTheirOrder) {
  for (const char* name : {"a", "b", "c"}) {
    const wire::Pod pod = a_hard_pod(name, "6144");
    const auto shown = seen_by(pod);
    world.holds.place(*plan(*shown, pod).allocation, world.clock.now());
  }

  EXPECT_EQ(used(seen_by(q)), MiB{3 * 6144});
  EXPECT_EQ(world.holds.on(NodeName{"n1"}, q.uid, world.clock.now()).size(), 3U);
  EXPECT_EQ(world.holds.on(NodeName{"n1"}, PodUid{"uid-b"}, world.clock.now()).size(), 2U);
}

}  // namespace
}  // namespace npushare::verbs_test
