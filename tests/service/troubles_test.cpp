// What is told without being asked for: new drift, and node locks that stay.
#include "scheduler/app/troubles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/verbs_ports.hpp"

namespace npushare::service_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr observe::Clock::Wall kNow{std::chrono::seconds{1'786'693'660}};  // 2026-08-14T07:47:40Z

class TroublesTest : public testing::Test {
 protected:
  verbs_test::HeardNotices notices;
  Troubles troubles{notices};
};

TEST_F(TroublesTest, TellsADriftOnceForAsLongAsItLasts) {
  const std::vector<sync::Drift> drift{{"bound-without-grant", "ai/p", "on node n1"}};

  troubles.look_at(drift);
  troubles.look_at(drift);
  EXPECT_THAT(notices.heard(), ElementsAre("BoundWithoutGrant ai/p: on node n1"));

  troubles.look_at(std::vector<sync::Drift>{});
  troubles.look_at(drift);
  EXPECT_THAT(notices.heard(), SizeIs(2));  // it has come back
}

TEST_F(TroublesTest, TellsOfAChipBesideItsNode) {
  troubles.look_at(std::vector<sync::Drift>{{"overcommitted-chip", "n1/A", "free -1 MiB"}});

  EXPECT_THAT(notices.heard(), ElementsAre("OvercommittedChip n1: chip A: free -1 MiB"));
}

TEST_F(TroublesTest, TellsMuchDriftInPortions) {
  std::vector<sync::Drift> drift;
  for (std::size_t i = 0; i < Troubles::kMost + 5; ++i)
    drift.push_back({"malformed-annotation", "ai/p" + std::to_string(i), "d"});

  troubles.look_at(drift);
  EXPECT_THAT(notices.heard(), SizeIs(Troubles::kMost));
  troubles.look_at(drift);
  EXPECT_THAT(notices.heard(), SizeIs(Troubles::kMost + 5));
}

TEST_F(TroublesTest, TellsOfALockThatStaysAndNotOfAFreshOne) {
  sync::Sightings nodes;
  nodes[NodeName{"fresh"}].lock = "2026-08-14T07:45:40Z,ai,p";  // two minutes and no more
  nodes[NodeName{"free"}];
  nodes[NodeName{"old"}].lock = "2026-08-14T07:45:39Z,ai,p";
  nodes[NodeName{"broken"}].lock = "what is this";  // told by who wants the lock

  troubles.look_at(nodes, kNow);
  troubles.look_at(nodes, kNow);

  EXPECT_THAT(notices.heard(),
              ElementsAre("NodeLockStale old: locked for pod ai/p since 2026-08-14T07:45:39Z: its "
                          "node plugin does not serve it; see the plugin's log"));
}

TEST_F(TroublesTest, TellsOfALimitThatIsHardlyMeantUntilItIsMended) {
  const std::vector<verbs::QuotaDoubt> doubts{{"ai", "npu", "KEY: \"10Gi\" limits nothing"}};

  troubles.look_at(doubts);
  troubles.look_at(doubts);
  EXPECT_THAT(notices.heard(), ElementsAre("QuotaDoubtful ai/npu: KEY: \"10Gi\" limits nothing"));

  troubles.look_at(std::vector<verbs::QuotaDoubt>{});
  troubles.look_at(doubts);
  EXPECT_THAT(notices.heard(), SizeIs(2));
}

TEST_F(TroublesTest, TellsWhoLeadsOnceATerm) {
  const Replica::Term term{.lease = "kube-system/npushare", .identity = "host_1", .transitions = 1};

  troubles.look_at_leader(false, term);
  EXPECT_THAT(notices.heard(), IsEmpty());
  troubles.look_at_leader(true, term);
  troubles.look_at_leader(true, term);
  EXPECT_THAT(notices.heard(),
              ElementsAre("LeaderChanged kube-system/npushare: host_1 leads now; changes of the "
                          "Lease's holder so far: 1"));

  troubles.look_at_leader(false, term);
  troubles.look_at_leader(true, term);
  EXPECT_THAT(notices.heard(), SizeIs(2));
}

TEST_F(TroublesTest, HasNothingToSayOfAClusterThatIsWell) {
  troubles.look_at(std::vector<sync::Drift>{});
  troubles.look_at(sync::Sightings{}, kNow);

  EXPECT_THAT(notices.heard(), IsEmpty());
}

}  // namespace
}  // namespace npushare::service_test
