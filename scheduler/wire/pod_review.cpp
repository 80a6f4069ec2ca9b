#include "scheduler/wire/pod_review.hpp"

#include <utility>

#include "scheduler/wire/json_diff.hpp"
#include "scheduler/wire/review_head.hpp"

namespace npushare::wire {
namespace {

Error wrong(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

/// Moves a member out, so that a pod of a megabyte is not copied.
Json taken(Json& from, std::string_view key) {
  Json* member = from.find(key);
  return member == nullptr ? Json{} : std::move(*member);
}

Result<> check_object(const Json& object, const std::string& field) {
  if (!object.is_object()) return wrong("request." + field + ": missing");
  const std::string& kind = object["kind"].string();
  if (!kind.empty() && kind != "Pod")
    return wrong("request." + field + ".kind: \"" + kind + "\" is no Pod");
  if (!object["metadata"].is_object()) return wrong("request." + field + ".metadata: missing");
  return {};
}

Result<> check_pod(PodReview& review) {
  const bool is_delete = review.operation == "DELETE";
  const Json& subject = is_delete ? review.old_object : review.object;
  if (Result<> right = check_object(subject, is_delete ? "oldObject" : "object"); !right)
    return right;
  if (review.operation == "UPDATE")
    if (Result<> right = check_object(review.old_object, "oldObject"); !right) return right;

  const Json& metadata = subject["metadata"];
  if (Result<> named = agree_on(review.pod.space, metadata["namespace"].string(), "namespace");
      !named)
    return named;
  const bool is_unnamed =
      review.operation == "CREATE" && review.pod.name.empty() && metadata["name"].string().empty();
  if (is_unnamed) return {};
  return agree_on(review.pod.name, metadata["name"].string(), "name");
}

PodReview review_in(Json& request) {
  return {.uid = request["uid"].string(),
          .operation = request["operation"].string(),
          .resource = request.at("resource", "resource").string(),
          .subresource = request["subResource"].string(),
          .user = request.at("userInfo", "username").string(),
          .is_dry_run = request["dryRun"].boolean(),
          .pod = {request["namespace"].string(), request["name"].string()},
          .object = taken(request, "object"),
          .old_object = taken(request, "oldObject")};
}

}  // namespace

Result<PodReview> read_pod_review(std::string_view body) {
  Result<Json> parsed = Json::parse(body);
  if (!parsed) return parsed.error();
  Json& root = *parsed;
  const Result<> headed = check_review({.version = root["apiVersion"].string(),
                                        .kind = root["kind"].string(),
                                        .has_request = root["request"].is_object(),
                                        .uid = root.at("request", "uid").string()});
  if (!headed) return headed.error();

  PodReview review = review_in(root.member("request"));
  if (!review.is_pod()) return review;
  if (const Result<> right = check_pod(review); !right) return right.error();
  return review;
}

std::string write_pod_patch(const Json& was, const Json& is) {
  const Json operations = json_diff(was, is);
  return operations.items().empty() ? std::string() : operations.text();
}

}  // namespace npushare::wire
