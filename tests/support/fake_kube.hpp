/// An API server in memory that behaves as the real one does for the calls of kube::Api.
///
/// A Binding sets the node and merges the annotations at once; its UID is a precondition; a second
/// one is a conflict. Every write moves the object's resourceVersion. Faults are scripted call by
/// call. Threads: any. Source:  spec/kube-scheduler-extender.md 1.6 and 4.2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/kube/api.hpp"

namespace npushare::testing_support {

namespace asio = boost::asio;

class FakeKube final : public kube::Api {
 public:
  enum class Verb : std::uint8_t { kGetPod, kGetNode, kBind, kPatchPod, kPatchNode };

  /// What happens to one call: it fails before anything is written, or is written and then not
  /// answered.
  struct Fault {
    enum class When : std::uint8_t { kBeforeTheWrite, kAfterTheWrite };
    Verb verb;
    Error error;
    When when = When::kBeforeTheWrite;
    std::chrono::milliseconds retry_after{0};
  };

  void put(wire::Pod pod) {
    const std::lock_guard lock(mutex_);
    pod.resource_version = next_version();
    const PodKey key = pod.key;
    pods_[key] = std::move(pod);
  }
  void put(wire::Node node) {
    const std::lock_guard lock(mutex_);
    node.resource_version = next_version();
    const NodeName name = node.name;
    nodes_[name] = std::move(node);
  }
  void remove(const PodKey& pod) {
    const std::lock_guard lock(mutex_);
    pods_.erase(pod);
  }

  /// The next call of that verb fails so; faults of one verb queue up.
  void fail_next(Fault fault) {
    const std::lock_guard lock(mutex_);
    faults_[index(fault.verb)].push_back(std::move(fault));
  }
  /// The write is done, the caller never learns it.
  void lose_next_answer(Verb verb) {
    fail_next({verb, {ErrorCode::kUncertain, "the answer was lost"}, Fault::When::kAfterTheWrite});
  }
  /// Awaited before every call is carried out, so that a test can hold calls or change the state
  /// between them.
  void before_each_call(std::function<asio::awaitable<void>(Verb)> hook) {
    hook_ = std::move(hook);
  }

