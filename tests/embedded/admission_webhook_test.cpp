// The webhooks that the API server asks, as a real one asks them.
#include "scheduler/embedded/admission_webhook.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>

#include "scheduler/wire/base64.hpp"
#include "tests/support/embedded_running.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using npushare::testing_support::RunningServer;
using testing::HasSubstr;
using wire::Json;

constexpr const char* kBindings = "/api/v1/namespaces/default/pods/p/binding";

/// Answers as it is told; UID stands for that of the question.
class ScriptedWebhook {
 public:
  std::uint16_t port() const { return server_.port(); }
  void answer(std::string response) {
    const std::scoped_lock held(mutex_);
    response_ = std::move(response);
  }
  void allow_with(std::string_view patch) {
    answer(R"({"uid":"UID","allowed":true,"patchType":"JSONPatch","patch":")" +
           wire::base64(patch) + R"("})");
  }
  Json asked() const {
    const std::scoped_lock held(mutex_);
    return asked_;
  }
  std::string timeout() const {
    const std::scoped_lock held(mutex_);
    return timeout_;
  }

 private:
  http::Router routes() {
    http::Router router;
    router.on("POST", "/hook", [this](http::Request& request) { return ready(reply(request)); });
    return router;
  }
  static boost::asio::awaitable<http::Response> ready(http::Response response) {
    co_return response;
  }
  http::Response reply(const http::Request& request) {
    const std::scoped_lock held(mutex_);
    asked_ = parsed(request.text());
    timeout_ = request.query_value("timeout");
    std::string response = response_;
    if (const auto place = response.find("UID"); place != std::string::npos)
      response.replace(place, 3, asked_.at("request", "uid").string());
    return {.body = R"({"kind":"AdmissionReview","response":)" + response + "}"};
  }

  mutable std::mutex mutex_;
  std::string response_ = R"({"uid":"UID","allowed":true})";
  std::string timeout_;
  Json asked_;
  RunningServer server_{routes()};
};

class BindingWebhookTest : public testing::Test {
 protected:
  BindingWebhookTest() { create(api.server.port(), "/api/v1/namespaces/default/pods", a_pod("p")); }
  ~BindingWebhookTest() override { asking->stop(); }

  Json bind(const Json& binding = a_binding("p", kNode)) {
    return parsed(create(api.server.port(), kBindings, binding).body);
  }
  std::string refusal() {
    const Json status = bind();
    return std::to_string(status["code"].integer()) + " " + status["message"].string();
  }
  std::string node() const {
    return api.store->get(pod_at("p")).body.at("spec", "nodeName").string();
  }

  ScriptedWebhook webhook;
  RunningContext running;
  std::shared_ptr<AdmissionWebhook> asking = std::make_shared<AdmissionWebhook>(
      running.context().get_executor(),
      config::ClusterWebhook{.port = webhook.port(), .path = "/hook"}, "binding.npushare.io");
  RunningApi api{ApiOptions{.webhooks = {.bindings = asking}}};
};

TEST_F(BindingWebhookTest, IsAskedInTheFormOfTheRealOne) {
  EXPECT_EQ(bind()["code"].integer(), 201);

  const Json request = webhook.asked()["request"];
  EXPECT_EQ(webhook.asked()["apiVersion"].string(), "admission.k8s.io/v1");
  EXPECT_EQ(request["subResource"].string(), "binding");
  EXPECT_EQ(request["operation"].string(), "CREATE");
  EXPECT_EQ(request["name"].string(), "p");
  EXPECT_EQ(request["namespace"].string(), "default");
  EXPECT_EQ(request.at("userInfo", "username").string(), "npushare");
  EXPECT_EQ(request.at("object", "target", "name").string(), kNode);
  EXPECT_FALSE(request["dryRun"].boolean());
  EXPECT_EQ(webhook.timeout(), "5s");
}

TEST_F(BindingWebhookTest, ItsPatchIsPartOfTheOneWrite) {
  webhook.allow_with(
      R"([{"op":"add","path":"/metadata/annotations","value":{"hami.io/vgpu-node":"n"}}])");

  bind();

  EXPECT_EQ(annotation_of(*api.store, pod_at("p"), "hami.io/vgpu-node"), "n");
  EXPECT_EQ(node(), kNode);
}

TEST_F(BindingWebhookTest, ItsDenialIsTheAnswer) {
  webhook.answer(
      R"({"uid":"UID","allowed":false,"status":{"code":409,"reason":"Conflict","message":"no room"}})");

  EXPECT_EQ(refusal(), "409 admission webhook \"binding.npushare.io\" denied the request: no room");
  EXPECT_EQ(node(), "");
}

TEST_F(BindingWebhookTest, ADenialWithoutWordsOrCodeIsOne) {
  webhook.answer(R"({"uid":"UID","allowed":false})");

  EXPECT_EQ(refusal(),
            "400 admission webhook \"binding.npushare.io\" denied the request without explanation");
}

