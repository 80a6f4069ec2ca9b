#include "scheduler/sync/pod_events.hpp"

#include <boost/container_hash/hash.hpp>
#include <utility>

#include "scheduler/backends/keys.hpp"
#include "scheduler/sync/grant_check.hpp"

namespace npushare::sync {
namespace {

/// Of all that the book and the gate depend on. Most events of a running pod change nothing of it.
std::size_t print_of(const wire::Pod& pod) {
  std::size_t print = 0;
  boost::hash_combine(print, pod.uid.text());
  boost::hash_combine(print, pod.node.text());
  boost::hash_combine(print, pod.priority);
  boost::hash_combine(print, pod.init_done);
  boost::hash_combine(print, pod.phase);
  for (const auto& [key, value] : pod.annotations) {
    boost::hash_combine(print, key);
    boost::hash_combine(print, value);
  }
  return print == 0 ? 1 : print;
}

}  // namespace

void PodEvents::list_started() {
  const std::lock_guard lock(mutex_);
  ++list_;
}

void PodEvents::item(wire::Pod pod) {
  const std::lock_guard lock(mutex_);
  show(pod, Look::kObserveAgain);
}

void PodEvents::list_done() {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, known] : with_.store.missing_from(list_)) {
    const LedgerBook::Snapshot ledger = with_.book.snapshot(known.node);
    if (ledger && ledger->holds(known.uid)) with_.drift.count_mended("missed-deletion");
    forget(key, known.uid, known.node);
  }
  is_listed_.store(true);
}

void PodEvents::changed(wire::Pod pod) {
  const std::lock_guard lock(mutex_);
  show(pod, Look::kTrustPrint);
}

void PodEvents::removed(wire::Pod pod) {
  const std::lock_guard lock(mutex_);
  const std::optional<KnownPod> known = with_.store.known(pod.key);
  const bool is_same = known && known->uid == pod.uid;
  if (is_same) return forget(pod.key, pod.uid, pod.node.empty() ? known->node : pod.node);

  const std::size_t released = release(pod.key, pod.uid, pod.node);
  if (released > 0 || known || departed_.contains(pod.uid)) return;
  if (has_grants(pod, with_.rules.load()->dialect.catalogue()))
    with_.drift.count_mended("unknown-release");
}

void PodEvents::show(const wire::Pod& pod, Look look) {
  const std::optional<KnownPod> known = with_.store.known(pod.key);
  if (known && known->uid != pod.uid) forget(pod.key, known->uid, known->node);
  if (pod.is_over()) {
    return forget(pod.key, pod.uid,
                  pod.node.empty() && known && known->uid == pod.uid ? known->node : pod.node);
  }
  const std::size_t print = pod.node.empty() ? 0 : print_of(pod);
  const bool is_news =
      look == Look::kObserveAgain || !known || known->print != print || doubts_.contains(pod.uid);
  if (look == Look::kObserveAgain && known && known->print == print) count_lost(pod);
  with_.store.put(pod, print, list_);
  if (pod.node.empty() || !is_news) return;
  show_bound(pod);
  pass_gate(pod);
}

/// The pod has not changed since it was booked, so its shares must be there.
void PodEvents::count_lost(const wire::Pod& pod) {
  if (pod.node.empty()) return;
  const auto grants = with_.rules.load()->dialect.read_allocation(pod);
  if (!grants || !*grants) return;
  const LedgerBook::Snapshot ledger = with_.book.snapshot(pod.node);
  if (!ledger || !ledger->holds(pod.uid)) with_.drift.count_mended("lost-share");
}

void PodEvents::show_bound(const wire::Pod& pod) {
  settle_waiting(pod.uid, pod.node);
  observe(pod);
  release_doubted(pod.uid, pod.node);
}

void PodEvents::observe(const wire::Pod& pod) {
  const auto rules = with_.rules.load();
  const std::string name = pod.key.text();
  Result<std::optional<Allocation>> grants = rules->dialect.read_allocation(pod);
  if (!grants) {
    with_.drift.note({"malformed-annotation", name, grants.error().message});
    return;
  }
  with_.drift.clear("malformed-annotation", name);
  const Result<Request> request = rules->dialect.read_request(pod);
  if (*grants && request && drop_unasked(**grants, *request)) {
    with_.drift.note({"unasked-grant", name, "annotations grant chips that it did not ask for"});
    if ((*grants)->grants.empty()) return;
  }
  if (*grants) return book(pod, **grants);
  if (request && !request->wants_npu()) return;
  with_.drift.note(
      {"bound-without-grant", name,
       "on node " + pod.node.text() + " without the annotations of a grant" +
           (request ? "" : "; what it asks for cannot be read: " + request.error().message)});
}

