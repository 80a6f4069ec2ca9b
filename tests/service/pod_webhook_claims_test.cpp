// Pods that ask by limits on a cluster that wants claims: the whole path, over the embedded API
// server with its claim controller and DRA driver. Mode claim.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_pod_webhook.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;

TEST_F(PodWebhookOfModeClaim, AClaimGoesWithItsPod) {
  ASSERT_EQ(service.create(a_pod("p", "8192", 50)).status, 201U);
  ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
  const std::vector<std::string> names = referred("p", "resourceClaimName");
  ASSERT_EQ(names.size(), 1U);
  ASSERT_EQ(list(kClaims).items().at(0).at("metadata", "name").string(), names.front());

  service.api("DELETE", "/api/v1/namespaces/default/pods/p");

  EXPECT_TRUE(wait_for([&] { return list(kClaims).items().empty(); }));
}

TEST_F(PodWebhookOfModeClaim, WhatAUserMadeIsLeftAlone) {
  Json claim = *Json::parse(
      R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"mine"},
      "spec":{"devices":{"requests":[{"name":"npu","exactly":{
      "deviceClassName":"hami-vnpu-core.project-hami.io"}}]}}})");
  ASSERT_EQ(service.api("POST", kClaims, claim.text()).status, 201U);
  ASSERT_EQ(service
                .create(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"user","labels":{)"
                        R"("hami.io/dra":"true"}},"spec":{"resourceClaims":[{"name":"npu",)"
                        R"("resourceClaimName":"mine"}],"containers":[{"name":"c","image":"x"}]}})")
                .status,
            201U);
  service.create(a_pod("p", "1024", 10));

  service.api("DELETE", "/api/v1/namespaces/default/pods/user");
  service.api("DELETE", "/api/v1/namespaces/default/pods/p");

  ASSERT_TRUE(wait_for([&] { return list(kClaims).items().size() == 1U; })) << "that of p is gone";
  EXPECT_EQ(list(kClaims).items().at(0).at("metadata", "name").string(), "mine");
}

TEST_F(PodWebhookOfModeClaim, TakesOverItsOwnOrphan) {
  ASSERT_TRUE(ask(a_pod("p", "8192", 50), false)["allowed"].boolean());
  ASSERT_EQ(list(kClaims).items().size(), 1U) << "the pod itself was refused by somebody later";

  EXPECT_EQ(service.create(a_pod("p", "8192", 50)).status, 201U);

  EXPECT_EQ(list(kClaims).items().size(), 1U);
}

TEST_F(PodWebhookOfModeClaim, AClaimThatIsAnotherOneIsNamed) {
  ASSERT_TRUE(ask(a_pod("p", "8192", 50), false)["allowed"].boolean());

  const Answer denied = service.create(a_pod("p", "4096", 50));

  EXPECT_EQ(denied.status, 409U);
  EXPECT_THAT(
      denied.json["message"].string(),
      HasSubstr("ResourceClaim default/default-p-main-ascend310p exists and asks for something "
                "else; delete it"));
}

/// The second container's claim is in the way, so the first one's is taken back.
TEST_F(PodWebhookOfModeClaim, WhatWasMadeForARefusedPodIsTakenBack) {
  Json pod = *Json::parse(a_pod("p", "1024", 10));
  Json& containers = pod.member("spec").member("containers");
  Json second = containers.items().at(0);
  second.set("name", "d");
  containers.push_back(second);
  ASSERT_EQ(service
                .api("POST", kClaims,
                     R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{)"
                     R"("name":"default-p-d-ascend310p"},"spec":{"devices":{"requests":[{)"
                     R"("name":"npu","exactly":{"deviceClassName":"x"}}]}}})")
                .status,
            201U);

  const Answer denied = service.create(pod.text());

  EXPECT_EQ(denied.status, 409U);
  EXPECT_THAT(denied.json["message"].string(), HasSubstr("was not made by npushare"));
  ASSERT_EQ(list(kClaims).items().size(), 1U);
  EXPECT_EQ(list(kClaims).items().at(0).at("metadata", "name").string(), "default-p-d-ascend310p");
}

}  // namespace
}  // namespace npushare::service_test
