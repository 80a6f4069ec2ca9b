#include "scheduler/wire/claim.hpp"

#include <gtest/gtest.h>

#include "scheduler/wire/quantity.hpp"

namespace npushare::wire {
namespace {

// Shape as in spec/dra-accounting.md 2.1.
constexpr const char* kClaim = R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim",
 "metadata":{"name":"share-a","namespace":"e2e","uid":"8ec6bbf9","resourceVersion":"12",
   "creationTimestamp":"2026-10-09T08:00:00Z","labels":{"hami.io/dra":"true"},
   "finalizers":["resource.kubernetes.io/delete-protection"],
   "ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"a","uid":"p1","controller":true}]},
 "spec":{"devices":{"requests":[
   {"name":"npu","exactly":{"deviceClassName":"c","allocationMode":"ExactCount","count":2,
     "capacity":{"requests":{"cores":50,"memory":" 8Gi "}},
     "selectors":[{"cel":{"expression":"device.driver == \"d\""}},{"cel":{"expression":"true"}}]}},
   {"name":"either","firstAvailable":[{"name":"big","deviceClassName":"c"},
                                      {"name":"small","deviceClassName":"c"}]}],
   "constraints":[{"requests":["npu"],"distinctAttribute":"d/uuid"}]}},
 "status":{"allocation":{
   "devices":{"results":[{"request":"npu","driver":"d","pool":"n1","device":"npu-0-0",
       "shareID":"be06132e-0aff-4efc-bd8e-42a4e06ed385",
       "consumedCapacity":{"cores":"50","memory":"8Gi"}},
     {"request":"either/small","driver":"d","pool":"n1","device":"npu-1-0","adminAccess":true}]},
   "nodeSelector":{"nodeSelectorTerms":[{"matchFields":[
       {"key":"metadata.name","operator":"In","values":["n1"]}]}]}},
  "reservedFor":[{"resource":"pods","name":"a","uid":"p1"},
                 {"apiGroup":"batch","resource":"jobs","name":"j","uid":"j1"}]}})";

TEST(ResourceClaim, KeepsWhatWasAskedFor) {
  const Result<ResourceClaim> claim = read_claim(kClaim);

  ASSERT_TRUE(claim) << claim.error().message;
  EXPECT_EQ(identity_of(*claim), "e2e/share-a");
  EXPECT_EQ(claim->labels, (StringMap{{"hami.io/dra", "true"}}));
  EXPECT_EQ(claim->owners, (std::vector<ClaimOwner>{{"Pod", "a", "p1", true}}));
  EXPECT_TRUE(claim->has_finalizers);
  ASSERT_EQ(claim->requests.size(), 2U);
  const DeviceAsk& exact = claim->requests[0].asks.at(0);
  EXPECT_EQ(exact.count, 2);
  EXPECT_EQ(exact.selectors, (std::vector<std::string>{"device.driver == \"d\"", "true"}));
  EXPECT_EQ(claim->requests[1].asks.at(1).name, "small");
  EXPECT_EQ(claim->requests[1].asks.at(1).mode, "ExactCount");
  EXPECT_EQ(claim->requests[1].asks.at(1).count, 1);
  EXPECT_EQ(claim->constraints.at(0).distinct_attribute, "d/uuid");
}

// dra-Q5, dra-Q25: a number or a text; blanks inside the quotes are taken off before it is read.
TEST(ResourceClaim, TakesQuantitiesHoweverTheyAreWritten) {
  const Result<ResourceClaim> claim = read_claim(kClaim);

  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->requests[0].asks[0].capacity, (StringMap{{"cores", "50"}, {"memory", "8Gi"}}));
  EXPECT_FALSE(read_quantity(" 8Gi "));
}

TEST(ResourceClaim, KeepsWhatWasAllocatedAndForWhom) {
  const Result<ResourceClaim> claim = read_claim(kClaim);

  ASSERT_TRUE(claim && claim->allocation);
  const std::vector<DeviceResult>& results = claim->allocation->results;
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].share_id, "be06132e-0aff-4efc-bd8e-42a4e06ed385");
  EXPECT_EQ(results[0].consumed, (StringMap{{"cores", "50"}, {"memory", "8Gi"}}));
  EXPECT_FALSE(results[1].share_id || results[1].consumed);
  EXPECT_TRUE(results[1].admin_access);
  EXPECT_EQ(claim->allocation->nodes, (std::vector<std::string>{"n1"}));
  EXPECT_EQ(claim->reserved_for,
            (std::vector<ClaimConsumer>{{"", "pods", "a", "p1"}, {"batch", "jobs", "j", "j1"}}));
  EXPECT_TRUE(claim->reserved_for[0].is_pod());
  EXPECT_FALSE(claim->reserved_for[1].is_pod());
}

TEST(ResourceClaim, WithoutAllocationWaits) {
  const Result<ResourceClaim> claim =
      read_claim(R"({"metadata":{"name":"c"},"spec":{},"status":{"allocation":null}})");

  ASSERT_TRUE(claim);
  EXPECT_FALSE(claim->allocation);
}

TEST(ResourceClaim, IsReadFromListsAndEvents) {
  std::size_t count = 0;
  const Result<ListMeta> list = read_claim_list(
      R"({"kind":"ResourceClaimList","metadata":{"resourceVersion":"9"},"items":[)" +
          std::string(kClaim) + "]}",
      [&](ResourceClaim&&) { ++count; });
  const auto event = read_claim_event(R"({"type":"DELETED","object":)" + std::string(kClaim) + "}");

  ASSERT_TRUE(list && event);
  EXPECT_EQ(list->resource_version, "9");
  EXPECT_EQ(count, 1U);
  EXPECT_EQ(event->type, EventType::kDeleted);
}

TEST(ResourceClaim, RefusesAnotherKind) {
  EXPECT_FALSE(read_claim(R"({"kind":"Pod"})"));
  EXPECT_FALSE(read_claim("[]"));
}

}  // namespace
}  // namespace npushare::wire
