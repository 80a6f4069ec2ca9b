/// Pods and nodes on their way into the book, for the tests of sync/: the sinks as an informer
/// calls them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scheduler/sync/claim_books.hpp"
#include "scheduler/sync/node_events.hpp"
#include "scheduler/sync/nudges.hpp"
#include "scheduler/sync/pod_events.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::sync_test {

using verbs_test::a_hard_pod;
using verbs_test::a_soft_pod;
using verbs_test::a_wire_node;
using verbs_test::HandClock;
using verbs_test::rules_with;

class SyncWorld {
 public:
  explicit SyncWorld(verbs::LockUse lock = verbs::LockUse::kHami)
      : rules(std::make_shared<const verbs::Rules>(rules_with("binpack", lock))) {}

  /// The pod as it looks once it is bound to the node with a grant on these chips' first free
  /// place.
  wire::Pod granted(wire::Pod pod, const std::string& on) const {
    const auto dialect = rules.load()->dialect;
    const Request request = *dialect.read_request(pod);
    const Plan plan = plan_on(*book.snapshot(NodeName{on}), request, *rules.load()->chip_policy);
    return with_grant(std::move(pod), plan.allocation.value());
  }
  wire::Pod with_grant(wire::Pod pod, const Allocation& grant) const {
    pod.node = grant.node;
    for (const auto& [key, value] : rules.load()->dialect.write_grants(grant, 1))
      pod.annotations[key] = value;
    return pod;
  }

  void list(const std::vector<wire::Pod>& all) {
    pods.list_started();
    for (const wire::Pod& pod : all) pods.item(pod);
    pods.list_done();
  }
  void list(const std::vector<wire::Node>& all) {
    nodes.list_started();
    for (const wire::Node& node : all) nodes.item(node);
    nodes.list_done();
  }

  /// Runs what was posted, and leaves alone who waits for time to pass.
  void settle() {
    io.restart();
    while (io.poll() > 0) {
    }
  }

  /// Time goes by, and the gate's lines are looked at.
  void pass(std::chrono::milliseconds time) {
    clock.advance(time);
    gate.tick();
    settle();
  }

  /// The shares the planner would give the pod on that node.
  Reservation reserved(const wire::Pod& pod, const std::string& on) {
    const Request request = *rules.load()->dialect.read_request(pod);
    const Plan plan = plan_on(*book.snapshot(NodeName{on}), request, *rules.load()->chip_policy);
    return *book.reserve(plan.allocation.value());
  }

  const DeviceLedger& chip(const std::string& node, std::size_t index = 0) {
    held = book.snapshot(NodeName{node});
    return held->chips().at(index);
  }
  MiB used(const std::string& node, std::size_t index = 0) {
    return chip(node, index).used().memory;
  }

  bool fits(const wire::Pod& pod, const std::string& node) const {
    const Request request = *rules.load()->dialect.read_request(pod);
    return plan_on(*book.snapshot(NodeName{node}), request, *rules.load()->chip_policy).fits();
  }

  Allocation grant_of(const wire::Pod& pod) const {
    return rules.load()->dialect.read_allocation(pod)->value();
  }

  std::vector<std::string> drift_kinds() const {
    std::vector<std::string> kinds;
    for (const sync::Drift& entry : drift.list()) kinds.push_back(entry.kind);
    return kinds;
  }

  HandClock clock;
  LedgerBook book;
  Published<verbs::Rules> rules;
  sync::DriftLog drift;
  sync::PodStore store{rules};
  // What still waits when a test ends goes with it, and may give shares back to the book.
  boost::asio::io_context io;
  sync::FairGate gate{io.get_executor(), clock,
                      [this](const NodeName& node) { nudges.room_on(node); }};
  std::vector<PodKey> scrubbed;
  std::vector<std::string> nudged;
  std::vector<PodUid> turned_up;
  std::vector<std::string> init_ended;
  verbs::Quotas quotas{book, rules};
  sync::Nudges nudges{
      book, rules, store,
      [this](const Allocation& place, std::uint64_t) { nudged.push_back(place.holder->pod.name); },
      &quotas};
  sync::PodEvents pods{
      {.book = book,
       .rules = rules,
       .store = store,
       .gate = gate,
       .drift = drift,
       .clock = clock,
       .scrub = [this](PodKey pod, PodUid) { scrubbed.push_back(std::move(pod)); },
       .room = [this](const NodeName& node) { nudges.room_on(node); },
       .turned_up = [this](const PodUid& pod) { turned_up.push_back(pod); },
       .news = {.init_ended = [this](const PodKey& pod, const PodUid&, const NodeName&) {
         init_ended.push_back(pod.name);
       }}}};
  sync::NodeEvents nodes{
      {.book = book,
       .rules = rules,
       .drift = drift,
       .room = [this](const NodeName& node) { nudges.room_on(node); },
       .clock = clock,
       .registration_timeout = std::chrono::seconds{120},
       .seen = {},
       .complete = [this](const NodeName& node,
                          Inventory& inventory) { claims.complete(node, inventory); }}};
  sync::ClaimBooks claims{{.book = book,
                           .rules = rules,
                           .drift = drift,
                           .clock = clock,
                           .driver = "ascend.project-hami.io",
                           .look_again = [this](const NodeName& node) { nodes.look_again(node); },
                           .room = [this](const NodeName& node) { nudges.room_on(node); }}};
  LedgerBook::Snapshot held;
};

}  // namespace npushare::sync_test
