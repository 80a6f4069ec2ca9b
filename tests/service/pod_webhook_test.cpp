// Pods that ask by limits on a cluster that wants claims: the whole path, over the embedded API
// server with its claim controller and DRA driver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/wire/base64.hpp"
#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using wire::Json;

constexpr const char* kClaims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
constexpr const char* kTemplates =
    "/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates";
constexpr const char* kModeClaim = "dra: {convert: {mode: claim}}\n";
constexpr const char* kModeTemplate = "dra: {convert: {}}\n";

/// One chip with a DRA driver, and webhooks on pods. `path` is asked about new ones.
std::string cluster_with(const std::string& path) {
  return R"(
plugin: {delay: 1ms}
scheduler: {every: 20ms}
webhooks: [{url: )" +
         path + R"(, on: podCreate}, {url: /webhook/validate-pods, on: podDelete}]
nodes:
- {name: n1, mode: soft, slots: 7, dra: {memory: 21525}, chips: [{uuid: 68496E64-20E05477-92C31323-6E78030A-BD003019}]}
)";
}

class PodWebhook : public testing::Test {
 protected:
  explicit PodWebhook(const std::string& config = kModeTemplate,
                      const std::string& path = "/webhook/mutate-pods/all")
      : service(cluster_with(path), config) {}
  void SetUp() override { ASSERT_TRUE(service.wait_until_ready()); }

  Json list(const char* path) { return service.api("GET", path).json["items"]; }

  /// The names of the claims that the pod refers to, or of their templates.
  std::vector<std::string> referred(const std::string& pod, const char* by) {
    std::vector<std::string> names;
    for (const Json& entry : service.pod(pod).json.at("spec", "resourceClaims").items())
      names.push_back(entry[by].string());
    return names;
  }

  Json ask(const std::string& pod, bool is_dry_run) {
    const Json review =
        Json::Object{{"apiVersion", "admission.k8s.io/v1"},
                     {"kind", "AdmissionReview"},
                     {"request", Json::Object{{"uid", "q"},
                                              {"operation", "CREATE"},
                                              {"resource", Json::Object{{"resource", "pods"}}},
                                              {"namespace", "default"},
                                              {"dryRun", is_dry_run},
                                              {"object", *Json::parse(pod)}}}};
    return service.post("/webhook/mutate-pods/all?timeout=5s", review.text()).json["response"];
  }

  Service service;
};

class PodWebhookOfModeClaim : public PodWebhook {
 protected:
  PodWebhookOfModeClaim() : PodWebhook(kModeClaim) {}
};

class PodWebhookThatIsOff : public PodWebhook {
 protected:
  PodWebhookThatIsOff() : PodWebhook("{}\n") {}
};

class PodWebhookByLabel : public PodWebhook {
 protected:
  PodWebhookByLabel() : PodWebhook(kModeTemplate, "/webhook/mutate-pods") {}
};

TEST_F(PodWebhook, MakesATemplateThatKubernetesMakesClaimsOf) {
  ASSERT_EQ(service.create(a_pod("p", "8192", 50)).status, 201U);

  ASSERT_EQ(list(kTemplates).items().size(), 1U);
  const std::string name = list(kTemplates).items().at(0).at("metadata", "name").string();
  EXPECT_THAT(name, MatchesRegex("npu-[0-9a-f]{16}"));
  EXPECT_THAT(referred("p", "resourceClaimTemplateName"), testing::ElementsAre(name));
  EXPECT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
  const Json claim = list(kClaims).items().at(0);
  EXPECT_EQ(claim.at("metadata", "ownerReferences").items().at(0)["name"].string(), "p");
  EXPECT_FALSE(claim.at("status", "allocation").is_null());
}

TEST_F(PodWebhook, PodsOfOneKindShareATemplateAndLeaveNothingBehind) {
  for (const char* name : {"a", "b", "c"}) service.create(a_pod(name, "1024", 10));
  ASSERT_TRUE(wait_for([&] { return service.phase("c") == "Running"; }));
  EXPECT_EQ(list(kTemplates).items().size(), 1U);
  EXPECT_EQ(list(kClaims).items().size(), 3U);

  for (const char* name : {"a", "b", "c"})
    service.api("DELETE", std::string("/api/v1/namespaces/default/pods/") + name);

  EXPECT_TRUE(wait_for([&] { return list(kClaims).items().empty(); }));
}

TEST_F(PodWebhook, APodWithoutANameIsConverted) {
  std::string pod = a_pod("p", "1024", 10);
  pod.replace(pod.find("\"name\":\"p\""), 10, "\"generateName\":\"p-\"");

  const Answer created = service.create(pod);

  EXPECT_EQ(created.status, 201U);
  EXPECT_FALSE(created.json.at("spec", "resourceClaims").items().empty());
}

