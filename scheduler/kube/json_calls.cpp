#include "scheduler/kube/json_calls.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/kube/percent.hpp"

namespace npushare::kube {
namespace {

using wire::Json;

constexpr std::chrono::milliseconds kLongest{3000};
constexpr std::string_view kWriteQuery = "?fieldManager=npushare";

asio::awaitable<Result<std::string>> send(RestClient& client, Call call, std::string what,
                                          Deadline by) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(by - std::chrono::steady_clock::now());
  if (left <= std::chrono::milliseconds::zero())
    co_return Error{ErrorCode::kTimeout, "no time is left to " + what};
  call.time_limit = std::min(left, kLongest);
  auto calling = client.call(std::move(call));
  Result<Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (reply->status < 200 || reply->status > 299) co_return error_of(*reply, what);
  co_return std::move(reply->body);
}

asio::awaitable<Result<Json>> call(RestClient& client, Call call, std::string what, Deadline by) {
  auto sending = send(client, std::move(call), std::move(what), by);
  const Result<std::string> body = co_await std::move(sending);
  if (!body) co_return body.error();
  co_return Json::parse(*body);
}

}  // namespace

std::string ObjectPath::target() const {
  std::string target = "/" + version;
  if (!space.empty()) target += "/namespaces/" + percent_encoded(space);
  target += "/" + plural;
  return name.empty() ? target : target + "/" + percent_encoded(name);
}

std::string ObjectPath::text() const {
  if (space.empty()) return plural;
  return plural + " " + space + (name.empty() ? "" : "/" + name);
}

asio::awaitable<Result<std::string>> get_text(RestClient& client, ObjectPath path, Deadline by) {
  Call get{.target = path.target()};
  auto sending = send(client, std::move(get), "read " + path.text(), by);
  co_return co_await std::move(sending);
}

asio::awaitable<Result<Json>> get_object(RestClient& client, ObjectPath path, Deadline by) {
  Call get{.target = path.target()};
  auto calling = call(client, std::move(get), "read " + path.text(), by);
  co_return co_await std::move(calling);
}

asio::awaitable<Result<Json>> create_object(RestClient& client, ObjectPath path, Json object,
                                            Deadline by) {
  Call post{.method = "POST",
            .target = path.target().append(kWriteQuery),
            .content_type = "application/json",
            .body = object.text()};
  const std::string what = "create " + path.text() + "/" + object.at("metadata", "name").string();
  auto calling = call(client, std::move(post), what, by);
  co_return co_await std::move(calling);
}

asio::awaitable<Result<Json>> patch_object(RestClient& client, ObjectPath path, Json patch,
                                           Deadline by) {
  Call change{.method = "PATCH",
              .target = path.target().append(kWriteQuery),
              .content_type = "application/merge-patch+json",
              .body = patch.text()};
  auto calling = call(client, std::move(change), "change " + path.text(), by);
  co_return co_await std::move(calling);
}

asio::awaitable<Result<Json>> delete_object(RestClient& client, ObjectPath path, Json object,
                                            Deadline by) {
  const Json options =
      Json::Object{{"apiVersion", "v1"},
                   {"kind", "DeleteOptions"},
                   {"preconditions",
                    Json::Object{{"uid", object.at("metadata", "uid")},
                                 {"resourceVersion", object.at("metadata", "resourceVersion")}}}};
  Call remove{.method = "DELETE",
              .target = path.target(),
              .content_type = "application/json",
              .body = options.text()};
  auto calling = call(client, std::move(remove), "delete " + path.text(), by);
  co_return co_await std::move(calling);
}

}  // namespace npushare::kube
