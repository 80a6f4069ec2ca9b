// The rules of the election: spec/kube-scheduler-extender.md 4.6.
#include "scheduler/kube/candidacy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npushare::kube {
namespace {

using Act = Candidacy::Act;
using Time = Candidacy::Time;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

constexpr Time kStart{1000s};
constexpr std::chrono::system_clock::time_point kWall{1'786'693'660s};

Candidacy a_candidate(const std::string& identity = "me") {
  return {identity, ElectionTimes{}, wire::new_lease("kube-system", "npushare")};
}

/// The lease as the API server has it.
wire::Lease stored(const std::string& holder, int renewal, int version = 1, int transitions = 0,
                   int duration = 15) {
  return *wire::read_lease(R"({"kind":"Lease","metadata":{"name":"npushare","resourceVersion":")" +
                           std::to_string(version) + R"("},"spec":{"holderIdentity":")" + holder +
                           R"(","acquireTime":"a","renewTime":"r)" + std::to_string(renewal) +
                           R"(","leaseDurationSeconds":)" + std::to_string(duration) +
                           R"(,"leaseTransitions":)" + std::to_string(transitions) +
                           R"(,"preferredHolder":"p"}})");
}

/// One that has just renewed.
Candidacy a_leader(Time at = kStart) {
  Candidacy leader = a_candidate();
  leader.take(std::nullopt, at);
  leader.wrote(stored("me", 1), at, at);
  return leader;
}

TEST(Candidacy, CreatesTheLeaseThatIsMissing) {
  Candidacy one = a_candidate();

  EXPECT_EQ(one.begin(kStart), Act::kRead);
  EXPECT_EQ(one.take(std::nullopt, kStart), Act::kCreate);
  const wire::Lease claim = one.claim(kWall);
  EXPECT_EQ(claim.holder, "me");
  EXPECT_EQ(claim.duration, 15s);
  EXPECT_EQ(claim.acquired, "2026-08-14T07:47:40.000000Z");
  EXPECT_EQ(claim.renewed, claim.acquired);
  EXPECT_EQ(claim.transitions, 0);
  EXPECT_FALSE(one.is_leading());
}

