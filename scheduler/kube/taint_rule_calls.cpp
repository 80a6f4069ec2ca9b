#include "scheduler/kube/taint_rule_calls.hpp"

#include <array>
#include <utility>

#include "scheduler/kube/percent.hpp"

namespace npushare::kube {
namespace {

constexpr std::array kVersions{"v1", "v1beta2", "v1beta1", "v1alpha3"};  // the newest first

bool is_success(const Reply& reply) {
  return reply.status >= 200 && reply.status < 300;
}

/// `settled`: the status that says that it is so already.
asio::awaitable<Result<>> write(RestClient& client, Call call, std::string what, unsigned settled) {
  call.time_limit = std::chrono::milliseconds{5000};
  auto calling = client.call(std::move(call));
  const Result<Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (is_success(*reply) || reply->status == settled) co_return Result<>{};
  co_return error_of(*reply, what);
}

}  // namespace

std::string taint_rule_path(const std::string& version) {
  return "/apis/resource.k8s.io/" + version + "/devicetaintrules";
}

asio::awaitable<Result<std::optional<std::string>>> taint_rule_version(RestClient& client) {
  for (const char* version : kVersions) {
    Call call{.target = taint_rule_path(version) + "?limit=1"};
    auto calling = client.call(std::move(call));
    const Result<Reply> reply = co_await std::move(calling);
    if (!reply) co_return reply.error();
    if (reply->status == 200) co_return std::optional<std::string>(version);
    if (reply->status != 404) co_return error_of(*reply, "list devicetaintrules");
  }
  co_return std::optional<std::string>{};
}

asio::awaitable<Result<>> create_taint_rule(RestClient& client, std::string version,
                                            wire::TaintRule rule) {
  Call call{.method = "POST",
            .target = taint_rule_path(version) + "?fieldManager=npushare",
            .content_type = "application/json",
            .body = wire::write_taint_rule(rule, version)};
  auto writing = write(client, std::move(call), "create devicetaintrule " + rule.name, 409);
  co_return co_await std::move(writing);
}

asio::awaitable<Result<>> delete_taint_rule(RestClient& client, std::string version,
                                            std::string name) {
  const Result<std::string> segment = path_segment("devicetaintrule", name);
  if (!segment) co_return segment.error();
  Call call{.method = "DELETE", .target = taint_rule_path(version) + "/" + *segment};
  auto writing = write(client, std::move(call), "delete devicetaintrule " + name, 404);
  co_return co_await std::move(writing);
}

}  // namespace npushare::kube
