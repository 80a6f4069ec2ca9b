#include "scheduler/dra/mirror_claim.hpp"

#include <gtest/gtest.h>

#include "tests/support/accounting_builders.hpp"

namespace npushare::dra {
namespace {

using test::amount;

const Holder kPod{.uid = PodUid{"0f3c-77"}, .pod = {"ai", "infer-0"}, .priority = 0, .since = 0};
const MirrorPart kPart{.driver = "ascend.project-hami.io",
                       .pool = "n1",
                       .device = "npu-0-0",
                       .share_id = "5f0c3a52-8a3e-5c9e-9a53-0d8a5f7b1c11",
                       .memory = MiB{8192},
                       .cores = Cores{50}};

/// As the API server shows it once it is created and its status is patched.
wire::ResourceClaim shown() {
  const std::string body = mirror_body(kPod, "vnpu", {kPart});
  const std::string status = mirror_status(kPod, {kPart});
  const Result<wire::ResourceClaim> claim =
      wire::read_claim(body.substr(0, body.size() - 1) + "," + status.substr(1));
  EXPECT_TRUE(claim) << claim.error().message;
  return *claim;
}

TEST(MirrorClaim, IsReadBackAsWhatThePodHolds) {
  const wire::ResourceClaim claim = shown();

  EXPECT_EQ(claim.space, "ai");
  EXPECT_EQ(claim.name, "npu-mirror-0f3c-77");
  ASSERT_EQ(claim.owners.size(), 1U);
  EXPECT_EQ(claim.owners[0], (wire::ClaimOwner{"Pod", "infer-0", "0f3c-77", true}));
  ASSERT_EQ(claim.requests.size(), 1U);
  EXPECT_EQ(claim.requests[0].asks.at(0).device_class, "vnpu");
  EXPECT_EQ(claim.requests[0].asks.at(0).capacity.at("memory"), "8192Mi");
  ASSERT_TRUE(claim.allocation);
  const wire::DeviceResult& result = claim.allocation->results.at(0);
  EXPECT_EQ(result.request, claim.requests[0].name);
  EXPECT_EQ(result.device, "npu-0-0");
  EXPECT_EQ(result.share_id, kPart.share_id);
  EXPECT_EQ(result.consumed->at("memory"), "8192Mi");
  EXPECT_EQ(result.consumed->at("cores"), "50");
  EXPECT_EQ(mirrored_pod(claim), kPod.uid);
}

TEST(MirrorClaim, IsNoneWhoseNameLabelOrConsumerIsAnother) {
  wire::ResourceClaim other = shown();
  other.labels.clear();
  EXPECT_EQ(mirrored_pod(other), std::nullopt);
  other = shown();
  other.labels["npu-dra/mirror"] = "yes";
  EXPECT_EQ(mirrored_pod(other), std::nullopt);
  other = shown();
  other.name = "mine";
  EXPECT_EQ(mirrored_pod(other), std::nullopt);
  other = shown();
  other.reserved_for.push_back(other.reserved_for.front());
  EXPECT_EQ(mirrored_pod(other), std::nullopt);
  other = shown();
  other.reserved_for.front().resource = "jobs";
  EXPECT_EQ(mirrored_pod(other), std::nullopt);
}

const ChipDevices kDevices{{ChipUuid{"A"}, {"drv", "n1", "npu-0"}},
                           {ChipUuid{"B"}, {"drv", "n1", "npu-1"}}};

TEST(MirrorClaim, HasOnePartForEachChip) {
  const NodeLedger node = test::a_soft_node("n1", {"A", "B"});
  test::AnAllocation pod("n1", "p");
  pod.container(ContainerKind::kApp).grant("A", amount(1000, 10)).grant("B", amount(1000, 10));
  pod.container(ContainerKind::kApp).grant("A", amount(500, 5));

  const Result<std::vector<MirrorPart>> parts = mirror_parts(pod, node, kDevices);

  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 2U);
  EXPECT_EQ((*parts)[0].device, "npu-0");
  EXPECT_EQ((*parts)[0].memory, MiB{1500});
  EXPECT_EQ((*parts)[0].cores, Cores{15});
  EXPECT_EQ((*parts)[1].memory, MiB{1000});
  EXPECT_NE((*parts)[0].share_id, (*parts)[1].share_id);
  EXPECT_EQ(*parts, *mirror_parts(pod, node, kDevices));
}

TEST(MirrorClaim, TakesAllOfAChipThatThePodHasForItself) {
  const NodeLedger node = test::a_soft_node("n1", {"A"});
  const auto parts = mirror_parts(
      test::AnAllocation("n1", "p").grant("A", amount(1000, 10), Hold::kExclusive), node, kDevices);

  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->at(0).memory, MiB{21527});
  EXPECT_EQ(parts->at(0).cores, Cores{100});
}

TEST(MirrorClaim, NamesTheChipThatNoDriverPublishes) {
  const NodeLedger node = test::a_soft_node("n1", {"C"});
  const auto parts =
      mirror_parts(test::AnAllocation("n1", "p").grant("C", amount(1, 1)), node, kDevices);

  ASSERT_FALSE(parts);
  EXPECT_EQ(parts.error().code, ErrorCode::kNotFound);
  EXPECT_NE(parts.error().message.find("chip C of node n1"), std::string::npos);
}

Charge charge(const std::string& chip, const Amount& taken) {
  Share share = test::a_share("claim", taken);
  share.source = Source::kClaim;
  return {.chip = ChipUuid{chip}, .id = test::share_id("claim"), .share = share};
}

struct TwinCase {
  const char* name;
  Amount claimed;
  Amount beyond;
};

class Twin : public testing::TestWithParam<TwinCase> {};

// The pod holds 8192 MiB and 50 % of chip A by its annotations.
TEST_P(Twin, IsChargedOnlyBeyondWhatItsPodHolds) {
  NodeLedger node = test::a_soft_node("n1", {"A", "B"});
  node.observe(test::AnAllocation("n1", "p").grant("A", amount(8192, 50)), InitPhase::kDone);

  const std::vector<Charge> left =
      beyond_twin({charge("A", GetParam().claimed)}, node, PodUid{"p"});

  Amount sum;
  for (const Charge& each : left) sum += each.share.amount;
  EXPECT_EQ(sum, GetParam().beyond);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Twin,
    testing::Values(TwinCase{"the_same", amount(8192, 50), Amount{}},
                    TwinCase{"less", amount(8191, 49), Amount{}},
                    TwinCase{"one_mib_more", amount(8193, 50), amount(1, 0, 0)},
                    TwinCase{"one_core_more", amount(8192, 51), amount(0, 1, 0)},
                    TwinCase{"two_slots", amount(8192, 50, 2), amount(0, 0, 1)}),
    [](const auto& row) { return row.param.name; });

TEST(MirrorClaim, OfAnotherChipOrPodIsChargedInFull) {
  NodeLedger node = test::a_soft_node("n1", {"A", "B"});
  node.observe(test::AnAllocation("n1", "p").grant("A", amount(8192, 50)), InitPhase::kDone);

  const auto elsewhere = beyond_twin({charge("B", amount(8192, 50))}, node, PodUid{"p"});
  const auto stranger = beyond_twin({charge("A", amount(8192, 50))}, node, PodUid{"q"});

  ASSERT_EQ(elsewhere.size(), 1U);
  EXPECT_EQ(elsewhere[0].share.amount, amount(8192, 50));
  ASSERT_EQ(stranger.size(), 1U);
}

}  // namespace
}  // namespace npushare::dra
