#include "scheduler/wire/review_head.hpp"

#include <utility>

namespace npushare::wire {
namespace {

Error wrong(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

}  // namespace

Result<> check_review(const ReviewHead& head) {
  if (head.kind != "AdmissionReview") return wrong("kind: an AdmissionReview is expected");
  if (head.version != "admission.k8s.io/v1") {
    return wrong("apiVersion: \"" + std::string(head.version) +
                 "\" is not spoken here; write admissionReviewVersions: [v1] in the webhook's "
                 "configuration");
  }
  if (!head.has_request) return wrong("request: missing");
  if (head.uid.empty()) return wrong("request.uid: missing");
  return {};
}

Result<> agree_on(std::string& name, const std::string& in_object, std::string_view field) {
  const std::string path = "request." + std::string(field);
  if (name.empty()) name = in_object;
  if (name.empty()) return wrong(path + ": missing");
  if (in_object.empty() || in_object == name) return {};
  return wrong("request.object.metadata." + std::string(field) + ": \"" + in_object +
               "\" is another one than " + path + ", \"" + name + "\"");
}

}  // namespace npushare::wire
