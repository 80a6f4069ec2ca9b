/// A node with two chips, a pod that waits for it, and the node lock as a test sets it.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "scheduler/verbs/bind.hpp"
#include "scheduler/verbs/node_locking.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {

using Verb = FakeKube::Verb;
using When = FakeKube::Fault::When;

// HandClock starts at 2026-08-14T07:47:40Z.
inline constexpr const char* kFresh = "2026-08-14T07:47:30Z";
inline constexpr const char* kSixMinutesOld = "2026-08-14T07:41:40Z";

class NodeLock : public testing::Test {
 protected:
  NodeLock() : world(rules_with("binpack", verbs::LockUse::kHami)) {
    world.node("n1", Mode::kHard, {"A", "B"}).waiting(pod);
  }

  void lock(const std::string& value) {
    wire::Node node = *world.kube.node(n1);
    node.annotations["hami.io/mutex.lock"] = value;
    world.kube.put(node);
  }

  /// A pod that is on the node and that the plugin has not served.
  void unserved(const std::string& name) {
    world.running(a_hard_pod(name, "3072"), "n1");
    wire::Pod shown = *world.kube.pod({"ai", name});
    shown.phase = "Pending";
    world.kube.put(shown);
  }

  /// While the Binding is under way, the lock gets another time.
  verbs::asio::awaitable<void> restamp_before(Verb verb) {
    if (verb == Verb::kBind) lock("2026-08-14T07:47:59Z,ai,p1");
    co_return;
  }

  kube::Deadline by() const { return world.clock.now() + std::chrono::seconds{4}; }
  std::string take() {
    const Result<> locked = world.run(verbs::lock_node(n1, pod.key, by(), world.services));
    return locked ? "" : locked.error().message;
  }
  std::string bind() {
    const Result<> bound = world.run(verbs::bind({pod.key, pod.uid, n1}, world.services));
    return bound ? "" : bound.error().message;
  }

  const NodeName n1{"n1"};
  const wire::Pod pod = a_hard_pod("p1", "3072");
  const std::string ours = "2026-08-14T07:47:40Z,ai,p1";
  World world;
};

}  // namespace npushare::verbs_test
