/// What an API server says to the webhook, and what it makes of the answer.
#pragma once

#include <string>

#include "scheduler/wire/base64.hpp"
#include "scheduler/wire/json.hpp"
#include "tests/support/service_call.hpp"

namespace npushare::service_test {

enum class DryRun { kNo, kYes };

/// The Binding that kube-scheduler sends for a pod as the API shows it.
inline wire::Json binding_of(const wire::Json& pod, const std::string& node) {
  wire::Json binding = wire::Json::Object{{"kind", "Binding"}, {"apiVersion", "v1"}};
  for (const char* key : {"name", "namespace", "uid"})
    binding.member("metadata").set(key, pod.at("metadata", key));
  binding.set("target", wire::Json::Object{{"kind", "Node"}, {"name", node}});
  return binding;
}

inline std::string review_of(const wire::Json& binding, DryRun dry_run = DryRun::kNo) {
  wire::Json request =
      wire::Json::Object{{"uid", "question-1"},
                         {"resource", wire::Json::Object{{"resource", "pods"}}},
                         {"subResource", "binding"},
                         {"operation", "CREATE"},
                         {"name", binding.at("metadata", "name")},
                         {"namespace", binding.at("metadata", "namespace")},
                         {"userInfo", wire::Json::Object{{"username", "system:kube-scheduler"}}},
                         {"dryRun", dry_run == DryRun::kYes},
                         {"object", binding}};
  return wire::Json(wire::Json::Object{{"kind", "AdmissionReview"},
                                       {"apiVersion", "admission.k8s.io/v1"},
                                       {"request", std::move(request)}})
      .text();
}

struct Reviewed {
  bool is_allowed = false;
  std::int64_t code = 0;
  std::string message;
  wire::Json binding;  // as it is carried out
};

inline Reviewed reviewed(const Answer& answer, wire::Json binding) {
  const wire::Json& response = answer.json["response"];
  Reviewed told{.is_allowed = response["allowed"].boolean(),
                .code = response.at("status", "code").integer(),
                .message = response.at("status", "message").string(),
                .binding = std::move(binding)};
  const std::string patch = wire::from_base64(response["patch"].string()).value_or("");
  if (const Result<wire::Json> operations = wire::Json::parse(patch))
    if (!wire::json_patch(told.binding, *operations)) told.is_allowed = false;
  return told;
}

/// Asks the webhook of the service that listens there.
inline Reviewed ask_webhook(std::uint16_t port, const wire::Json& binding,
                            DryRun dry_run = DryRun::kNo) {
  return reviewed(call(port, "POST", "/webhook/bindings?timeout=5s", review_of(binding, dry_run)),
                  binding);
}

inline std::string grants_in(const wire::Json& object) {
  return object.at("metadata", "annotations", "hami.io/Ascend310P-devices-allocated").string();
}

}  // namespace npushare::service_test
