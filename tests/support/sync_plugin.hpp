/// A node plugin that serves whoever the node lock names, and binds that run against it, for the
/// tests of the gate.
///
/// Threads: none; time is the world's.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "scheduler/verbs/bind.hpp"
#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {

/// A cluster of the node n1, whose pods are bound by the real bind through the real gate.
class BindWorld : public SyncWorld {
 public:
  explicit BindWorld(const std::vector<std::string>& chips,
                     verbs::LockUse lock = verbs::LockUse::kHami)
      : SyncWorld(lock) {
    const wire::Node n1 = a_wire_node("n1", Mode::kHard, chips);
    kube.put(n1);
    list(std::vector{n1});
  }

  void create(const wire::Pod& pod) {
    kube.put(pod);
    pods.changed(pod);
  }

  using Done = std::function<void(const Result<>&)>;
  void bind(const wire::Pod& pod, Done done, verbs::HasLeft has_left = {}) {
    boost::asio::co_spawn(
        io, verbs::bind({pod.key, pod.uid, NodeName{"n1"}}, services, std::move(has_left)),
        [done = std::move(done)](const std::exception_ptr&, const Result<>& result) {
          done(result);
        });
    settle();
  }

  /// The pod the lock names, if it is on the node; empty when there is nobody to serve.
  std::string to_serve() const {
    const wire::Node node = *kube.node(NodeName{"n1"});
    const auto lock = node.annotations.find(backends::kNodeLockKey);
    if (lock == node.annotations.end()) return {};
    const std::string name = lock->second.substr(lock->second.rfind(',') + 1);
    const auto pod = kube.pod({"ai", name});
    return pod && !pod->node.empty() ? name : std::string{};
  }

  /// The plugin takes the devices, and gives the lock back; the watch shows it all.
  void serve(const std::string& name) {
    wire::Pod pod = *kube.pod({"ai", name});
    pods.changed(pod);
    ++times_served[name];
    served.push_back(name);
    devices[name] = std::exchange(pod.annotations[kToAllocate], ";;");
    kube.put(pod);
    pods.changed(pod);
    wire::Node unlocked = *kube.node(NodeName{"n1"});
    unlocked.annotations.erase(std::string(backends::kNodeLockKey));
    kube.put(unlocked);
    settle();
  }

  verbs_test::FakeKube kube;
  verbs_test::FakeLocks locks{kube};
  verbs::Services services{book, rules, kube, store, gate, locks, pods, clock};

  std::vector<std::string> served;
  std::map<std::string, int> times_served;
  std::map<std::string, std::string> devices;  // what each was served

 private:
  static constexpr const char* kToAllocate = "hami.io/Ascend310P-devices-to-allocate";
};

}  // namespace npushare::sync_test
