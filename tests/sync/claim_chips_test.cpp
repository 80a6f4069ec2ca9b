// Which chip a device is, and what becomes of chips whose devices cannot be
// told: 1.2, 1.4, 1.5, 7.3 and 10.7 of spec/dra-accounting.md.
#include <gtest/gtest.h>

#include "tests/support/sync_claims.hpp"

namespace npushare::sync_test {
namespace {

using namespace dra_test;

class ClaimChips : public ClaimWorld {
 protected:
  ClaimChips() { publish(lab_slice()); }

  void take(const std::string& device, const std::string& memory, const std::string& cores) {
    claim(allocated(a_claim("a", "", ""), a_result(device, memory, cores)));
  }
  static wire::ResourceSlice slice_with(wire::SliceDevice second) {
    return a_slice({a_chip("npu-0-0", 0, kUuid0), std::move(second)});
  }
};

TEST(PhysicalUuid, IsFiveGroupsOfEightDigits) {
  EXPECT_EQ(dra::physical_uuid(" 68496e64-20e05477-92c31323-6e78030a-bd003019 "), ChipUuid{kUuid0});
  for (const char* other : {"", "aio-node74-arm-0", "68496E64-20E05477-92C31323-6E78030A",
                            "68496E64-20E05477-92C31323-6E78030A-BD00301G",
                            "68496E64_20E05477_92C31323_6E78030A_BD003019"})
    EXPECT_FALSE(dra::physical_uuid(other)) << other;
}

// Rule T: 21527 by the annotation, 21525 by the slice.
TEST_F(ClaimChips, AreAsLargeAsTheSmallerSourceSays) {
  EXPECT_EQ(free(0), "21525/100");
}

// dra-M6
TEST_F(ClaimChips, StayAsLargeWhenTheSliceIsGone) {
  take("npu-0-0", "8Gi", "50");

  world.claims.slices().removed(lab_slice());

  EXPECT_EQ(used(0), "8192/50");
  EXPECT_EQ(free(0), "13333/50");
}

// dra-I10: remembered while a claim holds it, else never known.
TEST_F(ClaimChips, AreRememberedWhileAClaimHoldsThem) {
  take("npu-0-0", "8Gi", "50");

  publish(slice_with(a_chip("npu-9-0", 9, kUuid1)));
  claim(allocated(a_claim("b", "", ""),
                  a_result("npu-1-0", "1Gi", "10", "5554db84-1574-46bd-a3ea-0b7197fbbbda")));

  EXPECT_EQ(used(0), "8192/50");
  EXPECT_EQ(used(1), "0/0");
  EXPECT_EQ(block(1), Block::kUnmappedClaims);
}

// dra-I11: usage stays; who may come is the allocator's business (dra/offers.hpp).
TEST_F(ClaimChips, OfAnIncompletePoolKeepTheirUse) {
  take("npu-0-0", "8Gi", "50");
  wire::ResourceSlice newer = lab_slice();
  newer.name = "newer";
  newer.generation = 2;
  newer.pool_slices = 2;

  publish(newer);

  EXPECT_EQ(used(0), "8192/50");
}

// dra-M3, dra-M4, dra-M5
TEST_F(ClaimChips, AreGivenWholeOnlyWhenNobodyIsThere) {
  EXPECT_TRUE(fits("21527", "100"));
  take("npu-0-0", "1Mi", "0");
  claim(allocated(a_claim("b", "", ""),
                  a_result("npu-1-0", "1Mi", "0", "5554db84-1574-46bd-a3ea-0b7197fbbbda")));

  EXPECT_FALSE(fits("21527", "100"));
  EXPECT_FALSE(fits("1024", "100"));
}

// dra-M7
TEST_F(ClaimChips, AreOverdrawnByAClaimThatCameAfterAPod) {
  const wire::Pod tenant = world.granted(a_soft_pod("tenant", "21527", "100"), kNode);
  world.pods.changed(tenant);
  ASSERT_EQ(used(0), "21525/100");

  take("npu-0-0", "1Gi", "0");

  EXPECT_EQ(free(0), "-1024/0");
  EXPECT_EQ(drift(), Kinds{"overcommitted-chip"});
}

// dra-M8: never by name, index or order.
TEST_F(ClaimChips, WithoutAUuidKeepAnnotationPodsOffTheNodeWhileInUse) {
  publish(slice_with(a_chip("npu-1-0", 1, kNode + "-1")));
  EXPECT_EQ(drift(), Kinds{"unmapped-device"});
  EXPECT_TRUE(fits("8192", "50"));

  take("npu-1-0", "8Gi", "50");
  EXPECT_FALSE(fits("8192", "50"));
  EXPECT_EQ(ledger()->orphans().size(), 1U);

  gone("a");
  EXPECT_TRUE(fits("8192", "50"));
}

TEST_F(ClaimChips, OfOneUuidTakeNobodyNew) {
  publish(slice_with(a_chip("npu-1-0", 1, kUuid0)));

  EXPECT_EQ(block(0), Block::kQuarantined);
  EXPECT_EQ(block(1), Block::kNone);
  EXPECT_EQ(drift(), Kinds{"duplicate-device"});
}

TEST_F(ClaimChips, OfAnotherNodesUuidTakeNobodyNew) {
  world.nodes.changed(a_wire_node("n2", Mode::kSoft, {kUuid1}));

  EXPECT_EQ(world.chip("n2").chip().block, Block::kQuarantined);
}

TEST_F(ClaimChips, ThatBecomeOthersUnderAClaimAreBothCharged) {
  const std::string third = "00000001-00000002-00000003-00000004-00000005";
  world.nodes.changed(lab_node({kUuid0, kUuid1, third}));
  take("npu-1-0", "8Gi", "50");

  publish(slice_with(a_chip("npu-1-0", 1, third)));

  EXPECT_EQ(used(1), "8192/50");
  EXPECT_EQ(used(2), "8192/50");
  EXPECT_EQ(drift(), Kinds{"changed-device"});
}

// The node plugin could not serve an annotation pod there.
TEST_F(ClaimChips, ThatNoPluginHasRegisteredAreForClaimsAlone) {
  world.nodes.changed(lab_node({kUuid0}));
  EXPECT_EQ(chip(1).chip().uuid, ChipUuid{kUuid1});
  EXPECT_EQ(block(1), Block::kKeptForClaims);
  EXPECT_EQ(chip(1).chip().model, ModelName{"Ascend310P"});

  take("npu-1-0", "8Gi", "50");
  EXPECT_EQ(free(1), "13333/50");
}

}  // namespace
}  // namespace npushare::sync_test
