/// Fake ports for the tests of verbs/ and sync/: a clock moved by hand, pods, an open gate, locks
/// as the fake API server has them, and what was reported.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/backends/keys.hpp"
#include "scheduler/verbs/services.hpp"
#include "tests/support/backends_builders.hpp"
#include "tests/support/fake_kube.hpp"

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
  std::optional<Reservation> come_back(const NodeName&, const PodUid&) override { return {}; }
  verbs::asio::awaitable<Result<verbs::Turn>> enter(verbs::Visit, Reservation share) override {
    ++entered;
    co_return verbs::Turn{verbs::GatePass([this] { ++left; }), std::move(share)};
  }
  std::size_t waiting(const NodeName& node) const override {
    const auto line = lines.find(node);
    return line == lines.end() ? 0 : line->second;
  }
  std::optional<NodeName> place_of(const PodUid& pod) const override {
    const auto place = places.find(pod);
    return place == places.end() ? std::nullopt : std::optional(place->second);
  }

  std::map<PodUid, NodeName> places;
  std::map<NodeName, std::size_t> lines;
  std::atomic<int> entered = 0;
  std::atomic<int> left = 0;
};

/// May write or may not, as a test says.
class FakeLeadership final : public verbs::Leadership {
 public:
  bool may_write() const override { return leads; }
  std::atomic<bool> leads = true;
};

/// Everything that was told, as "reason object: text".
class HeardNotices final : public verbs::Notices {
 public:
  void tell(const verbs::Notice& notice) const override {
    const std::lock_guard lock(mutex_);
    heard_.push_back(notice.reason + " " + notice.object + ": " + notice.text);
  }
  std::vector<std::string> heard() const {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::vector<std::string> heard_;
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
  void uncertain(const Allocation& allocation) override {
    add(uncertain_pods, allocation);
    open = allocation;
  }
  std::optional<Allocation> open_binding(const NodeName& node, const PodUid& pod) const override {
    return open && open->node == node && open->holder->uid == pod ? open : std::nullopt;
  }
  bool write_again(const NodeName& node, const PodUid& pod) override {
    return open_binding(node, pod).has_value() && !is_settled_meanwhile;
  }
  bool is_settled_meanwhile = false;
  std::optional<Allocation> open;  // the last one
  std::vector<PodKey> bound_pods;
  std::vector<PodKey> uncertain_pods;

 private:
  void add(std::vector<PodKey>& list, const Allocation& allocation) {
    const std::lock_guard lock(mutex_);
    list.push_back(allocation.holder->pod);
  }
  std::mutex mutex_;
};

}  // namespace npushare::verbs_test
