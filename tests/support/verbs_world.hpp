/// A small cluster for the tests of verbs/ and sync/: books, rules, a fake API server and fake
/// ports.
///
/// Nodes and pods are what a cluster would show: registrations and limits, read by the real
/// dialect.
#pragma once

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "policies/planner.hpp"
#include "policies/registry.hpp"
#include "scheduler/verbs/filter.hpp"
#include "scheduler/verbs/services.hpp"
#include "tests/support/backends_builders.hpp"
#include "tests/support/fake_kube.hpp"
#include "tests/support/verbs_bodies.hpp"

namespace npushare::verbs_test {

using testing_support::FakeKube;

class HandClock final : public observe::Clock {
 public:
  Monotonic now() const override { return now_; }
  Wall wall() const override {
    return Wall(std::chrono::seconds{1'786'693'660} + now_.time_since_epoch());
  }
  void advance(std::chrono::milliseconds time) { now_ += time; }

 private:
  Monotonic now_{};
};

class FakePods final : public verbs::PodIndex {
 public:
  void show(const wire::Pod& pod) { pods_[pod.key] = std::make_shared<const wire::Pod>(pod); }
  void hide(const PodKey& pod) { pods_.erase(pod); }

  std::shared_ptr<const wire::Pod> find(const PodKey& pod) const override {
    const auto known = pods_.find(pod);
    return known == pods_.end() ? nullptr : known->second;
  }
  std::vector<PodKey> nearest(const PodKey&) const override {
    return pods_.empty() ? std::vector<PodKey>{} : std::vector{pods_.begin()->first};
  }
  std::vector<std::shared_ptr<const wire::Pod>> pending() const override { return {}; }
  std::vector<Request> nominated_on(const NodeName& node) const override {
    std::vector<Request> requests;
    for (const auto& [key, pod] : pods_)
      if (pod->nominated_node == node)
        requests.push_back(*backends_test::a_dialect().read_request(*pod));
    return requests;
  }

 private:
  std::map<PodKey, std::shared_ptr<const wire::Pod>> pods_;
};

/// Everybody may enter at once; remembers who left and who stays until served.
class OpenGate final : public verbs::NodeGate {
 public:
  verbs::asio::awaitable<Result<verbs::GatePass>> enter(NodeName, PodUid,
                                                        observe::Clock::Monotonic) override {
    ++entered;
    co_return verbs::GatePass([this] { ++left; });
  }
  std::atomic<int> entered = 0;
  std::atomic<int> left = 0;
};

class FakeLocks final : public verbs::NodeLocks {
 public:
  explicit FakeLocks(const FakeKube& kube) : kube_(kube) {}

  std::optional<verbs::NodeLockView> lock_of(const NodeName& node) const override {
    if (const auto old = stale.find(node); old != stale.end()) return old->second;
    const std::optional<wire::Node> shown = kube_.node(node);
    if (!shown) return std::nullopt;
    const auto lock = shown->annotations.find(backends::kNodeLockKey);
    return verbs::NodeLockView{lock == shown->annotations.end() ? "" : lock->second,
                               shown->resource_version};
  }
  std::map<NodeName, verbs::NodeLockView> stale;  // what a watch that lags shows

 private:
  const FakeKube& kube_;
};

class Reports final : public verbs::BindObserver {
 public:
  void bound(const Allocation& allocation) override { add(bound_pods, allocation); }
  void uncertain(const Allocation& allocation) override { add(uncertain_pods, allocation); }
  std::vector<PodKey> bound_pods;
  std::vector<PodKey> uncertain_pods;

 private:
  void add(std::vector<PodKey>& list, const Allocation& allocation) {
    const std::lock_guard lock(mutex_);
    list.push_back(allocation.holder->pod);
  }
  std::mutex mutex_;
};

inline verbs::Rules rules_with(const std::string& policy = "binpack",
                               verbs::LockUse lock = verbs::LockUse::kNone) {
  return {.dialect = backends_test::a_dialect(),
          .node_policy = find_policy(policy),
          .chip_policy = find_policy(policy),
          .node_policy_name = policy,
          .chip_policy_name = policy,
          .lock = lock};
}

/// H(m) of the cases: one container, hard split; no memory asks for whole chips.
inline wire::Pod a_hard_pod(const std::string& name, const std::string& memory,
                            std::int64_t priority = 0, const std::string& chips = "1") {
  wire::Pod pod = backends_test::a_pod().app(backends_test::asks(chips, memory));
  pod.key = {"ai", name};
  pod.uid = PodUid{"uid-" + name};
  pod.priority = priority;
  return pod;
}

/// S(m, c): the same on a soft-split node.
inline wire::Pod a_soft_pod(const std::string& name, const std::string& memory,
                            const std::string& cores, const std::string& chips = "1") {
  wire::Pod pod = backends_test::a_pod().soft().app(backends_test::asks(chips, memory, cores));
  pod.key = {"ai", name};
  pod.uid = PodUid{"uid-" + name};
  return pod;
}

inline wire::Node a_wire_node(const std::string& name, Mode mode,
                              const std::vector<std::string>& uuids) {
  std::string elements;
  for (std::size_t i = 0; i < uuids.size(); ++i) {
    elements += (i == 0 ? "" : ",") + backends_test::element(uuids[i], static_cast<int>(i),
                                                             mode == Mode::kSoft ? 100 : 8);
  }
  wire::Node node =
      backends_test::a_node(mode == Mode::kSoft ? "true" : "false", "[" + elements + "]");
  node.name = NodeName{name};
  node.labels["kubernetes.io/arch"] = "arm64";
  return node;
}

class World {
 public:
  explicit World(verbs::Rules first = rules_with())
      : rules(std::make_shared<const verbs::Rules>(std::move(first))) {}

  World& node(const std::string& name, Mode mode, const std::vector<std::string>& uuids) {
    return node(a_wire_node(name, mode, uuids));
  }
  World& node(const wire::Node& shown) {
    book.register_node(shown.name, rules.load()->dialect.read_node(shown));
    kube.put(shown);
    return *this;
  }

  /// A waiting pod that the watch and the API server both show.
  World& waiting(const wire::Pod& pod) {
    pods.show(pod);
    kube.put(pod);
    return *this;
  }

  /// Puts the pod on the node, in the books and in the cluster, where the planner puts it.
  World& running(wire::Pod pod, const std::string& on) {
    const auto dialect = rules.load()->dialect;
    const Request request = *dialect.read_request(pod);
    const Plan plan = plan_on(*book.snapshot(NodeName{on}), request, *rules.load()->chip_policy);
    book.observe(plan.allocation.value(), InitPhase::kDone);
    pod.node = NodeName{on};
    pod.phase = "Running";
    for (const auto& [key, value] : dialect.write_grants(*plan.allocation, 1))
      pod.annotations[key] = value;
    kube.put(pod);
    return *this;
  }

  FilterReply filter(const wire::Pod& pod, const std::vector<std::string>& names) {
    return read_reply(verbs::filter(body(pod, names), services));
  }

  /// Runs a coroutine to its end on this thread.
  template <class T>
  T run(verbs::asio::awaitable<T> work) {
    verbs::asio::io_context io;
    std::optional<T> result;
    verbs::asio::co_spawn(io, std::move(work), [&](const std::exception_ptr&, T done) {
      result.emplace(std::move(done));
    });
    io.run();
    return *std::move(result);
  }

  void finish(verbs::asio::awaitable<void> work) {
    verbs::asio::io_context io;
    verbs::asio::co_spawn(io, std::move(work), verbs::asio::detached);
    io.run();
  }

  Amount used(const std::string& name, std::size_t chip = 0) const {
    return book.snapshot(NodeName{name})->chips().at(chip).used();
  }
  std::string lock(const std::string& name) const {
    const wire::Node shown = *kube.node(NodeName{name});
    const auto value = shown.annotations.find(backends::kNodeLockKey);
    return value == shown.annotations.end() ? "" : value->second;
  }

  LedgerBook book;
  Published<verbs::Rules> rules;
  FakeKube kube;
  HandClock clock;
  FakePods pods;
  OpenGate gate;
  FakeLocks locks{kube};
  Reports reports;
  verbs::Services services{book, rules, kube, pods, gate, locks, reports, clock};
};

}  // namespace npushare::verbs_test
