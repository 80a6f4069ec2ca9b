#include "scheduler/kube/claim_calls.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "scheduler/kube/percent.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::kube {
namespace {

constexpr std::chrono::milliseconds kLimit{3000};
constexpr const char* kNewest = "/apis/resource.k8s.io/v1/resourceclaims?limit=1";
constexpr const char* kInSpace = "/apis/resource.k8s.io/v1/namespaces/";
constexpr const char* kWriter = "?fieldManager=npushare";

Result<std::string> path_of(const std::string& space) {
  const Result<std::string> segment = path_segment("namespace", space);
  if (!segment) return segment;
  return kInSpace + *segment + "/resourceclaims";
}

Result<std::string> path_of(const ClaimKey& claim) {
  const Result<std::string> all = path_of(claim.space);
  if (!all) return all;
  const Result<std::string> name = path_segment("claim", claim.name);
  if (!name) return name;
  return *all + "/" + *name;
}

std::optional<std::uint64_t> version_in(const std::string& list) {
  const Result<wire::Json> json = wire::Json::parse(list);
  if (!json) return std::nullopt;
  const std::string text = json->at("metadata", "resourceVersion").string();
  std::uint64_t version = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  return is_number ? std::optional(version) : std::nullopt;
}

asio::awaitable<Result<std::string>> ask(RestClient& client, Call call, std::string what,
                                         Deadline by) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(by - std::chrono::steady_clock::now());
  if (left <= std::chrono::milliseconds{0})
    co_return Error{ErrorCode::kTimeout, what + ": no time was left for it, so it was not sent"};
  call.time_limit = std::min(left, kLimit);
  call.priority = Priority::kUrgent;
  auto calling = client.call(std::move(call));
  Result<Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (reply->status < 200 || reply->status >= 300) co_return error_of(*reply, what);
  co_return std::move(reply->body);
}

asio::awaitable<Result<>> write(RestClient& client, Call call, std::string what, Deadline by) {
  auto asking = ask(client, std::move(call), std::move(what), by);
  const Result<std::string> answer = co_await std::move(asking);
  if (!answer) co_return answer.error();
  co_return Result<>{};
}

}  // namespace

asio::awaitable<Result<std::uint64_t>> newest_claim_version(RestClient& client, Deadline by) {
  Call call{.target = std::string(kNewest)};
  auto asking = ask(client, std::move(call), "list resourceclaims", by);
  const Result<std::string> list = co_await std::move(asking);
  if (!list) co_return list.error();
  if (const std::optional<std::uint64_t> version = version_in(*list)) co_return *version;
  co_return Error{ErrorCode::kInvalid, "list resourceclaims: the list has no resourceVersion"};
}

asio::awaitable<Result<>> create_claim(RestClient& client, std::string space, std::string body,
                                       Deadline by) {
  const Result<std::string> path = path_of(space);
  if (!path) co_return path.error();
  Call call{.method = "POST",
            .target = *path + kWriter,
            .content_type = "application/json",
            .body = std::move(body)};
  auto writing = write(client, std::move(call), "create a resourceclaim in " + space, by);
  co_return co_await std::move(writing);
}

asio::awaitable<Result<>> patch_claim_status(RestClient& client, ClaimKey claim, std::string body,
                                             Deadline by) {
  const Result<std::string> path = path_of(claim);
  if (!path) co_return path.error();
  Call call{.method = "PATCH",
            .target = *path + "/status" + kWriter,
            .content_type = "application/merge-patch+json",
            .body = std::move(body)};
  const std::string what = "patch the status of resourceclaim " + claim.space + "/" + claim.name;
  auto writing = write(client, std::move(call), what, by);
  co_return co_await std::move(writing);
}

asio::awaitable<Result<>> delete_claim(RestClient& client, ClaimKey claim, Deadline by) {
  const Result<std::string> path = path_of(claim);
  if (!path) co_return path.error();
  Call call{.method = "DELETE", .target = *path};
  const std::string what = "delete resourceclaim " + claim.space + "/" + claim.name;
  auto writing = write(client, std::move(call), what, by);
  const Result<> deleted = co_await std::move(writing);
  if (!deleted && deleted.error().code == ErrorCode::kNotFound) co_return Result<>{};
  co_return deleted;
}

}  // namespace npushare::kube
