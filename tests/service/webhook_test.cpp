// A scheduler that writes its Bindings itself, and the webhook that gives them their grants: the
// whole path, over the embedded API server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/support/scratch_directory.hpp"
#include "tests/support/service_client.hpp"
#include "tests/support/service_webhook.hpp"

namespace npushare::service_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using wire::Json;

/// One soft node, a scheduler without a bind verb, and the service's own webhook.
constexpr const char* kWithWebhook = R"(
plugin: {delay: 1ms}
scheduler: {every: 20ms, bindVerb: false}
webhooks: [{url: /webhook/bindings}]
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}, {uuid: B}]}
)";

/// One chip, and a scheduler that has looked for pods before there were any.
constexpr const char* kByHand = R"(
plugin: {delay: 1ms}
scheduler: {every: 24h}
webhooks: [{url: /webhook/bindings}]
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}]}
)";

/// The outcomes about the pod, the newest first.
std::vector<std::string> outcomes(Service& service, const std::string& pod) {
  std::vector<std::string> list;
  const Json shown = service.get("/v1/decisions?pod=default/" + pod).json;
  for (const Json& item : shown["items"].items())
    list.push_back(item["verb"].string() + " " + item["outcome"].string());
  return list;
}

/// What the chip's shares add up to, by the service's own books.
std::int64_t memory_on(Service& service, std::size_t chip) {
  const Json node = service.get("/v1/ledgers").json["nodes"].items().at(0);
  return node["chips"].items().at(chip).at("used", "memoryMiB").integer();
}

Answer bind(Service& service, const std::string& pod, const Json& binding) {
  return service.api("POST", "/api/v1/namespaces/default/pods/" + pod + "/binding", binding.text());
}

TEST(Webhook, GivesTheSchedulersOwnBindingItsGrants) {
  Service service(kWithWebhook);
  ASSERT_TRUE(service.wait_until_ready());

  service.create(a_pod("p", "8192", 20));

  ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
  EXPECT_EQ(grants_in(service.pod("p").json), "A,Ascend310P,8192,20:;");
  const std::vector<std::string> seen = outcomes(service, "p");
  EXPECT_THAT(seen, Contains("admit admitted"));
  EXPECT_THAT(seen, Not(Contains("bind bound")));
  EXPECT_THAT(service.get("/metrics").text,
              HasSubstr(R"(npushare_requests_total{outcome="done",verb="admit"} 1)"));
}

TEST(Webhook, ServesABurstAsOftenAsTheChipsHaveRoomAndNoMore) {
  Service service(R"(
plugin: {delay: 1ms}
scheduler: {every: 5ms, bindVerb: false}
webhooks: [{url: /webhook/bindings}]
nodes:
- {name: n, mode: soft, slots: 7, chipCount: 4, count: 2}
)");
  ASSERT_TRUE(service.wait_until_ready());

  for (int pod = 0; pod < 50; ++pod) service.create(a_pod("p" + std::to_string(pod), "3000"));

  ASSERT_TRUE(wait_for([&] {
    int running = 0;
    for (int pod = 0; pod < 50; ++pod)
      running += service.phase("p" + std::to_string(pod)) == "Running" ? 1 : 0;
    return running == 50;
  }));
  std::map<std::string, int> pods_of;  // by chip
  for (int pod = 0; pod < 50; ++pod) {
    const std::string grants = grants_in(service.pod("p" + std::to_string(pod)).json);
    ++pods_of[grants.substr(0, grants.find(','))];
  }
  for (const auto& [chip, pods] : pods_of) EXPECT_LE(pods, 7) << chip;
  EXPECT_EQ(service.get("/v1/drift").json["drift"].items().size(), 0U);
}

TEST(Webhook, ALostReplyLosesNoPod) {
  Service service(std::string(kWithWebhook) + R"(
faults: {rules: [{fault: lose-reply, verb: bind, limit: 2}]}
)");
  ASSERT_TRUE(service.wait_until_ready());

  service.create(a_pod("p", "8192", 20));

  ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
  EXPECT_EQ(memory_on(service, 0), 8192);
  EXPECT_EQ(memory_on(service, 1), 0);
}

