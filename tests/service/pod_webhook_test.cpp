// Pods that ask by limits on a cluster that wants claims: the whole path, over the embedded API
// server with its claim controller and DRA driver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/wire/base64.hpp"
#include "tests/support/service_pod_webhook.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

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

}  // namespace
}  // namespace npushare::service_test
