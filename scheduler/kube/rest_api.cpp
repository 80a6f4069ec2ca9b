#include "scheduler/kube/rest_api.hpp"

#include <algorithm>
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

bool is_undecided(const Reply& reply) {
  if (reply.status == 503) return reply.retry_after.count() == 0;
  return reply.status == 408 || reply.status >= 500;
}

/// What is left of the caller's time, but no more than `most`.
Result<std::chrono::milliseconds> time_for(const std::string& what, Deadline by,
                                           std::chrono::milliseconds most, bool has_slot) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(by - std::chrono::steady_clock::now());
  if (has_slot && left > std::chrono::milliseconds{0}) return std::min(left, most);
  return Error{ErrorCode::kTimeout, what + ": no time was left for it, so it was not sent"};
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

asio::awaitable<Result<std::string>> RestApi::read(std::string target, std::string what,
                                                   Deadline by) {
  auto queueing = CallSlots::enter(slots_, by);
  const std::optional<CallSlots::Slot> slot = co_await std::move(queueing);
  const Result<std::chrono::milliseconds> limit = time_for(what, by, kReadLimit, slot.has_value());
  if (!limit) co_return limit.error();
  Call call{.target = std::move(target), .time_limit = *limit, .priority = Priority::kUrgent};
  auto calling = client_.call(std::move(call));
  Result<Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (!is_success(reply->status)) co_return error_of(*reply, what);
  co_return std::move(reply->body);
}

asio::awaitable<BindAnswer> RestApi::write(Call call, std::string what, Deadline by) {
  auto queueing = CallSlots::enter(slots_, by);
  const std::optional<CallSlots::Slot> slot = co_await std::move(queueing);
  const Result<std::chrono::milliseconds> limit = time_for(what, by, kWriteLimit, slot.has_value());
  if (!limit) co_return BindAnswer{limit.error()};
  call.time_limit = *limit;
  auto calling = client_.call(std::move(call));
  const Result<Reply> reply = co_await std::move(calling);
  if (!reply) co_return BindAnswer{reply.error()};
  if (is_success(reply->status)) co_return BindAnswer{};
  Error error = error_of(*reply, what);
  if (is_undecided(*reply)) error.code = ErrorCode::kUncertain;
  const bool may_come_back = error.code == ErrorCode::kBusy;
  co_return BindAnswer{std::move(error),
                       may_come_back ? reply->retry_after : std::chrono::seconds{0}};
}

asio::awaitable<Result<>> RestApi::patch(std::string target, std::string body, std::string what,
                                         Deadline by, Priority priority) {
  Call call{.method = "PATCH",
            .target = std::move(target.append(kWriteQuery)),
            .content_type = "application/merge-patch+json",
            .body = std::move(body),
            .priority = priority};
  auto writing = write(std::move(call), std::move(what), by);
  const BindAnswer written = co_await std::move(writing);
  co_return written.done;
}

asio::awaitable<Result<wire::Pod>> RestApi::get_pod(PodKey pod, Deadline by) {
  Result<std::string> path = pod_path(pod);
  if (!path) co_return path.error();
  auto reading = read(std::move(*path), "get pod " + pod.text(), by);
  const Result<std::string> body = co_await std::move(reading);
  if (!body) co_return body.error();
  co_return wire::read_pod(*body);
}

asio::awaitable<Result<wire::Node>> RestApi::get_node(NodeName node, Deadline by) {
  Result<std::string> path = node_path(node);
  if (!path) co_return path.error();
  auto reading = read(std::move(*path), "get node " + node.text(), by);
  const Result<std::string> body = co_await std::move(reading);
  if (!body) co_return body.error();
  co_return wire::read_node(*body);
}

asio::awaitable<BindAnswer> RestApi::bind(wire::Binding binding, Deadline by) {
  const Result<std::string> path = pod_path(binding.pod);
  if (!path) co_return BindAnswer{path.error()};
  Call call{.method = "POST",
            .target = *path + "/binding" + std::string(kWriteQuery),
            .content_type = "application/json",
            .body = wire::write_binding(binding),
            .priority = Priority::kUrgent};
  auto writing = write(std::move(call), "bind pod " + binding.pod.text(), by);
  co_return co_await std::move(writing);
}

asio::awaitable<Result<>> RestApi::patch_pod(PodKey pod, PodUid uid, wire::AnnotationPatch patch,
                                             Deadline by) {
  Result<std::string> path = pod_path(pod);
  if (!path) co_return path.error();
  std::string body = wire::write_annotation_patch(patch, uid.text(), {});
  auto patching = this->patch(std::move(*path), std::move(body), "patch pod " + pod.text(), by,
                              Priority::kOrdinary);
  co_return co_await std::move(patching);
}

asio::awaitable<Result<>> RestApi::patch_node(NodeName node, std::string resource_version,
                                              wire::AnnotationPatch patch, Deadline by) {
  Result<std::string> path = node_path(node);
  if (!path) co_return path.error();
  std::string body = wire::write_annotation_patch(patch, {}, resource_version);
  auto patching = this->patch(std::move(*path), std::move(body), "patch node " + node.text(), by,
                              Priority::kUrgent);
  co_return co_await std::move(patching);
}

asio::awaitable<void> RestApi::pause(std::chrono::milliseconds time) {
  return client_.pause(time);
}

}  // namespace npushare::kube