TEST(Candidacy, WaitsForAHolderFromItsOwnFirstSightOn) {
  Candidacy one = a_candidate();

  EXPECT_EQ(one.take(stored("other", 1), kStart), Act::kWait);
  EXPECT_EQ(one.take(stored("other", 1), kStart + 14'999ms), Act::kWait);
  EXPECT_EQ(one.take(stored("other", 1), kStart + 15s), Act::kReplace);
}

TEST(Candidacy, WaitsAnewAfterEachRenewal) {
  Candidacy one = a_candidate();
  one.take(stored("other", 1), kStart);

  EXPECT_EQ(one.take(stored("other", 2), kStart + 14s), Act::kWait);
  EXPECT_EQ(one.take(stored("other", 2), kStart + 28'999ms), Act::kWait);
  EXPECT_EQ(one.take(stored("other", 2), kStart + 29s), Act::kReplace);
}

TEST(Candidacy, WaitsAsLongAsTheHolderHasSaid) {
  Candidacy one = a_candidate();
  one.take(stored("other", 1, 1, 0, 60), kStart);

  EXPECT_EQ(one.take(stored("other", 1, 1, 0, 60), kStart + 59s), Act::kWait);
  EXPECT_EQ(one.take(stored("other", 1, 1, 0, 60), kStart + 60s), Act::kReplace);
}

TEST(Candidacy, TakesAReleasedLeaseAtOnceAndKeepsWhatItDoesNotKnow) {
  Candidacy one = a_candidate();

  EXPECT_EQ(one.take(stored("", 1, 7, 4, 1), kStart), Act::kReplace);
  const wire::Lease claim = one.claim(kWall);
  EXPECT_EQ(claim.transitions, 5);
  EXPECT_EQ(claim.duration, 15s);
  const wire::Json written = *wire::Json::parse(wire::write_lease(claim));
  EXPECT_EQ(written.at("metadata", "resourceVersion").string(), "7");
  EXPECT_EQ(written.at("spec", "preferredHolder").string(), "p");
}

TEST(Candidacy, RenewsWithoutReadingAndKeepsItsTerm) {
  Candidacy leader = a_candidate();
  leader.take(stored("", 1, 7, 4), kStart);
  leader.wrote(stored("me", 2, 8, 5), kStart, kStart);

  EXPECT_EQ(leader.begin(kStart + 2s), Act::kReplace);
  const wire::Lease claim = leader.claim(kWall);
  EXPECT_EQ(claim.transitions, 5);
  EXPECT_EQ(claim.acquired, "a");
  EXPECT_EQ(claim.renewed, "2026-08-14T07:47:40.000000Z");
}

TEST(Candidacy, ReadsAfterAWriteThatFailed) {
  Candidacy leader = a_leader();

  leader.failed();

  EXPECT_TRUE(leader.is_leading());  // until its time is over
  EXPECT_EQ(leader.begin(kStart + 2s), Act::kRead);
  EXPECT_EQ(leader.take(stored("me", 2, 2), kStart + 2s), Act::kReplace);
  EXPECT_EQ(leader.begin(kStart + 2s), Act::kReplace);
}

TEST(Candidacy, LeadsForTenSecondsFromWhenTheRenewalWasSent) {
  Candidacy leader = a_candidate();
  leader.take(std::nullopt, kStart);
  leader.wrote(stored("me", 1), kStart, kStart + 4s);  // the answer took its time

  EXPECT_EQ(leader.leads_until(), kStart + 10s);
  EXPECT_FALSE(leader.expire(kStart + 9'999ms));
  EXPECT_TRUE(leader.expire(kStart + 10s));
  EXPECT_FALSE(leader.is_leading());
  EXPECT_FALSE(leader.expire(kStart + 10s));
}

TEST(Candidacy, StopsAtTheSightOfAnotherHolder) {
  Candidacy leader = a_leader();

  EXPECT_EQ(leader.take(stored("other", 2, 9), kStart + 1s), Act::kWait);

  EXPECT_FALSE(leader.is_leading());
  EXPECT_EQ(leader.holder(), "other");
}

TEST(Candidacy, LeadsAgainWithItsOldTermWhenNobodyHasTakenOver) {
  Candidacy leader = a_leader();
  ASSERT_TRUE(leader.expire(kStart + 12s));

  EXPECT_EQ(leader.take(stored("me", 1), kStart + 20s), Act::kReplace);
  EXPECT_EQ(leader.claim(kWall).transitions, 0);
  leader.wrote(stored("me", 2, 2), kStart + 20s, kStart + 20s);
  EXPECT_TRUE(leader.is_leading());
}

TEST(Candidacy, GivesUpOnlyWhatItHolds) {
  Candidacy leader = a_leader();
  Candidacy standby = a_candidate("standby");
  standby.take(stored("me", 1), kStart);

  const std::optional<wire::Lease> released = leader.release(kWall);

  ASSERT_TRUE(released);
  EXPECT_EQ(released->holder, "");
  EXPECT_EQ(released->duration, 1s);
  EXPECT_FALSE(leader.is_leading());
  EXPECT_FALSE(standby.release(kWall));
}

TEST(ElectionTimes, HaveToLeaveRoomForEachOther) {
  EXPECT_TRUE(check_times({}));
  EXPECT_TRUE(check_times({.lease = 15s, .renew_deadline = 14'999ms, .retry = 12'499ms}));
  EXPECT_FALSE(check_times({.lease = 10s, .renew_deadline = 10s, .retry = 2s}));
  EXPECT_FALSE(check_times({.lease = 15s, .renew_deadline = 10s, .retry = 8'334ms}));
  EXPECT_FALSE(check_times({.lease = 15s, .renew_deadline = 10s, .retry = 0ms}));
}

}  // namespace
}  // namespace npushare::kube
