#include "scheduler/app/admin.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <utility>

#include "scheduler/http/router.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;
using wire::Json;

constexpr std::string_view kNoToken =
    "a bearer token is needed here: send \"Authorization: Bearer TOKEN\" with the token of a "
    "service account, as `kubectl create token NAME` prints it";
// A token is a few kilobytes at most; the header could be sixty.
constexpr std::size_t kLongestToken = 16384;

http::Response unauthorized(std::string_view why) {
  http::Response response = http::error_response(401, why);
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

/// The scheme in any case, then the token; empty when there is none.
std::string token_of(const http::Request& request) {
  constexpr std::string_view kScheme = "bearer ";
  const std::string_view header = request.authorization;
  const bool is_bearer =
      header.size() > kScheme.size() &&
      std::ranges::equal(header.substr(0, kScheme.size()), kScheme, {}, [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
      });
  if (!is_bearer || header.size() > kLongestToken) return {};
  const std::string_view token = header.substr(kScheme.size());
  const std::size_t first = token.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string() : std::string(token.substr(first));
}

std::string digest_of(const std::string& token) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(token.data(), token.size(), digest.data(), &size, EVP_sha256(), nullptr);
  return {reinterpret_cast<const char*>(digest.data()), size};
}

/// The Kubernetes verb of a request for a path.
std::string verb_of(const http::Request& request) {
  std::string verb = request.method;
  std::ranges::transform(verb, verb.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return verb;
}

http::Response forbidden(const Json& user, const std::string& verb, const std::string& path,
                         const std::string& reason) {
  std::string text = "user \"" + user["username"].string() + "\" may not " + verb + " " + path;
  if (!reason.empty()) text += " (" + reason + ")";
  return http::error_response(403, text + "; a ClusterRole with nonResourceURLs: [" + path +
                                       "] and verbs: [" + verb + "] lets it");
}

http::Response unreachable(const Error& error) {
  return http::error_response(503,
                              "the API server cannot be asked who may do this: " + error.message);
}

}  // namespace

asio::awaitable<std::optional<http::Response>> AdminGate::refusal(const http::Request& request) {
  std::string token = token_of(request);
  if (token.empty()) co_return unauthorized(kNoToken);
  const std::string verb = verb_of(request);
  const std::string path = request.path;

  auto identifying = identify(std::move(token));
  const Result<Identity> identity = co_await std::move(identifying);
  if (!identity) co_return unreachable(identity.error());
  if (!identity->problem.empty())
    co_return unauthorized("the token is not valid: " + identity->problem);

  auto authorizing = authorize(identity->user, verb, path);
  const Result<Access> access = co_await std::move(authorizing);
  if (!access) co_return unreachable(access.error());
  if (!access->is_allowed) co_return forbidden(identity->user, verb, path, access->reason);
  co_return std::nullopt;
}

asio::awaitable<Result<AdminGate::Identity>> AdminGate::identify(std::string token) {
  const std::string key = digest_of(token);
  if (std::optional<Identity> known = identities_.find(key, clock_.now()))
    co_return *std::move(known);
  Json body = Json::Object{{"apiVersion", "authentication.k8s.io/v1"},
                           {"kind", "TokenReview"},
                           {"spec", Json::Object{{"token", std::move(token)}}}};
  auto reviewing = review("/apis/authentication.k8s.io/v1/tokenreviews", std::move(body));
  const Result<Json> status = co_await std::move(reviewing);
  if (!status) co_return status.error();
  Identity identity{.problem = {}, .user = (*status)["user"]};
  if (!(*status)["authenticated"].boolean()) {
    const std::string& error = (*status)["error"].string();
    identity.problem = error.empty() ? "the API server does not know it" : error;
  }
  identities_.keep(key, identity, clock_.now());
  co_return identity;
}

asio::awaitable<Result<AdminGate::Access>> AdminGate::authorize(Json user, std::string verb,
                                                                std::string path) {
  const std::string key = user.text() + '\n' + verb + '\n' + path;
  if (std::optional<Access> known = accesses_.find(key, clock_.now())) co_return *std::move(known);
  Json attributes = Json::Object{{"path", std::move(path)}, {"verb", std::move(verb)}};
  Json spec = Json::Object{{"user", user["username"].string()},
                           {"nonResourceAttributes", std::move(attributes)}};
  for (const char* field : {"uid", "groups", "extra"})
    if (!user[field].is_null()) spec.set(field, user[field]);
  Json body = Json::Object{{"apiVersion", "authorization.k8s.io/v1"},
                           {"kind", "SubjectAccessReview"},
                           {"spec", std::move(spec)}};
  auto reviewing = review("/apis/authorization.k8s.io/v1/subjectaccessreviews", std::move(body));
  const Result<Json> status = co_await std::move(reviewing);
  if (!status) co_return status.error();
  const Access access{.is_allowed = (*status)["allowed"].boolean(),
                      .reason = (*status)["reason"].string()};
  accesses_.keep(key, access, clock_.now());
  co_return access;
}

/// The status of the review that the API server gives back.
asio::awaitable<Result<Json>> AdminGate::review(std::string target, Json body) {
  const std::string what = "POST " + target;
  kube::Call call;
  call.method = "POST";
  call.target = std::move(target);
  call.content_type = "application/json";
  call.body = body.text();
  call.time_limit = std::chrono::seconds{3};
  auto calling = client_.call(std::move(call));
  const Result<kube::Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (reply->status != 200 && reply->status != 201) co_return kube::error_of(*reply, what);
  const Result<Json> json = Json::parse(reply->body);
  if (!json) co_return Error{json.error().code, what + ": " + json.error().message};
  co_return (*json)["status"];
}

}  // namespace npushare
