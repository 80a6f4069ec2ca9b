/// A service whose embedded cluster asks it about pods, with a DRA driver and the claim controller.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/service_client.hpp"

namespace npushare::service_test {

using wire::Json;

inline constexpr const char* kClaims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
inline constexpr const char* kTemplates =
    "/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates";
inline constexpr const char* kModeClaim = "dra: {convert: {mode: claim}}\n";
inline constexpr const char* kModeTemplate = "dra: {convert: {}}\n";

/// One chip with a DRA driver, and webhooks on pods. `path` is asked about new ones.
inline std::string cluster_with(const std::string& path) {
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
    const Json shown = service.pod(pod).json;
    for (const Json& entry : shown.at("spec", "resourceClaims").items())
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

}  // namespace npushare::service_test
