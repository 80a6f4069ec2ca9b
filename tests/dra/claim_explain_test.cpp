// Why claims wait, in the form of explain: rows of lab 20 (spec dra-accounting 6).
#include "scheduler/dra/claim_explain.hpp"

#include <gtest/gtest.h>

#include "tests/support/dra_objects.hpp"

namespace npushare::dra_test {
namespace {

using wire::Json;

Json explain(const std::vector<wire::ResourceClaim>& claims, const std::string& wanted,
             const dra::ClassSelectors& classes = lab_classes()) {
  const std::vector<wire::ResourceSlice> slices{lab_slice()};
  return dra::explain_claims(
      {.space = "ai", .claims = {{"npu", wanted, ""}}},
      {.slices = pointers(slices), .claims = pointers(claims), .classes = classes});
}

std::vector<wire::ResourceClaim> row_5() {
  return {allocated(a_claim("a", "8589934592", "50"), a_result("npu-0-0", "8Gi", "50"), "share-a"),
          allocated(a_claim("b", "8589934592", "50"), a_result("npu-0-0", "8Gi", "50"), "share-b"),
          a_claim("c", "8589934592", "50", {pinned_to(kUuid0)})};
}

TEST(ClaimExplain, NamesWhatIsShortAndWhoHoldsTheRest) {  // row 5
  const Json page = explain(row_5(), "c");

  const Json& node = page["nodes"].items().at(0);
  EXPECT_EQ(node["name"].string(), kNode);
  EXPECT_FALSE(node["fits"].boolean());
  EXPECT_EQ(node["reason"]["text"].string(), "insufficient cores, memory");
  const Json& full = node["chips"].items().at(0);
  EXPECT_EQ(full["index"].integer(), 0);
  EXPECT_EQ(full["uuid"].string(), kUuid0);
  EXPECT_EQ(full["asked"]["memoryMiB"].integer(), 8192);
  EXPECT_EQ(full["free"]["memoryMiB"].integer(), 5141);
  EXPECT_EQ(full["asked"]["cores"].integer(), 50);
  EXPECT_EQ(full["free"]["cores"].integer(), 0);
  EXPECT_EQ(full["holders"].items().at(0)["pod"].string(), "claim ai/a of share-a");
  EXPECT_EQ(full["holders"].items().at(0)["amount"]["memoryMiB"].integer(), 8192);
  EXPECT_EQ(node["chips"].items().at(1)["reason"]["text"].string(),
            "excluded by a selector: " + pinned_to(kUuid0));
  EXPECT_EQ(page["summary"].string(), "0/1 nodes fit: 1 insufficient cores, memory");
}

TEST(ClaimExplain, SaysMemoryAloneWhereCoresSuffice) {  // rows 7 and 12
  const Json page =
      explain({allocated(a_claim("ctrl-a", "", ""), a_result("npu-1-0", "8Gi", "50"), "ctrl-a"),
               a_claim("ctrl-b", "14680064k", "40", {pinned_to(kUuid1)})},
              "ctrl-b");

  const Json& chip = page["nodes"].items().at(0)["chips"].items().at(1);
  EXPECT_EQ(chip["reason"]["text"].string(), "insufficient memory");
  EXPECT_EQ(chip["asked"]["memoryMiB"].integer(), 14000);
  EXPECT_EQ(chip["free"]["memoryMiB"].integer(), 13333);
}

TEST(ClaimExplain, SaysWhatFits) {  // rows 9 and 10
  std::vector<wire::ResourceClaim> claims = row_5();
  claims.erase(claims.begin());

  const Json page = explain(claims, "c");

  EXPECT_TRUE(page["nodes"].items().at(0)["fits"].boolean());
  EXPECT_EQ(page["summary"].string(), "1/1 nodes fit");
}

TEST(ClaimExplain, AClaimThatIsDeletedStillHoldsItsDevices) {  // row 8
  std::vector<wire::ResourceClaim> claims = row_5();
  claims[0].deleted = "2026-12-01T11:00:00Z";

  EXPECT_EQ(explain(claims, "c")["summary"].string(),
            "0/1 nodes fit: 1 insufficient cores, memory");
}

TEST(ClaimExplain, ForetellsNothingThatItDoesNotUnderstand) {
  const Json page = explain({a_claim("c", "1Gi", "1", {"device.driver.size() > 3"})}, "c");

  const std::string reason = page["nodes"].items().at(0)["reason"]["text"].string();
  EXPECT_EQ(reason.find("cannot be foretold: selector not understood"), 0U) << reason;
}

TEST(ClaimExplain, NamesAClassThatIsNotThere) {
  EXPECT_NE(explain({a_claim("c", "1Gi", "1")}, "c", {})["summary"].string().find(
                "device class not found: " + kClass),
            std::string::npos);
}

TEST(ClaimExplain, SaysWhichClaimsDoNotWaitForDevices) {
  const std::vector<wire::ResourceClaim> claims = row_5();
  const dra::ClaimWorld world{.slices = {}, .claims = {}, .classes = lab_classes()};

  EXPECT_EQ(explain(claims, "gone")["hints"].items().at(0).string(),
            "claim gone does not exist: the pod waits until it does");
  EXPECT_EQ(explain(claims, "a")["hints"].items().at(0).string(),
            "claim a has its devices already");
  EXPECT_EQ(explain(claims, "a")["nodes"].items().size(), 0U);
  EXPECT_EQ(dra::explain_claims({.space = "ai", .claims = {{"npu", "", "t1"}}}, world)["hints"]
                .items()
                .at(0)
                .string(),
            "the claim of template t1 is not made yet: kube-controller-manager makes it");
}

}  // namespace
}  // namespace npushare::dra_test
