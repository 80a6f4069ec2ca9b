// The repair of leaked claims: spec dra-accounting 8.3.
#include "scheduler/sync/leak_repair.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "tests/support/dra_objects.hpp"
#include "tests/support/kube_clock.hpp"
#include "tests/support/sync_fake_leaks.hpp"

namespace npushare::sync_test {
namespace {

using dra::LeakPolicy;
using sync::LeakDecision;
using sync::LeakReport;
using Outcome = LeakDecision::Outcome;

wire::ResourceClaim hami_claim(const std::string& pod) {
  wire::ResourceClaim claim =
      dra_test::a_claim("ai-" + pod + "-app-ascend310p", "8589934592", "50");
  claim.created = "2026-01-01T10:00:00Z";
  return claim;
}

wire::Pod a_pod(const std::string& name, const std::string& claim = "") {
  wire::Pod pod;
  pod.key = {"ai", name};
  pod.uid = PodUid("uid-" + name);
  pod.node = NodeName("n1");
  if (!claim.empty()) pod.claims = {{"npu", claim, ""}};
  return pod;
}

class Repair {
 public:
  Repair() {
    api.on_pause = [this](std::chrono::milliseconds time) {
      pauses.push_back(time);
      clock.advance(time);
    };
    clock.advance(std::chrono::seconds(301));
  }

  /// So many claims that pods use, so that a few leaks are few.
  Repair& busy_claims(int count) {
    for (int i = 0; i < count; ++i) {
      const std::string name = "busy-" + std::to_string(i);
      api.put(hami_claim(name));
      api.put(a_pod(name, "ai-" + name + "-app-ascend310p"));
    }
    return *this;
  }

  LeakReport run(LeakPolicy policy = LeakPolicy::kDeleteHamiShaped) {
    boost::asio::io_context io;
    LeakReport report;
    boost::asio::co_spawn(io, repair.run(policy), [&](const std::exception_ptr&, LeakReport done) {
      report = std::move(done);
    });
    io.run();
    return report;
  }