/// Our own Bindings pass the webhook, too.
TEST(Webhook, AndBindVerbCanBothBeConfigured) {
  Service service(R"(
plugin: {delay: 1ms}
scheduler: {every: 20ms}
webhooks: [{url: /webhook/bindings}]
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}]}
)");
  ASSERT_TRUE(service.wait_until_ready());

  service.create(a_pod("p", "8192", 20));

  ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
  const std::vector<std::string> seen = outcomes(service, "p");
  EXPECT_THAT(seen, Contains("bind bound"));
  EXPECT_THAT(seen, Not(Contains("admit admitted")));
}

TEST(Webhook, LetsAPodWithoutNpusPass) {
  Service service(kByHand);
  ASSERT_TRUE(service.wait_until_ready());
  service.create(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"plain","namespace":)"
                 R"("default"},"spec":{"containers":[{"name":"c","image":"x"}]}})");

  EXPECT_EQ(bind(service, "plain", binding_of(service.pod("plain").json, "n1")).status, 201U);

  EXPECT_EQ(service.pod("plain").json.at("spec", "nodeName").string(), "n1");
  EXPECT_TRUE(service.pod("plain").json.at("metadata", "annotations").members().empty());
}

/// The API server judges a Binding after the webhook has.
TEST(Webhook, ABindingThatIsRefusedAfterwardsGetsTheSameGrantsWhenItComesAgain) {
  Service service(kByHand);
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("p", "8192", 20));
  Json binding = binding_of(service.pod("p").json, "n1");
  Json outdated = binding;
  outdated.member("metadata").set("resourceVersion", "1");

  EXPECT_EQ(bind(service, "p", outdated).status, 409U);
  EXPECT_EQ(memory_on(service, 0), 8192) << "it may still be on its way";
  EXPECT_EQ(bind(service, "p", binding).status, 201U);

  EXPECT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
  EXPECT_EQ(memory_on(service, 0), 8192);
}

TEST(Webhook, DeniesInWordsAndTheSchedulerSeesThem) {
  Service service(kByHand);
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("big", "20000"));
  service.create(a_pod("more", "20000"));
  ASSERT_EQ(bind(service, "big", binding_of(service.pod("big").json, "n1")).status, 201U);
  ASSERT_TRUE(wait_for([&] { return service.phase("big") == "Running"; }));

  const Answer denied = bind(service, "more", binding_of(service.pod("more").json, "n1"));

  EXPECT_EQ(denied.status, 409U);
  EXPECT_EQ(denied.json["message"].string(),
            "admission webhook \"binding.npushare.io\" denied the request: no NPU on node n1 fits: "
            "insufficient NPU memory");
  EXPECT_EQ(outcomes(service, "more").at(0), "admit denied");
  EXPECT_EQ(service.get("/v1/waiting").json["items"].items().size(), 1U);
}

TEST(Webhook, OfADryRunNothingRemains) {
  Service service(kByHand);
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("p", "8192", 20));
  const Json binding = binding_of(service.pod("p").json, "n1");
  ASSERT_TRUE(wait_for(
      [&] { return ask_webhook(service.app().port(), binding, DryRun::kYes).is_allowed; }));

  const Reviewed told = ask_webhook(service.app().port(), binding, DryRun::kYes);

  EXPECT_EQ(grants_in(told.binding), "A,Ascend310P,8192,20:;");
  EXPECT_EQ(memory_on(service, 0), 0);
  EXPECT_TRUE(outcomes(service, "p").empty());
  EXPECT_TRUE(service.api("GET", "/api/v1/nodes/n1")
                  .json.at("metadata", "annotations", "hami.io/mutex.lock")
                  .is_null());
}

TEST(Webhook, WhatIsNoReviewIsRefusedWithItsField) {
  Service service(kByHand);

  const Answer answer = service.post("/webhook/bindings", R"({"kind":"AdmissionReview"})");

  EXPECT_EQ(answer.status, 400U);
  EXPECT_THAT(answer.json["error"].string(), HasSubstr("apiVersion"));
}

TEST(Webhook, WarnsOfRulesThatSendOtherThings) {
  Service service(kByHand);
  std::string review = review_of(Json::object());
  review.replace(review.find("CREATE"), 6, "DELETE");

  const Json response = service.post("/webhook/bindings", review).json["response"];

  EXPECT_TRUE(response["allowed"].boolean());
  EXPECT_THAT(response["warnings"].items().at(0).string(), HasSubstr("DELETE of pods/binding"));
}

}  // namespace
}  // namespace npushare::service_test
