// Claims of DRA in the books: what counts, for how long, and as what. spec/dra-accounting.md 10.7.
#include <gtest/gtest.h>

#include "tests/support/dra_objects.hpp"
#include "tests/support/sync_claims.hpp"

namespace npushare::sync_test {
namespace {

using namespace dra_test;

constexpr const char* kOtherShare = "5554db84-1574-46bd-a3ea-0b7197fbbbda";

class ClaimBooks : public ClaimWorld {
 protected:
  ClaimBooks() { publish(lab_slice()); }

  wire::ResourceClaim with(const std::string& name, wire::DeviceResult result) {
    return allocated(a_claim(name, "8589934592", "50"), std::move(result));
  }
};

TEST_F(ClaimBooks, AnAllocatedClaimCountsUnderDrasOwnName) {
  claim(with("a", a_result("npu-0-0", "8Gi", "50")));

  EXPECT_EQ(used(0), "8192/50");
  EXPECT_EQ(used(1), "0/0");
  const auto& [id, share] = *chip(0).shares().begin();
  EXPECT_EQ(id.text(), "be06132e-0aff-4efc-bd8e-42a4e06ed385");
  EXPECT_EQ(share.source, Source::kClaim);
  EXPECT_EQ(share.holder->pod.text(), "ai/a");
}

TEST_F(ClaimBooks, AClaimThatWaitsCountsNothing) {
  claim(a_claim("a", "8589934592", "50"));

  EXPECT_EQ(used(0), "0/0");
}

// dra-I1
TEST_F(ClaimBooks, AdministratorsTakeNothing) {
  wire::DeviceResult result = a_result("npu-0-0", "8Gi", "50");
  result.admin_access = true;
  claim(with("a", result));

  EXPECT_EQ(used(0), "0/0");
}

// dra-I2
TEST_F(ClaimBooks, AResultWithoutAShareHasTheWholeChip) {
  claim(with("a", a_result("npu-0-0", "", "", "")));

  claim(with("b", a_result("npu-1-0", "1Gi", "10", kOtherShare)));

  EXPECT_EQ(used(0), "21525/100");
  EXPECT_TRUE(fits("20501", "90"));
  EXPECT_FALSE(fits("20502", "90"));
}

// dra-I3, dra-I4, dra-I5: what cannot be counted is counted as all there is.
TEST_F(ClaimBooks, WhatCannotBeCountedIsAllOfIt) {
  wire::DeviceResult nothing = a_result("npu-0-0", "", "");
  nothing.consumed.reset();
  claim(with("a", nothing));
  EXPECT_EQ(used(0), "21525/100");
  EXPECT_EQ(drift(), Kinds{"uncountable-claim"});
  EXPECT_EQ(block(0), Block::kUncountableClaims);

  wire::DeviceResult memory_only = a_result("npu-0-0", "8Gi", "");
  memory_only.consumed->erase("cores");
  claim(with("a", memory_only));
  EXPECT_EQ(used(0), "8192/100");

  claim(with("a", a_result("npu-0-0", "-1Gi", "10")));
  EXPECT_EQ(used(0), "21525/10");
  EXPECT_EQ(drift(), Kinds{"uncountable-claim"});

  claim(with("a", a_result("npu-0-0", "1Gi", "10")));
  EXPECT_EQ(drift(), Kinds{});
  EXPECT_EQ(block(0), Block::kNone);
}

// dra-I6
TEST_F(ClaimBooks, TwoSharesOfOneNameBothCount) {
  claim(with("a", a_result("npu-0-0", "8Gi", "50")));
  claim(with("b", a_result("npu-0-0", "1Gi", "10")));

  EXPECT_EQ(used(0), "9216/60");
  EXPECT_EQ(drift(), Kinds{"repeated-share-id"});

  gone("b");
  EXPECT_EQ(used(0), "8192/50");
  EXPECT_EQ(drift(), Kinds{});
}

// dra-I7
TEST_F(ClaimBooks, AClaimThatIsBeingDeletedCountsUntilItIsLetGo) {
  wire::ResourceClaim going = with("a", a_result("npu-0-0", "8Gi", "50"));
  going.deleted = "2026-12-01T10:00:00Z";
  claim(going);
  EXPECT_EQ(used(0), "8192/50");

  going.allocation.reset();
  claim(going);
  EXPECT_EQ(used(0), "0/0");
}

// dra-I8
TEST_F(ClaimBooks, TheAlternativeThatWasChosenCounts) {
  wire::DeviceResult small = a_result("npu-0-0", "4Gi", "20");
  small.request = "main/small";
  claim(with("a", small));

  EXPECT_EQ(used(0), "4096/20");
}

// dra-I9
TEST_F(ClaimBooks, DevicesOfOtherDriversAreNotOurs) {
  wire::DeviceResult other = a_result("npu-0-0", "8Gi", "50");
  other.driver = "gpu.example.com";
  claim(with("a", other));

  EXPECT_EQ(used(0), "0/0");
}

// dra-I12, dra-I13
TEST_F(ClaimBooks, TheSameInOtherWordsChangesNothing) {
  claim(with("a", a_result("npu-0-0", "8589934592", "50")));
  const LedgerBook::Snapshot before = ledger();

  claim(with("a", a_result("npu-0-0", "8Gi", "50")));
  wire::ResourceSlice reordered = lab_slice();
  std::swap(reordered.devices[0], reordered.devices[1]);
  publish(reordered);

  EXPECT_EQ(ledger(), before);
}

// Row 15 of lab 20: late events of what is over.
TEST_F(ClaimBooks, AnOldEventBringsNothingBack) {
  wire::ResourceClaim first = with("a", a_result("npu-0-0", "8Gi", "50"));
  first.resource_version = "7";
  claim(first);
  gone("a");
  EXPECT_EQ(used(0), "0/0");

  claim(first);
  EXPECT_EQ(used(0), "0/0");
  gone("a");
  EXPECT_EQ(used(0), "0/0");
}

TEST_F(ClaimBooks, AnOlderVersionOfAClaimIsLetBe) {
  wire::ResourceClaim newer = with("a", a_result("npu-0-0", "8Gi", "50"));
  newer.resource_version = "9";
  wire::ResourceClaim older = a_claim("a", "8589934592", "50");
  older.resource_version = "8";

  claim(newer);
  claim(older);

  EXPECT_EQ(used(0), "8192/50");
}

TEST_F(ClaimBooks, AListMendsWhatNoEventTold) {
  claim(with("a", a_result("npu-0-0", "8Gi", "50")));
  claim(with("b", a_result("npu-0-0", "1Gi", "10", kOtherShare)));

  world.claims.claims().list_started();
  world.claims.claims().item(with("b", a_result("npu-0-0", "1Gi", "10", kOtherShare)));
  world.claims.claims().list_done();

  EXPECT_EQ(used(0), "1024/10");
}

// design.md 4: rounded up for claims.
TEST_F(ClaimBooks, BytesAreRoundedUpToMiB) {
  claim(with("a", a_result("npu-0-0", "8589934593", "50500m")));

  EXPECT_EQ(used(0), "8193/51");
}

// dra-M1, dra-M2: 21525 is the chip's size where both worlds speak of it.
TEST_F(ClaimBooks, AnnotationPodsGetWhatClaimsLeave) {
  claim(with("a", a_result("npu-0-0", "8Gi", "50")));
  claim(with("b", a_result("npu-1-0", "21525Mi", "100", kOtherShare)));

  EXPECT_TRUE(fits("13333", "50"));
  EXPECT_FALSE(fits("13334", "50"));
}

TEST_F(ClaimBooks, WakeARefusedPodWhenAClaimLeaves) {
  claim(with("a", a_result("npu-0-0", "21525Mi", "100")));
  claim(with("b", a_result("npu-1-0", "21525Mi", "100", kOtherShare)));
  const wire::Pod waiting = a_soft_pod("waiting", "8192", "50");
  world.pods.changed(waiting);
  world.nudges.refused(waiting.key);

  gone("b");
  world.nudges.run();

  EXPECT_EQ(world.nudged, std::vector<std::string>{"waiting"});
}

}  // namespace
}  // namespace npushare::sync_test