/// failurePolicy: Fail.
TEST_F(BindingWebhookTest, NonsenseFailsTheBinding) {
  for (const char* nonsense :
       {"null", R"({"uid":"another","allowed":true})",
        R"({"uid":"UID","allowed":true,"patchType":"JSONPatch","patch":"!"})",
        R"({"uid":"UID","allowed":true,"patch":"W10="})",
        R"({"uid":"UID","allowed":true,"patchType":"JSONPatch","patch":"W3t9XQ=="})"}) {
    webhook.answer(nonsense);
    EXPECT_THAT(refusal(), HasSubstr("500 Internal error occurred: failed calling webhook"))
        << nonsense;
    EXPECT_EQ(node(), "");
  }
}

TEST_F(BindingWebhookTest, WhatItAllowedMayStillBeRefused) {
  Json binding = a_binding("p", kNode, "another-uid");

  EXPECT_EQ(bind(binding)["code"].integer(), 409);
  EXPECT_FALSE(webhook.asked().is_null()) << "asked first";
}

TEST_F(BindingWebhookTest, NothingElseIsAskedAbout) {
  create(api.server.port(), "/api/v1/namespaces/default/pods", a_pod("q"));

  EXPECT_TRUE(webhook.asked().is_null());
}

TEST(BindingWebhookOfTheService, FailsUntilTheServiceListens) {
  ScriptedWebhook webhook;
  RunningContext running;
  const auto asking = std::make_shared<AdmissionWebhook>(running.context().get_executor(),
                                                         config::ClusterWebhook{.path = "/hook"},
                                                         "binding.npushare.io");
  RunningApi api{ApiOptions{.webhooks = {.bindings = asking}}};
  create(api.server.port(), "/api/v1/namespaces/default/pods", a_pod("p"));
  const auto bind = [&] {
    return create(api.server.port(), kBindings, a_binding("p", kNode)).status;
  };

  EXPECT_EQ(bind(), 500U);
  asking->served_at(webhook.port());
  EXPECT_EQ(bind(), 201U);
  asking->stop();
}

class PodWebhookTest : public testing::Test {
 protected:
  ~PodWebhookTest() override { asking->stop(); }

  Json asked() const { return webhook.asked()["request"]; }

  ScriptedWebhook webhook;
  RunningContext running;
  std::shared_ptr<AdmissionWebhook> asking = std::make_shared<AdmissionWebhook>(
      running.context().get_executor(),
      config::ClusterWebhook{.port = webhook.port(), .path = "/hook"}, "pods.npushare.io");
  RunningApi api{ApiOptions{.webhooks = {.pod_create = asking, .pod_delete = asking}}};
  const std::string pods_path = "/api/v1/namespaces/default/pods";
};

TEST_F(PodWebhookTest, APodIsStoredAsTheAnswerWantsIt) {
  webhook.allow_with(R"([{"op":"add","path":"/metadata/labels","value":{"a":"b"}}])");

  EXPECT_EQ(create(api.server.port(), pods_path, a_pod("p")).status, 201U);

  EXPECT_EQ(asked()["operation"].string(), "CREATE");
  EXPECT_EQ(asked().at("kind", "kind").string(), "Pod");
  EXPECT_TRUE(asked()["subResource"].is_null());
  EXPECT_EQ(asked()["name"].string(), "p");
  EXPECT_EQ(api.store->get(pod_at("p")).body.at("metadata", "labels", "a").string(), "b");
}

TEST_F(PodWebhookTest, ADeniedPodDoesNotExist) {
  webhook.answer(R"({"uid":"UID","allowed":false,"status":{"code":400,"message":"no"}})");

  const Json status = parsed(create(api.server.port(), pods_path, a_pod("p")).body);

  EXPECT_EQ(status["message"].string(),
            "admission webhook \"pods.npushare.io\" denied the request: no");
  EXPECT_EQ(api.store->get(pod_at("p")).code, 404U);
}

TEST_F(PodWebhookTest, BeforeADeletionTheOldPodIsShown) {
  create(api.server.port(), pods_path, a_pod("p"));

  EXPECT_EQ(ask(api.server.port(), {.method = "DELETE", .path = pods_path + "/p"}).status, 200U);

  EXPECT_EQ(asked()["operation"].string(), "DELETE");
  EXPECT_TRUE(asked()["object"].is_null());
  EXPECT_EQ(asked().at("oldObject", "metadata", "name").string(), "p");
}

TEST_F(PodWebhookTest, NobodyIsAskedAboutADeletionOfNothing) {
  EXPECT_EQ(ask(api.server.port(), {.method = "DELETE", .path = pods_path + "/p"}).status, 404U);

  EXPECT_TRUE(asked().is_null());
}

}  // namespace
}  // namespace npushare::embedded