TEST_F(PodWebhook, ATemplateThatSomebodyChangedIsInTheWay) {
  service.create(a_pod("p", "8192", 50));
  Json changed = list(kTemplates).items().at(0);
  const std::string path = std::string(kTemplates) + "/" + changed.at("metadata", "name").string();
  ASSERT_EQ(service.api("DELETE", path).status, 200U);
  changed.member("metadata").erase("resourceVersion");
  changed.member("metadata").erase("uid");
  changed.member("spec").member("spec").member("devices").erase("constraints");
  Json& request = changed.member("spec")
                      .member("spec")
                      .member("devices")
                      .member("requests")
                      .edit_items()[0]
                      .member("exactly");
  request.set("count", 2);
  ASSERT_EQ(service.api("POST", kTemplates, changed.text()).status, 201U);

  const Answer denied = service.create(a_pod("q", "8192", 50));

  EXPECT_EQ(denied.status, 409U);
  EXPECT_THAT(denied.json["message"].string(), HasSubstr("exists and asks for something else"));
}

TEST_F(PodWebhook, OfADryRunNothingRemains) {
  const Json told = ask(a_pod("p", "8192", 50), true);

  EXPECT_TRUE(told["allowed"].boolean());
  EXPECT_THAT(wire::from_base64(told["patch"].string()).value_or(""),
              HasSubstr("/spec/containers/0/resources/limits/huawei.com~1Ascend310P"));
  EXPECT_TRUE(list(kTemplates).items().empty());
}

TEST_F(PodWebhook, RefusesWithFieldAndRemedyBeforeAnythingIsMade) {
  const Answer denied = service.create(a_pod("p", "16Gi", 50));

  EXPECT_EQ(denied.status, 400U);
  EXPECT_THAT(denied.json["message"].string(),
              HasSubstr("spec.containers[0].resources.limits[\"huawei.com/Ascend310P-memory\"]: "
                        "\"16Gi\" is more than one chip has"));
  EXPECT_TRUE(list(kTemplates).items().empty());
  EXPECT_THAT(service.get("/metrics").text,
              HasSubstr(R"(npushare_requests_total{outcome="error",verb="convert"} 1)"));
}

TEST_F(PodWebhook, APodMayStayAsItIs) {
  std::string pod = a_pod("p", "8192", 50);
  pod.replace(pod.find("\"metadata\":{"), 12,
              R"("metadata":{"labels":{"npu-dra/convert":"false"},)");

  service.create(pod);

  EXPECT_TRUE(service.pod("p").json.at("spec", "resourceClaims").items().empty());
}

TEST_F(PodWebhook, ClaimsThatDoNotExistYetAreAskedAbout) {
  const auto ask_about = [this](const std::string& memory) {
    return service.post("/v1/claims/fit",
                        R"({"claims":[{"metadata":{"name":"c","namespace":"a"},)"
                        R"("spec":{"devices":{"requests":[{"name":"npu","exactly":)"
                        R"({"deviceClassName":"hami-vnpu-core.project-hami.io",)"
                        R"("capacity":{"requests":{"memory":")" +
                            memory + R"("}}}}]}}}]})");
  };
  ASSERT_TRUE(wait_for([&] { return ask_about("8Gi").json["nodes"].items().size() == 1U; }));

  EXPECT_TRUE(ask_about("8Gi").json["nodes"].items().at(0)["fits"].boolean());
  EXPECT_FALSE(ask_about("21526Mi").json["nodes"].items().at(0)["fits"].boolean());
  EXPECT_EQ(service.post("/v1/claims/fit", "{}").status, 400U);
  EXPECT_TRUE(list(kClaims).items().empty());
}

TEST_F(PodWebhook, WarnsOfRulesThatSendOtherThings) {
  const std::string review =
      R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"q",)"
      R"("operation":"CREATE","resource":{"resource":"services"}}})";

  const Json told = service.post("/webhook/mutate-pods", review).json["response"];

  EXPECT_TRUE(told["allowed"].boolean());
  EXPECT_THAT(told["warnings"].items().at(0).string(), HasSubstr("CREATE of services"));
  EXPECT_EQ(service.post("/webhook/validate-pods", "{}").status, 400U);
}

TEST_F(PodWebhookThatIsOff, LeavesPodsAsTheyAre) {
  const Json told = ask(a_pod("p", "8192", 50), false);

  EXPECT_TRUE(told["allowed"].boolean());
  EXPECT_TRUE(told["patch"].is_null());
  EXPECT_THAT(told["warnings"].items().at(0).string(), HasSubstr("dra.convert is not set"));
}

TEST_F(PodWebhookByLabel, ConvertsOnlyWhatAsksForIt) {
  std::string asking = a_pod("q", "1024", 10);
  asking.replace(asking.find("\"metadata\":{"), 12,
                 R"("metadata":{"labels":{"npu-dra/convert":"true"},)");

  service.create(a_pod("p", "1024", 10));
  service.create(asking);

  EXPECT_TRUE(service.pod("p").json.at("spec", "resourceClaims").items().empty());
  EXPECT_EQ(service.pod("q").json.at("spec", "resourceClaims").items().size(), 1U);
  EXPECT_EQ(service.pod("q").json.at("metadata", "labels", "hami.io/dra").string(), "true");
}

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
