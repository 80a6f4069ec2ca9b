#include "scheduler/embedded/reviews.hpp"

#include <algorithm>

namespace npushare::embedded {

using config::AccessRule;
using config::ClusterApi;
using wire::Json;

namespace {

constexpr std::string_view kTokens = "/apis/authentication.k8s.io/v1/tokenreviews";
constexpr std::string_view kOthers = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
constexpr std::string_view kOwn = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
constexpr std::string_view kSelf = "npushare";
constexpr std::string_view kBearer = "Bearer ";

Json review(const char* group, const char* kind, const Json& asked, Json status) {
  Json made = Json::object();
  made.set("kind", kind);
  made.set("apiVersion", std::string(group) + "/v1");
  made.member("metadata").set("creationTimestamp", Json{});
  made.set("spec", asked["spec"]);
  made.set("status", std::move(status));
  return made;
}

Json user_json(std::string_view name, const std::vector<std::string>& groups) {
  Json user = Json::object();
  user.set("username", name);
  for (const std::string& group : groups) user.member("groups").push_back(group);
  user.member("groups").push_back("system:authenticated");
  return user;
}

Json token_status(const ClusterApi& access, const std::string& token) {
  Json status = Json::object();
  const auto known = std::ranges::find(access.tokens, token, &config::ClusterToken::token);
  if (known != access.tokens.end()) {
    status.set("authenticated", true);
    status.set("user", user_json(known->user, known->groups));
  } else if (access.tokens.empty()) {
    status.set("authenticated", true);
    status.set("user", user_json("anybody", {}));
  } else {
    status.set("user", Json::object());
    status.set("error", "[invalid bearer token]");
  }
  return status;
}

Answer review_token(const ClusterApi& access, const Json& asked) {
  const std::string& token = asked.at("spec", "token").string();
  if (token.empty()) return bad_request("token is required for TokenReview in authentication");
  return {201, review("authentication.k8s.io", "TokenReview", asked, token_status(access, token))};
}

/// What is asked about, in the words of a rule.
AccessRule question_of(std::string_view user, const Json& spec) {
  AccessRule question;
  question.user = user;
  if (const Json& path = spec["nonResourceAttributes"]; path.is_object()) {
    question.verb = path["verb"].string();
    question.path = path["path"].string();
    return question;
  }
  const Json& resource = spec["resourceAttributes"];
  question.verb = resource["verb"].string();
  question.group = resource["group"].string();
  question.resource = resource["resource"].string();
  const std::string& part = resource["subresource"].string();
  if (!part.empty()) question.resource += "/" + part;
  question.space = resource["namespace"].string();
  return question;
}

bool covers(const AccessRule& rule, const AccessRule& question) {
  return std::ranges::all_of(
      std::initializer_list<std::string AccessRule::*>{&AccessRule::user, &AccessRule::verb,
                                                       &AccessRule::group, &AccessRule::resource,
                                                       &AccessRule::space, &AccessRule::path},
      [&](auto field) { return (rule.*field).empty() || rule.*field == question.*field; });
}

Json access_status(const ClusterApi& access, const AccessRule& question) {
  const bool is_denied = std::ranges::any_of(
      access.denied, [&](const AccessRule& rule) { return covers(rule, question); });
  Json status = Json::object();
  status.set("allowed", !is_denied);
  if (is_denied) status.set("reason", "a rule of the cluster file denies it");
  return status;
}

Answer invalid_review(const char* kind, const char* problem) {
  return failure(422, "Invalid",
                 std::string(kind) + ".authorization.k8s.io \"\" is invalid: " + problem);
}

Answer review_access(const ClusterApi& access, const char* kind, std::string_view user,
                     const Json& asked) {
  const Json& spec = asked["spec"];
  if (spec["resourceAttributes"].is_object() == spec["nonResourceAttributes"].is_object()) {
    return invalid_review(kind,
                          "spec.resourceAttributes: Invalid value: exactly one of "
                          "nonResourceAttributes or resourceAttributes must be specified");
  }
  return {201, review("authorization.k8s.io", kind, asked,
                      access_status(access, question_of(user, spec)))};
}

Answer review_other(const ClusterApi& access, const Json& asked) {
  const std::string& user = asked.at("spec", "user").string();
  if (user.empty() && asked.at("spec", "groups").items().empty()) {
    return invalid_review("SubjectAccessReview",
                          "spec.user: Invalid value: \"\": at least one of user or group must be "
                          "specified");
  }
  return review_access(access, "SubjectAccessReview", user, asked);
}

}  // namespace

std::string_view caller_of(const ClusterApi& access, std::string_view authorization) {
  if (!authorization.starts_with(kBearer)) return kSelf;
  authorization.remove_prefix(kBearer.size());
  const auto known = std::ranges::find(access.tokens, authorization, &config::ClusterToken::token);
  return known == access.tokens.end() ? kSelf : std::string_view(known->user);
}

std::optional<Answer> answer_review(const ClusterApi& access, const http::Request& request) {
  const std::string& path = request.path;
  if (path != kTokens && path != kOthers && path != kOwn) return std::nullopt;
  if (request.method != "POST") {
    return failure(405, "MethodNotAllowed",
                   "the server does not allow this method on the requested resource");
  }
  const Result<Json> asked = Json::parse(request.text());
  if (!asked) return bad_request("the object provided is unrecognized: " + asked.error().message);
  if (path == kTokens) return review_token(access, *asked);
  if (path == kOthers) return review_other(access, *asked);
  return review_access(access, "SelfSubjectAccessReview", caller_of(access, request.authorization),
                       *asked);
}

}  // namespace npushare::embedded