  testing_support::MovedClock clock;
  FakeLeakApi api;
  bool is_synced = true;
  bool may_write = true;
  std::vector<LeakDecision> told;
  std::vector<std::chrono::milliseconds> pauses;
  sync::LeakPatrol patrol{{.claims = [this] { return api.all_claims(); },
                           .slices = [] { return std::vector<sync::LeakPatrol::Slice>{}; },
                           .users = [this] { return api.all_users(); },
                           .name_of = {},
                           .clock = clock}};
  sync::LeakRepair repair{{.api = api,
                           .patrol = patrol,
                           .clock = clock,
                           .is_synced = [this] { return is_synced; },
                           .may_write = [this] { return may_write; },
                           .tell = [this](const LeakDecision& one) { told.push_back(one); }}};
};

std::vector<std::string> deleted(const Repair& at) {
  std::vector<std::string> names;
  for (const wire::ResourceClaim& claim : at.api.deleted) names.push_back(claim.name);
  return names;
}

TEST(LeakRepair, DeletesOrphansAndWhatIsKeptForNobody) {
  Repair at;
  at.busy_claims(10);
  at.api.put(hami_claim("orphan"));
  at.api.put(
      dra_test::allocated(hami_claim("unreserved"), dra_test::a_result("npu-0-0", "8Gi", "50")));

  const LeakReport report = at.run();

  EXPECT_EQ(report.stopped, "");
  EXPECT_EQ(deleted(at),
            (std::vector<std::string>{"ai-orphan-app-ascend310p", "ai-unreserved-app-ascend310p"}));
  EXPECT_EQ(at.told.size(), 2U);
  EXPECT_EQ(at.told[1].leak.held.size(), 1U);
  // Its devices count until the watch shows that they are given back.
  EXPECT_NE(at.api.find("ai/ai-unreserved-app-ascend310p"), nullptr);
}

TEST(LeakRepair, WaitsUntilTheViewCanBeTrusted) {
  Repair at;
  at.busy_claims(10);
  at.api.put(hami_claim("orphan"));

  at.is_synced = false;
  EXPECT_NE(at.run().stopped, "");
  at.is_synced = true;
  at.may_write = false;
  EXPECT_NE(at.run().stopped, "");
  at.may_write = true;
  at.clock.advance(std::chrono::seconds(-2));  // 299 s after the start
  EXPECT_EQ(at.run().stopped.find("the service has run for 299 s"), 0U);
  EXPECT_EQ(at.api.deletions_tried, 0);
  at.clock.advance(std::chrono::seconds(1));
  EXPECT_EQ(at.run().stopped, "");
  EXPECT_EQ(at.api.deleted.size(), 1U);
}

TEST(LeakRepair, DeletesNothingUnderThePolicyReport) {
  Repair at;
  at.busy_claims(10).api.put(hami_claim("orphan"));
  EXPECT_TRUE(at.run(LeakPolicy::kReport).decisions.empty());
  EXPECT_TRUE(at.run(LeakPolicy::kDeleteOwn).decisions.empty());
  EXPECT_EQ(at.api.deletions_tried, 0);
}

TEST(LeakRepair, StopsWhenTooManyClaimsLookLeaked) {  // dra-K7
  Repair at;
  at.busy_claims(6);
  for (int i = 0; i < 4; ++i) at.api.put(hami_claim("orphan-" + std::to_string(i)));

  const LeakReport report = at.run();

  EXPECT_EQ(report.stopped.find("4 of 10 claims would be deleted"), 0U) << report.stopped;
  EXPECT_EQ(at.api.deletions_tried, 0);
  at.busy_claims(10);  // four more: 4 of 14 are less than 30 %
  EXPECT_EQ(at.run().stopped, "");
  EXPECT_EQ(at.api.deleted.size(), 4U);
}

TEST(LeakRepair, DeletesOneASecondAndTwentyARun) {
  Repair at;
  at.busy_claims(100);
  for (int i = 0; i < 25; ++i) at.api.put(hami_claim("orphan-" + std::to_string(i)));

  const LeakReport report = at.run();

  EXPECT_EQ(at.api.deleted.size(), 20U);
  EXPECT_EQ(at.pauses, std::vector(19, std::chrono::milliseconds(1000)));
  EXPECT_NE(report.stopped, "");
  EXPECT_EQ(at.run().decisions.size(), 5U);
}

TEST(LeakRepair, ReadsAgainWhatWasChangedUnderIt) {  // dra-K6
  Repair at;
  at.busy_claims(10).api.put(hami_claim("orphan"));
  int changes = 1;
  at.api.before_delete = [&](const wire::ResourceClaim& claim) {
    if (changes-- > 0) at.api.put(*at.api.find(identity_of(claim)));
  };

  EXPECT_EQ(at.run().decisions.at(0).outcome, Outcome::kDeleted);
  EXPECT_EQ(at.api.deletions_tried, 2);
}

TEST(LeakRepair, SparesWhatIsUsedByTheTimeItIsReadAgain) {  // dra-K6
  Repair at;
  at.busy_claims(10).api.put(hami_claim("orphan"));
  at.api.before_delete = [&](const wire::ResourceClaim& claim) {
    at.api.put(dra_test::allocated(*at.api.find(identity_of(claim)),
                                   dra_test::a_result("npu-0-0", "8Gi", "50"), "late"));
    at.api.put(a_pod("late", claim.name));
  };

  const LeakReport report = at.run();

  EXPECT_EQ(report.decisions.at(0).outcome, Outcome::kSpared);
  EXPECT_TRUE(at.api.deleted.empty());
  EXPECT_NE(at.api.find("ai/ai-orphan-app-ascend310p"), nullptr);
}

TEST(LeakRepair, GivesUpOnAClaimThatChangesAgainAndAgain) {
  Repair at;
  at.busy_claims(10).api.put(hami_claim("orphan"));
  at.api.before_delete = [&](const wire::ResourceClaim& claim) {
    at.api.put(*at.api.find(identity_of(claim)));
  };

  EXPECT_EQ(at.run().decisions.at(0).outcome, Outcome::kFailed);
  EXPECT_EQ(at.api.deletions_tried, 3);
}

TEST(LeakRepair, ANamesakeIsAnotherClaim) {
  Repair at;
  at.busy_claims(10).api.put(hami_claim("orphan"));
  at.api.before_delete = [&](const wire::ResourceClaim& claim) {
    wire::ResourceClaim other = claim;
    other.uid = "another";
    at.api.put(other);
  };

  EXPECT_EQ(at.run().decisions.at(0).outcome, Outcome::kGone);
  EXPECT_TRUE(at.api.deleted.empty());
}

TEST(LeakRepair, DeletesNothingOfWhosePodsItIsNotSure) {
  Repair at;
  at.busy_claims(10).api.put(hami_claim("orphan"));
  at.api.list_error = Error{ErrorCode::kBusy, "later"};

  EXPECT_EQ(at.run().decisions.at(0).outcome, Outcome::kFailed);
  EXPECT_EQ(at.api.deletions_tried, 0);
}

// Whatever is changed at whatever moment: a claim is deleted only if no pod of the cluster refers
// to it, nobody has it reserved, and it is not another's.
RC_GTEST_PROP(LeakRepairProperty, NothingLiveIsEverDeleted, ()) {
  Repair at;
  at.busy_claims(40);
  const int leaks = *rc::gen::inRange(1, 12);
  for (int i = 0; i < leaks; ++i) {
    const std::string pod = "p-" + std::to_string(i);
    wire::ResourceClaim claim = hami_claim(pod);
    const int shape = *rc::gen::inRange(0, 6);
    if (shape == 1) claim = dra_test::allocated(claim, dra_test::a_result("npu-0-0", "1Gi", "1"));
    if (shape == 2)
      claim = dra_test::allocated(claim, dra_test::a_result("npu-0-0", "1Gi", "1"), pod);
    if (shape == 3) claim.owners = {{.kind = "Pod", .name = pod, .uid = "u"}};
    if (shape == 4) claim.name = "mine-" + pod;
    if (shape == 5) at.api.put(a_pod(pod, claim.name));
    at.api.put(claim);
  }
  const auto mischief = *rc::gen::container<std::vector<int>>(12, rc::gen::inRange(0, 4));
  std::size_t step = 0;
  const auto is_live = [&](const wire::ResourceClaim& claim) {
    for (const dra::ClaimUser& user : at.api.all_users())
      for (const wire::PodClaim& used : user.claims)
        if (user.pod.space == claim.space && used.claim == claim.name) return true;
    return !claim.reserved_for.empty() || !claim.owners.empty() || claim.name.starts_with("mine-");
  };
  bool has_taken_live = false;
  at.api.before_delete = [&](const wire::ResourceClaim& claim) {
    const int what = step < mischief.size() ? mischief[step++] : 0;
    wire::ResourceClaim* now = at.api.find(identity_of(claim));
    if (what == 1) {  // the scheduler gives it to a pod
      wire::ResourceClaim taken =
          dra_test::allocated(*now, dra_test::a_result("npu-0-0", "1Gi", "1"), "late");
      at.api.put(a_pod("late-" + claim.name, claim.name));
      at.api.put(taken);
    }
    if (what == 2) at.api.put(*now);
    if (what == 3) at.api.remove_claim(identity_of(claim));
    now = at.api.find(identity_of(claim));
    has_taken_live |=
        now != nullptr && now->resource_version == claim.resource_version && is_live(*now);
  };

  at.run();

  RC_ASSERT(!has_taken_live);
  for (const wire::ResourceClaim& claim : at.api.deleted) RC_ASSERT(!is_live(claim));
}

}  // namespace
}  // namespace npushare::sync_test