  std::optional<wire::Pod> pod(const PodKey& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = pods_.find(key);
    return found == pods_.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<wire::Node> node(const NodeName& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = nodes_.find(name);
    return found == nodes_.end() ? std::nullopt : std::optional(found->second);
  }
  /// The Bindings that were carried out, in order.
  std::vector<wire::Binding> bindings() const {
    const std::lock_guard lock(mutex_);
    return bindings_;
  }
  int calls(Verb verb) const {
    const std::lock_guard lock(mutex_);
    return calls_[index(verb)];
  }
  int calls() const {
    const std::lock_guard lock(mutex_);
    int all = 0;
    for (const int of_one : calls_) all += of_one;
    return all;
  }

  asio::awaitable<Result<wire::Pod>> get_pod(PodKey key, kube::Deadline) override {
    const Result<> allowed = co_await begin(Verb::kGetPod);
    if (!allowed) co_return allowed.error();
    std::optional<wire::Pod> found = pod(key);
    if (!found) co_return missing("pod " + key.text());
    co_return std::move(*found);
  }

  asio::awaitable<Result<wire::Node>> get_node(NodeName name, kube::Deadline) override {
    const Result<> allowed = co_await begin(Verb::kGetNode);
    if (!allowed) co_return allowed.error();
    std::optional<wire::Node> found = node(name);
    if (!found) co_return missing("node " + name.text());
    co_return std::move(*found);
  }

  asio::awaitable<kube::BindAnswer> bind(wire::Binding binding, kube::Deadline) override {
    std::chrono::milliseconds retry_after{0};
    const Result<> allowed = co_await begin(Verb::kBind, &retry_after);
    if (!allowed) co_return kube::BindAnswer{allowed, retry_after};
    const Result<> done = apply(std::move(binding));
    co_return kube::BindAnswer{answer(Verb::kBind, done)};
  }

  asio::awaitable<Result<>> patch_pod(PodKey key, PodUid uid, wire::AnnotationPatch patch,
                                      kube::Deadline) override {
    const Result<> allowed = co_await begin(Verb::kPatchPod);
    if (!allowed) co_return allowed;
    const Result<> done = apply(key, uid, patch);
    co_return answer(Verb::kPatchPod, done);
  }

  asio::awaitable<Result<>> patch_node(NodeName name, std::string resource_version,
                                       wire::AnnotationPatch patch, kube::Deadline) override {
    const Result<> allowed = co_await begin(Verb::kPatchNode);
    if (!allowed) co_return allowed;
    const Result<> done = apply(name, resource_version, patch);
    co_return answer(Verb::kPatchNode, done);
  }

  /// Nobody is kept waiting: on_pause() says how time goes by meanwhile.
  asio::awaitable<void> pause(std::chrono::milliseconds time) override {
    if (on_pause_) on_pause_(time);
    co_return;
  }
  void on_pause(std::function<void(std::chrono::milliseconds)> hook) {
    on_pause_ = std::move(hook);
  }

 private:
  static std::size_t index(Verb verb) { return static_cast<std::size_t>(verb); }
  static Error missing(const std::string& what) {
    return {ErrorCode::kNotFound, what + " not found"};
  }
  static Error conflict(const std::string& what) { return {ErrorCode::kConflict, what}; }

  std::string next_version() { return std::to_string(++version_); }

  asio::awaitable<Result<>> begin(Verb verb, std::chrono::milliseconds* retry_after = nullptr) {
    {
      const std::lock_guard lock(mutex_);
      ++calls_[index(verb)];
    }
    if (hook_) {
      asio::awaitable<void> held = hook_(verb);
      co_await std::move(held);
    }
    co_return take_fault(verb, Fault::When::kBeforeTheWrite, retry_after);
  }

  Result<> answer(Verb verb, const Result<>& done) {
    const Result<> arrived = take_fault(verb, Fault::When::kAfterTheWrite);
    return arrived ? done : arrived;
  }

  Result<> take_fault(Verb verb, Fault::When when,
                      std::chrono::milliseconds* retry_after = nullptr) {
    const std::lock_guard lock(mutex_);
    std::deque<Fault>& queue = faults_[index(verb)];
    if (queue.empty() || queue.front().when != when) return {};
    Error error = std::move(queue.front().error);
    if (retry_after != nullptr) *retry_after = queue.front().retry_after;
    queue.pop_front();
    return error;
  }

  static void merge(wire::StringMap& annotations, const wire::AnnotationPatch& patch) {
    for (const auto& [key, value] : patch) {
      if (value) {
        annotations[key] = *value;
      } else {
        annotations.erase(key);
      }
    }
  }

  Result<> apply(wire::Binding binding) {
    const std::lock_guard lock(mutex_);
    const auto found = pods_.find(binding.pod);
    if (found == pods_.end()) return missing("pod " + binding.pod.text());
    wire::Pod& pod = found->second;
    if (!binding.uid.empty() && binding.uid != pod.uid)
      return conflict("Precondition failed: UID in precondition: " + binding.uid.text());
    if (!pod.node.empty())
      return conflict("pod " + pod.key.name + " is already assigned to node " + pod.node.text());
    if (pod.is_terminating) return conflict("pod " + pod.key.name + " is being deleted");
    if (pod.is_gated)
      return conflict("pod " + pod.key.name + " has non-empty .spec.schedulingGates");
    pod.node = binding.node;
    for (const auto& [key, value] : binding.annotations) pod.annotations[key] = value;
    pod.resource_version = next_version();
    bindings_.push_back(std::move(binding));
    return {};
  }

  Result<> apply(const PodKey& key, const PodUid& uid, const wire::AnnotationPatch& patch) {
    const std::lock_guard lock(mutex_);
    const auto found = pods_.find(key);
    if (found == pods_.end()) return missing("pod " + key.text());
    if (!uid.empty() && uid != found->second.uid) return conflict("the UID is another pod's");
    merge(found->second.annotations, patch);
    found->second.resource_version = next_version();
    return {};
  }

  Result<> apply(const NodeName& name, const std::string& resource_version,
                 const wire::AnnotationPatch& patch) {
    const std::lock_guard lock(mutex_);
    const auto found = nodes_.find(name);
    if (found == nodes_.end()) return missing("node " + name.text());
    if (!resource_version.empty() && resource_version != found->second.resource_version)
      return conflict("the object has been modified");
    merge(found->second.annotations, patch);
    found->second.resource_version = next_version();
    return {};
  }

  static constexpr std::size_t kVerbs = 5;

  mutable std::mutex mutex_;
  std::map<PodKey, wire::Pod> pods_;
  std::map<NodeName, wire::Node> nodes_;
  std::array<std::deque<Fault>, kVerbs> faults_;
  std::array<int, kVerbs> calls_{};
  std::vector<wire::Binding> bindings_;
  std::uint64_t version_ = 0;
  std::function<asio::awaitable<void>(Verb)> hook_;
  std::function<void(std::chrono::milliseconds)> on_pause_;
};

}  // namespace npushare::testing_support
