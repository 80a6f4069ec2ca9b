// A claim that exists already under the name that is wanted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/convert/claim_spec.hpp"
#include "tests/support/convert_pods.hpp"

namespace npushare::convert {
namespace {

using testing::HasSubstr;
using wire::Json;

Json the_claim() {
  return converted(a_pod({{"1", "8192", "50"}}), rules_of(config::ConvertMode::kClaim))
      ->objects.at(0);
}

/// As the API server shows what was created.
Json stored() {
  Json claim = the_claim();
  claim.member("metadata").set("uid", "u");
  Json& requests = claim.member("spec").member("devices").member("requests").edit_items()[0];
  requests.member("exactly").member("capacity").member("requests").set("memory", "8Gi");
  claim.set("status", Json::object());
  return claim;
}

TEST(Adoption, TakesOverWhatWasMadeForTheSameContainer) {
  EXPECT_EQ(obstacle_to_adoption(stored(), the_claim(), false), "");
}

TEST(Adoption, LeavesEverythingElse) {
  const auto obstacle = [](const auto& change, bool is_referenced = false) {
    Json there = stored();
    change(there);
    return obstacle_to_adoption(there, the_claim(), is_referenced);
  };
  const auto note = [](const char* key, const char* value) {
    return [=](Json& claim) { claim.member("metadata").member("annotations").set(key, value); };
  };

  EXPECT_EQ(obstacle([](Json&) {}, true), "is used by a pod that has not ended");
  EXPECT_EQ(obstacle([](Json& claim) { claim.member("metadata").erase("annotations"); }),
            "was not made by npushare");
  EXPECT_EQ(obstacle(note("npu-dra/pod-name", "a-b")), "belongs to container app of pod a-b");
  EXPECT_THAT(obstacle(note("npu-dra/container", "b-c")), HasSubstr("container b-c of pod"));
  EXPECT_EQ(obstacle(note("npu-dra/spec-hash", "0")), "asks for something else");
  EXPECT_EQ(obstacle([](Json& claim) { claim.set("spec", Json::object()); }),
            "asks for something else");
  EXPECT_EQ(
      obstacle([](Json& claim) { claim.member("metadata").set("deletionTimestamp", "2026"); }),
      "is being deleted");
  EXPECT_EQ(obstacle([](Json& claim) { claim.member("status").set("allocation", Json::object()); }),
            "is allocated");
}

TEST(Adoption, AnotherCapacityIsAnotherSpecification) {
  const Json spec = the_claim()["spec"];
  const auto with = [&spec](const char* key, Json value) {
    Json other = spec;
    Json& request = other.member("devices").member("requests").edit_items()[0];
    request.member("exactly").member("capacity").member("requests").set(key, std::move(value));
    return other;
  };

  EXPECT_TRUE(is_same_spec(spec, with("memory", "8388608Ki")));
  EXPECT_FALSE(is_same_spec(spec, with("memory", "8589934593")));
  EXPECT_FALSE(is_same_spec(spec, with("memory", Json{})));
  EXPECT_FALSE(is_same_spec(spec, with("slots", "1")));
  EXPECT_FALSE(is_same_spec(with("cores", "0.5"), with("cores", "1"))) << "no rounding";
}

TEST(OwnClaims, AreThoseMadeForThePod) {
  EXPECT_TRUE(is_made_for(stored(), "ascend-share-a"));
  EXPECT_FALSE(is_made_for(stored(), "other"));
  Json without_label = stored();
  without_label.member("metadata").erase("labels");
  EXPECT_FALSE(is_made_for(without_label, "ascend-share-a"));
}

TEST(OwnClaims, APodNamesThem) {
  const Json pod = *Json::parse(R"({"spec":{"resourceClaims":[{"name":"a","resourceClaimName":"x"},
    {"name":"b","resourceClaimTemplateName":"t"}]}})");

  EXPECT_THAT(claims_named_by(pod), testing::ElementsAre("x"));
}

}  // namespace
}  // namespace npushare::convert
