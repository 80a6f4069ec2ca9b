// The election over HTTP, in a hurry and on a clock moved by hand: spec/kube-scheduler-extender.md
// 4.6.
#include "scheduler/kube/leader_election.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_clock.hpp"
#include "tests/support/kube_lease_server.hpp"

namespace npushare::kube {
namespace {

using testing::MatchesRegex;
using testing_support::begun;
using testing_support::eventually;
using testing_support::finished;
using testing_support::LeaseServer;
using testing_support::MovedClock;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

using Ill = LeaseServer::Ill;

/// A replica that stands for election as long as it lives.
class Replica {
 public:
  Replica(LeaseServer& server, const MovedClock& clock, const std::string& identity)
      : client_(server.server().context().get_executor(),
                testing_support::local_endpoint(std::to_string(server.server().port()))),
        election_(client_,
                  {.space = "kube-system",
                   .name = "npushare",
                   .identity = identity,
                   .times = {.retry = 2ms},
                   .seed = 3},
                  clock, {.won = [this] { ++won; }, .lost = [this] { ++lost; }}),
        ended_(begun(server.server().context(), election_.run())) {}
  ~Replica() { stop(); }
  Replica(const Replica&) = delete;
  Replica& operator=(const Replica&) = delete;

  void stop() {
    election_.stop();
    if (ended_.valid()) finished(std::move(ended_));
  }
  RestClient& client() { return client_; }
  LeaderElection& election() { return election_; }
  bool comes_to_lead() {
    return eventually([this] { return election_.is_leading(); });
  }

  std::atomic<int> won = 0;
  std::atomic<int> lost = 0;

 private:
  RestClient client_;
  LeaderElection election_;
  std::future<void> ended_;
};

TEST(LeaderElection, CreatesTheLeaseAndRenewsIt) {
  LeaseServer server;
  MovedClock clock;
  Replica replica(server, clock, "one");

  ASSERT_TRUE(replica.comes_to_lead());
  ASSERT_TRUE(eventually([&] { return server.count("PUT") >= 3; }));

  EXPECT_TRUE(replica.election().may_write());
  EXPECT_EQ(replica.election().holder(), "one");
  EXPECT_EQ(server.lease()->holder, "one");
  EXPECT_EQ(server.lease()->duration, 15s);
  EXPECT_THAT(server.lease()->renewed, MatchesRegex("2026-.*T.*:.*\\.[0-9]{6}Z"));
  EXPECT_EQ(server.count("GET"), 1U);  // a leader does not read
  EXPECT_EQ(replica.won, 1);
}

TEST(LeaderElection, TakesOverWhenTheHolderHasBeenSilentForItsTime) {
  LeaseServer server;
  server.put("other", "r1");
  MovedClock clock;
  Replica replica(server, clock, "one");
  ASSERT_TRUE(eventually([&] { return server.count("GET") >= 3; }));
  EXPECT_FALSE(replica.election().is_leading());
  EXPECT_EQ(replica.election().holder(), "other");

  clock.advance(14s);
  server.put("other", "r2");  // a sign of life starts the wait anew
  const std::size_t reads = server.count("GET");
  ASSERT_TRUE(eventually([&] { return server.count("GET") >= reads + 3; }));
  clock.advance(14s);
  ASSERT_TRUE(eventually([&] { return server.count("GET") >= reads + 6; }));
  EXPECT_FALSE(replica.election().is_leading());
  clock.advance(1s);

  EXPECT_TRUE(replica.comes_to_lead());
  EXPECT_EQ(replica.election().transitions(), 1);
}

TEST(LeaderElection, StopsByItselfWhenItCannotRenewAndComesBack) {
  LeaseServer server;
  MovedClock clock;
  Replica replica(server, clock, "one");
  ASSERT_TRUE(replica.comes_to_lead());
  server.be(Ill::kBroken);

  clock.advance(10s);

  EXPECT_FALSE(replica.election().may_write());  // at once, before anybody has noticed
  ASSERT_TRUE(eventually([&] { return replica.lost == 1; }));
  EXPECT_FALSE(replica.election().is_leading());
  server.be(Ill::kNo);
  EXPECT_TRUE(replica.comes_to_lead());
  EXPECT_TRUE(eventually([&] { return replica.won == 2; }));
}

TEST(LeaderElection, StopsWhenSomebodyElseHasTheLease) {
  LeaseServer server;
  MovedClock clock;
  Replica replica(server, clock, "one");
  ASSERT_TRUE(replica.comes_to_lead());

  server.put("other", "r1");

  ASSERT_TRUE(eventually([&] { return replica.lost == 1; }));
  EXPECT_FALSE(replica.election().may_write());
  EXPECT_EQ(replica.election().holder(), "other");
}

TEST(LeaderElection, GivesTheLeaseBackSoThatTheNextNeedNotWait) {
  LeaseServer server;
  MovedClock clock;
  Replica one(server, clock, "one");
  ASSERT_TRUE(one.comes_to_lead());
  Replica two(server, clock, "two");
  ASSERT_TRUE(eventually([&] { return two.election().holder() == "one"; }));

  one.stop();

  EXPECT_FALSE(one.election().may_write());
  EXPECT_EQ(one.lost, 1);
  EXPECT_TRUE(two.comes_to_lead());  // the clock stands still
  EXPECT_EQ(two.election().transitions(), 1);
}

TEST(LeaderElection, GivesTheLeaseBackThoughItsLastRenewalWasNeverAnswered) {
  LeaseServer server;
  MovedClock clock;
  Replica replica(server, clock, "one");
  ASSERT_TRUE(replica.comes_to_lead());
  server.be(Ill::kLosesAnswers);
  const std::size_t writes = server.count("PUT");
  ASSERT_TRUE(eventually([&] { return server.count("PUT") > writes + 2; }));
  server.be(Ill::kNo);

  replica.stop();

  EXPECT_EQ(server.lease()->holder, "");
  EXPECT_EQ(server.lease()->duration, 1s);
}

TEST(LeaderElection, EndsWithItsClient) {
  LeaseServer server;
  MovedClock clock;
  Replica replica(server, clock, "one");
  ASSERT_TRUE(replica.comes_to_lead());

  replica.client().stop();

  ASSERT_TRUE(eventually([&] { return replica.lost == 1; }));
  EXPECT_FALSE(replica.election().may_write());
}

TEST(LeaderElection, LeavesAnothersLeaseAlone) {
  LeaseServer server;
  server.put("other", "r1");
  MovedClock clock;
  Replica replica(server, clock, "one");
  ASSERT_TRUE(eventually([&] { return server.count("GET") >= 1; }));

  replica.stop();

  EXPECT_EQ(server.lease()->holder, "other");
  EXPECT_EQ(server.count("PUT"), 0U);
}

TEST(NewIdentity, IsUnlikeAnyOther) {
  EXPECT_NE(new_identity(), new_identity());
  EXPECT_THAT(new_identity(), MatchesRegex(".+_[0-9a-f]{8}-[0-9a-f-]{27}"));
}

}  // namespace
}  // namespace npushare::kube
