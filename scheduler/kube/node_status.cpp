#include "scheduler/kube/node_status.hpp"

#include <utility>

#include "scheduler/kube/percent.hpp"

namespace npushare::kube {

asio::awaitable<Result<>> patch_capacity(RestClient& client, NodeName node,
                                         wire::CapacityPatch patch) {
  const Result<std::string> name = path_segment("node", node.text());
  if (!name) co_return name.error();
  Call call{.method = "PATCH",
            .target = "/api/v1/nodes/" + *name + "/status?fieldManager=npushare",
            .content_type = "application/merge-patch+json",
            .body = wire::write_capacity_patch(patch),
            .time_limit = std::chrono::milliseconds{5000}};
  auto calling = client.call(std::move(call));
  const Result<Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (reply->status >= 200 && reply->status < 300) co_return Result<>{};
  co_return error_of(*reply, "patch the status of node " + node.text());
}

}  // namespace npushare::kube