void PodEvents::book(const wire::Pod& pod, const Allocation& grants) {
  const std::string name = pod.key.text();
  with_.drift.clear("bound-without-grant", name);
  const std::size_t print = print_of_grants(pod, with_.rules.load()->dialect.catalogue());
  const std::optional<KnownPod> known = with_.store.known(pod.key);
  if (known && known->grants != 0 && known->grants != print) {
    with_.drift.note({"changed-grant", name,
                      "annotations were edited after the bind; what it was granted counts"});
    return;
  }
  with_.drift.clear("changed-grant", name);
  with_.store.mark_booked(pod.key, print, pod.init_done);
  with_.book.observe(grants, pod.init_done ? InitPhase::kDone : InitPhase::kRunning);
  const bool is_first = !known || known->grants == 0;
  if (with_.news.seen_bound && is_first) with_.news.seen_bound(grants);
  const bool has_shrunk = pod.init_done && (!known || !known->is_init_done);
  if (with_.news.init_ended && has_shrunk && has_init_grants(grants))
    with_.news.init_ended(pod.key, pod.uid, pod.node);
  if (pod.init_done) with_.room(pod.node);  // what its init containers took is free again
  if (const auto ledger = with_.book.snapshot(pod.node)) with_.drift.check(*ledger);
}

/// The scrub is only for a pod that still starts: the plugin looks for pending pods alone.
void PodEvents::pass_gate(const wire::Pod& pod) {
  const auto rules = with_.rules.load();
  if (rules->lock != verbs::LockUse::kHami) return;
  if (rules->dialect.awaits_plugin(pod)) return with_.gate.occupy(pod.node, pod.uid);
  with_.gate.release(pod.node, pod.uid);

  const bool may_be_picked = pod.phase != "Running" &&
                             has_grants(pod, rules->dialect.catalogue()) &&
                             pod.annotations.contains(backends::kBindTimeKey);
  const std::optional<KnownPod> known = with_.store.known(pod.key);
  if (!may_be_picked || !known || known->is_scrubbed) return;
  with_.store.mark_scrubbed(pod.key);
  with_.scrub(pod.key, pod.uid);
}

void PodEvents::forget(const PodKey& key, const PodUid& uid, const NodeName& node) {
  const std::optional<KnownPod> known = with_.store.known(key);
  if (known && known->uid == uid) with_.store.erase(key);
  departed_.add(uid);
  with_.drift.clear_all(key.text());
  settle_waiting(uid, NodeName{});
  release_doubted(uid, node);
  release(key, uid, node);
}

/// A pod is bound once: wherever else it was tried, it is not.
void PodEvents::release_doubted(const PodUid& uid, const NodeName& except) {
  for (const Doubt& doubt : doubts_.take(uid))
    if (doubt.node != except) release(doubt.pod, uid, doubt.node);
}

/// What was kept for the pod while it waited is of no use any more.
void PodEvents::settle_waiting(const PodUid& uid, const NodeName& bound_to) {
  with_.gate.settle(uid, bound_to);
  if (with_.turned_up) with_.turned_up(uid);
}

std::size_t PodEvents::release(const PodKey& key, const PodUid& uid, const NodeName& node) {
  if (node.empty()) return 0;
  const std::size_t released = with_.book.release(node, uid);
  with_.gate.release(node, uid);
  if (released == 0) return 0;
  if (const auto ledger = with_.book.snapshot(node)) with_.drift.check(*ledger);
  with_.room(node);
  if (with_.news.released) with_.news.released(key, uid, node);
  return released;
}

void PodEvents::bound(const Allocation& allocation) {
  add_doubt(allocation, nullptr);
}

void PodEvents::uncertain(const Allocation& allocation) {
  add_doubt(allocation, std::make_shared<const Allocation>(allocation));
}

std::optional<Allocation> PodEvents::open_binding(const NodeName& node, const PodUid& pod) const {
  const std::lock_guard lock(mutex_);
  const auto grants = doubts_.open_grants(pod, node);
  return grants ? std::optional(*grants) : std::nullopt;
}

/// The next write may take its 34 s as well.
bool PodEvents::write_again(const NodeName& node, const PodUid& pod) {
  const std::lock_guard lock(mutex_);
  return doubts_.renew(pod, node, with_.clock.now() + Doubts::kPatience);
}

/// The watch may have been faster than the answer to the Binding; then there is nothing to wait
/// for.
void PodEvents::add_doubt(const Allocation& allocation, std::shared_ptr<const Allocation> open) {
  const std::lock_guard lock(mutex_);
  const Holder& holder = *allocation.holder;
  const std::optional<KnownPod> known = with_.store.known(holder.pod);
  const bool is_shown = known && known->uid == holder.uid && known->node == allocation.node;
  if (is_shown) return;
  doubts_.add({.pod = holder.pod,
               .uid = holder.uid,
               .node = allocation.node,
               .due = with_.clock.now() + Doubts::kPatience,
               .grants = std::move(open)});
}

std::vector<Doubt> PodEvents::due(observe::Clock::Monotonic now) {
  const std::lock_guard lock(mutex_);
  return doubts_.due(now);
}

void PodEvents::settle(const Doubt& doubt, const wire::Pod* pod) {
  const std::lock_guard lock(mutex_);
  if (!doubts_.contains(doubt.uid)) return;  // the watch was faster
  const bool is_there = pod != nullptr && pod->uid == doubt.uid && !pod->node.empty();
  if (is_there) return show(*pod, Look::kObserveAgain);
  const Doubt* open = doubts_.find(doubt.uid, doubt.node);
  if (open == nullptr || open->number != doubt.number) return;  // it was written again meanwhile
  doubts_.strike(doubt.uid, doubt.node);
  release(doubt.pod, doubt.uid, doubt.node);
}

}  // namespace npushare::sync
