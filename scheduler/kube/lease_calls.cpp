#include "scheduler/kube/lease_calls.hpp"

#include <utility>

#include "scheduler/kube/percent.hpp"

namespace npushare::kube {
namespace {

constexpr std::string_view kWriteQuery = "?fieldManager=npushare";

std::string collection(const std::string& space) {
  return "/apis/coordination.k8s.io/v1/namespaces/" + percent_encoded(space) + "/leases";
}

}  // namespace

asio::awaitable<Result<std::optional<wire::Lease>>> LeaseCalls::read(
    std::chrono::milliseconds limit) {
  Call call{.target = collection(space_) + "/" + percent_encoded(name_),
            .time_limit = limit,
            .priority = Priority::kUrgent};
  auto calling = client_.call(std::move(call));
  const Result<Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (reply->status == 404) co_return std::optional<wire::Lease>{};
  if (reply->status != 200) co_return error_of(*reply, "read lease " + name_);
  Result<wire::Lease> lease = wire::read_lease(reply->body);
  if (!lease) co_return lease.error();
  co_return std::optional<wire::Lease>(*std::move(lease));
}

asio::awaitable<Result<wire::Lease>> LeaseCalls::create(wire::Lease lease,
                                                        std::chrono::milliseconds limit) {
  auto writing = write("POST", collection(space_), std::move(lease), limit);
  co_return co_await std::move(writing);
}

asio::awaitable<Result<wire::Lease>> LeaseCalls::replace(wire::Lease lease,
                                                         std::chrono::milliseconds limit) {
  std::string target = collection(space_) + "/" + percent_encoded(name_);
  auto writing = write("PUT", std::move(target), std::move(lease), limit);
  co_return co_await std::move(writing);
}

asio::awaitable<Result<wire::Lease>> LeaseCalls::write(std::string method, std::string target,
                                                       wire::Lease lease,
                                                       std::chrono::milliseconds limit) {
  Call call{.method = std::move(method),
            .target = std::move(target.append(kWriteQuery)),
            .content_type = "application/json",
            .body = wire::write_lease(lease),
            .time_limit = limit,
            .priority = Priority::kUrgent};
  auto calling = client_.call(std::move(call));
  const Result<Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (reply->status != 200 && reply->status != 201)
    co_return error_of(*reply, "write lease " + name_);
  co_return wire::read_lease(reply->body);
}

}  // namespace npushare::kube
