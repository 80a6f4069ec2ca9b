/// A small cluster for the tests of verbs/ and sync/: books, rules, a fake API server and fake
/// ports.
///
/// Nodes and pods are what a cluster would show: registrations and limits, read by the real
/// dialect.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
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
#include "tests/support/verbs_ports.hpp"

namespace npushare::verbs_test {

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
    return read_reply(verbs::filter(body(pod, names), services).whole());
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
  FakeLeadership leadership;
  HeardNotices notices;
  verbs::TentativeHolds holds;
  verbs::Services services{book,    rules, kube,       pods,    gate,  locks,
                           reports, clock, leadership, notices, &holds};
};

}  // namespace npushare::verbs_test
