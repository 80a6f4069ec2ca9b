// The repair of leaked claims: spec dra-accounting 8.3.
#include "scheduler/sync/leak_repair.hpp"

#include <gtest/gtest.h>

#include "tests/sync/leak_fixture.hpp"

namespace npushare::sync_test {
namespace {

using Outcome = LeakDecision::Outcome;

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

}  // namespace
}  // namespace npushare::sync_test
