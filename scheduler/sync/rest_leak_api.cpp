#include "scheduler/sync/rest_leak_api.hpp"

#include <utility>

#include "scheduler/kube/percent.hpp"
#include "scheduler/wire/json.hpp"
#include "scheduler/wire/object_reader.hpp"

namespace npushare::sync {
namespace {

namespace asio = boost::asio;
using wire::Json;

std::string claim_path(const std::string& space, const std::string& name) {
  return "/apis/resource.k8s.io/v1/namespaces/" + kube::percent_encoded(space) +
         "/resourceclaims/" + kube::percent_encoded(name);
}

std::string pods_path(const std::string& space) {
  return "/api/v1/namespaces/" + kube::percent_encoded(space) + "/pods";
}

}  // namespace

asio::awaitable<Result<std::string>> RestLeakApi::read(std::string target) {
  const std::string what = "GET " + target;
  auto calling = client_.call({.target = std::move(target)});
  Result<kube::Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (reply->status != 200) co_return kube::error_of(*reply, what);
  co_return std::move(reply->body);
}

asio::awaitable<Result<wire::ResourceClaim>> RestLeakApi::get_claim(std::string space,
                                                                    std::string name) {
  auto reading = read(claim_path(space, name));
  const Result<std::string> body = co_await std::move(reading);
  if (!body) co_return body.error();
  co_return wire::read_claim(*body);
}

asio::awaitable<Result<wire::Pod>> RestLeakApi::get_pod(PodKey pod) {
  auto reading = read(pods_path(pod.space) + "/" + kube::percent_encoded(pod.name));
  const Result<std::string> body = co_await std::move(reading);
  if (!body) co_return body.error();
  co_return wire::read_pod(*body);
}

asio::awaitable<Result<std::vector<wire::Pod>>> RestLeakApi::list_pods(std::string space) {
  std::vector<wire::Pod> pods;
  std::string token;
  do {
    std::string target = pods_path(space) + "?limit=500";
    if (!token.empty()) target += "&continue=" + kube::percent_encoded(token);
    auto reading = read(std::move(target));
    const Result<std::string> body = co_await std::move(reading);
    if (!body) co_return body.error();
    const Result<wire::ListMeta> page =
        wire::read_pod_list(*body, [&](wire::Pod&& pod) { pods.push_back(std::move(pod)); });
    if (!page) co_return page.error();
    token = page->continue_token;
  } while (!token.empty());
  for (wire::Pod& pod : pods) pod.key.space = space;
  co_return pods;
}

asio::awaitable<Result<>> RestLeakApi::delete_claim(wire::ResourceClaim as_read) {
  kube::Call call{.method = "DELETE", .target = claim_path(as_read.space, as_read.name)};
  const std::string what = "DELETE " + call.target;
  call.content_type = "application/json";
  const Json conditions =
      Json::Object{{"uid", as_read.uid}, {"resourceVersion", as_read.resource_version}};
  const Json options =
      Json::Object{{"kind", "DeleteOptions"}, {"apiVersion", "v1"}, {"preconditions", conditions}};
  call.body = options.text();
  auto calling = client_.call(std::move(call));
  const Result<kube::Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (reply->status < 200 || reply->status > 299) co_return kube::error_of(*reply, what);
  co_return Result<>{};
}

asio::awaitable<void> RestLeakApi::pause(std::chrono::milliseconds time) {
  auto pausing = client_.pause(time);
  co_await std::move(pausing);
}

}  // namespace npushare::sync
