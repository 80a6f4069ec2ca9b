#include "scheduler/kube/rest_api.hpp"

#include <utility>

#include "scheduler/kube/percent.hpp"
#include "scheduler/wire/object_reader.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::kube {
namespace {

constexpr std::chrono::milliseconds kReadLimit{3000};
constexpr std::chrono::milliseconds kWriteLimit{3500};  // the server gives up first, and says so
constexpr std::string_view kWriteQuery = "?timeout=3s&fieldManager=npushare";

bool is_success(unsigned status) {
  return status >= 200 && status < 300;
}

bool is_undecided(unsigned status) {
  return status == 500 || status == 502 || status == 504;
}

Result<std::string> pod_path(const PodKey& pod) {
  const Result<std::string> space = path_segment("namespace", pod.space);
  if (!space) return space;
  const Result<std::string> name = path_segment("pod", pod.name);
  if (!name) return name;
  return "/api/v1/namespaces/" + *space + "/pods/" + *name;
}

Result<std::string> node_path(const NodeName& node) {
  const Result<std::string> name = path_segment("node", node.text());
  if (!name) return name;
  return "/api/v1/nodes/" + *name;
}

}  // namespace

asio::awaitable<Result<std::string>> RestApi::read(std::string target, std::string what) {
  Call call{.target = std::move(target), .time_limit = kReadLimit};
  auto calling = client_.call(std::move(call));
  Result<Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (!is_success(reply->status)) co_return error_of(*reply, what);
  co_return std::move(reply->body);
}

asio::awaitable<Result<>> RestApi::write(Call call, std::string what) {
  call.time_limit = kWriteLimit;
  auto calling = client_.call(std::move(call));
  const Result<Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (is_success(reply->status)) co_return Result<>{};
  Error error = error_of(*reply, what);
  if (is_undecided(reply->status)) error.code = ErrorCode::kUncertain;
  co_return error;
}

asio::awaitable<Result<>> RestApi::patch(std::string target, std::string body, std::string what) {
  Call call{.method = "PATCH",
            .target = std::move(target.append(kWriteQuery)),
            .content_type = "application/merge-patch+json",
            .body = std::move(body)};
  auto writing = write(std::move(call), std::move(what));
  co_return co_await std::move(writing);
}

asio::awaitable<Result<wire::Pod>> RestApi::get_pod(PodKey pod) {
  Result<std::string> path = pod_path(pod);
  if (!path) co_return path.error();
  auto reading = read(std::move(*path), "get pod " + pod.text());
  const Result<std::string> body = co_await std::move(reading);
  if (!body) co_return body.error();
  co_return wire::read_pod(*body);
}

asio::awaitable<Result<wire::Node>> RestApi::get_node(NodeName node) {
  Result<std::string> path = node_path(node);
  if (!path) co_return path.error();
  auto reading = read(std::move(*path), "get node " + node.text());
  const Result<std::string> body = co_await std::move(reading);
  if (!body) co_return body.error();
  co_return wire::read_node(*body);
}

asio::awaitable<Result<>> RestApi::bind(wire::Binding binding) {
  const Result<std::string> path = pod_path(binding.pod);
  if (!path) co_return path.error();
  Call call{.method = "POST",
            .target = *path + "/binding" + std::string(kWriteQuery),
            .content_type = "application/json",
            .body = wire::write_binding(binding)};
  auto writing = write(std::move(call), "bind pod " + binding.pod.text());
  co_return co_await std::move(writing);
}

asio::awaitable<Result<>> RestApi::patch_pod(PodKey pod, PodUid uid, wire::AnnotationPatch patch) {
  Result<std::string> path = pod_path(pod);
  if (!path) co_return path.error();
  std::string body = wire::write_annotation_patch(patch, uid.text(), {});
  auto patching = this->patch(std::move(*path), std::move(body), "patch pod " + pod.text());
  co_return co_await std::move(patching);
}

asio::awaitable<Result<>> RestApi::patch_node(NodeName node, std::string resource_version,
                                              wire::AnnotationPatch patch) {
  Result<std::string> path = node_path(node);
  if (!path) co_return path.error();
  std::string body = wire::write_annotation_patch(patch, {}, resource_version);
  auto patching = this->patch(std::move(*path), std::move(body), "patch node " + node.text());
  co_return co_await std::move(patching);
}

}  // namespace npushare::kube
