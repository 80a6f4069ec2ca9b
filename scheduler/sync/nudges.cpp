#include "scheduler/sync/nudges.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "policies/planner.hpp"

namespace npushare::sync {

void Nudges::refused(const PodKey& pod, Want want) {
  const std::lock_guard lock(mutex_);
  refused_.insert_or_assign(pod, want);
}

void Nudges::room_on(const NodeName& node) {
  const std::lock_guard lock(mutex_);
  nodes_.insert(node);
}

std::set<NodeName> Nudges::nodes_to_look_at() {
  std::set<NodeName> fresh;
  {
    const std::lock_guard lock(mutex_);
    fresh = std::exchange(nodes_, {});
  }
  std::erase_if(in_vain_, [&](const auto& entry) { return fresh.contains(entry.first); });
  std::set<NodeName> nodes = std::exchange(nodes_before_, fresh);
  nodes.merge(fresh);
  return nodes;
}

bool Nudges::waits_for(const PodKey& pod, Want want) const {
  const std::lock_guard lock(mutex_);
  const auto refused = refused_.find(pod);
  return refused != refused_.end() && refused->second == want;
}

/// It may have been woken meanwhile, or have gone.
void Nudges::waits_now_for(const PodKey& pod, Want want) {
  const std::lock_guard lock(mutex_);
  const auto refused = refused_.find(pod);
  if (refused != refused_.end()) refused->second = want;
}

bool Nudges::anybody_waits_for_quota() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(refused_,
                             [](const auto& refused) { return refused.second == Want::kQuota; });
}

/// The refused pods that still wait, the most important first. The others are forgotten.
std::vector<Request> Nudges::refused_requests() {
  const auto rules = rules_.load();
  std::vector<Request> requests;
  std::map<PodKey, Want> waiting;
  const std::lock_guard lock(mutex_);
  for (const auto& pod : pods_.pending()) {
    const auto refused = refused_.find(pod->key);
    if (pod->is_gated || pod->is_terminating || refused == refused_.end()) continue;
    Result<Request> request = rules->dialect.read_request(*pod);
    if (!request || !request->wants_npu()) continue;
    requests.push_back(*std::move(request));
    waiting.insert(*refused);
  }
  refused_ = std::move(waiting);
  std::erase_if(in_vain_, [&](const auto& entry) { return !refused_.contains(entry.second); });
  std::ranges::stable_sort(requests, std::ranges::greater{},
                           [](const Request& request) { return request.holder->priority; });
  return requests;
}

Nudges::Round Nudges::begin_round() {
  Round round{.waiting = refused_requests()};
  for (const Woken& woken : woken_) expect(woken.place, round);
  return round;
}

void Nudges::run() {
  std::set<NodeName> nodes = settle_woken();
  nodes.merge(nodes_to_look_at());
  const bool looks_everywhere = quotas_ != nullptr && anybody_waits_for_quota();
  if (nodes.empty() && !looks_everywhere) return;
  Round round = begin_round();
  for (const NodeName& node : nodes) {
    if (round.left > 0) fill(node, round);
    if (round.left == 0) nodes_before_.insert(node);  // more may fit there: in the next run
  }
  if (looks_everywhere) look_everywhere(round);
}

Nudges::Fate Nudges::fate_of(const Woken& woken) const {
  const Holder& holder = *woken.place.holder;
  const LedgerBook::Snapshot ledger = book_.snapshot(woken.place.node);
  if (ledger && ledger->holds(holder.uid)) return Fate::kArrived;
  const auto pod = pods_.find(holder.pod);
  const bool still_waits =
      pod && pod->uid == holder.uid && pod->node.empty() && !pod->is_gated && !pod->is_terminating;
  if (!still_waits || woken.runs >= kPatience) return Fate::kLost;
  const std::lock_guard lock(mutex_);
  return refused_.contains(holder.pod) ? Fate::kLost : Fate::kComing;
}

/// The room of who does not come for it is looked at again. That its quota was spent meanwhile says
/// nothing against the node.
std::set<NodeName> Nudges::settle_woken() {
  std::set<NodeName> nodes;
  std::erase_if(woken_, [&](Woken& woken) {
    ++woken.runs;
    const Fate fate = fate_of(woken);
    if (fate == Fate::kLost) {
      const PodKey& pod = woken.place.holder->pod;
      nodes.insert(woken.place.node);
      if (!waits_for(pod, Want::kQuota)) in_vain_.emplace(woken.place.node, pod);
    }
    return fate != Fate::kComing;
  });
  return nodes;
}

/// Plans the waiting pods onto the node one after the other, so that no two are woken for the same
/// room.
void Nudges::fill(const NodeName& node, Round& round) {
  const LedgerBook::Snapshot ledger = book_.snapshot(node);
  if (!ledger) return;
  const auto rules = rules_.load();
  NodeLedger filled = *with_woken(ledger);
  std::erase_if(round.waiting, [&](const Request& request) {
    if (round.left == 0 || in_vain_.contains({node, request.holder->pod})) return false;
    const Plan plan = plan_on(filled, request, *rules->chip_policy);
    if (!plan.fits()) return false;
    if (!expect(*plan.allocation, round)) {
      waits_now_for(request.holder->pod, Want::kQuota);
      return false;
    }
    if (!filled.take(*plan.allocation, ShareState::kReserved)) return false;
    --round.left;
    wake(plan.allocation.value());
    return true;
  });
}

bool Nudges::expect(const Allocation& place, Round& round) const {
  return quotas_ == nullptr || quotas_->expect(place, round.expected);
}

std::vector<const Request*> Nudges::within_quota_again(const Round& round) const {
  std::vector<const Request*> spent;
  for (const Request& request : round.waiting)
    if (waits_for(request.holder->pod, Want::kQuota)) spent.push_back(&request);
  return quotas_->within_limits(spent);
}

Nudges::Search Nudges::look_everywhere_for(const Request& request, Round& round) {
  const auto rules = rules_.load();
  const LedgerBook::Directory directory = book_.directory();
  for (const auto& slot : directory->slots()) {
    const LedgerBook::Snapshot ledger = with_woken(slot->ledger.load());
    if (in_vain_.contains({ledger->name(), request.holder->pod})) continue;
    const Plan plan = plan_on(*ledger, request, *rules->chip_policy);
    if (!plan.fits()) continue;
    // Those woken before it, and chips that cost more than the least it can cost.
    if (!expect(*plan.allocation, round)) return Search::kNoQuota;
    --round.left;
    wake(plan.allocation.value());
    return Search::kWoken;
  }
  return Search::kNoNode;
}

/// Who finds no node although its quota would do waits for room on one, as everybody else.
void Nudges::look_everywhere(Round& round) {
  std::size_t looks = kMost;
  for (const Request* request : within_quota_again(round)) {
    if (looks == 0 || round.left == 0) return;
    const Search search = look_everywhere_for(*request, round);
    if (search == Search::kNoQuota) continue;
    --looks;
    if (search == Search::kNoNode) waits_now_for(request->holder->pod, Want::kRoom);
  }
}

LedgerBook::Snapshot Nudges::with_woken(LedgerBook::Snapshot ledger) const {
  std::shared_ptr<NodeLedger> filled;
  for (const Woken& woken : woken_) {
    if (woken.place.node != ledger->name()) continue;
    if (!filled) filled = std::make_shared<NodeLedger>(*ledger);
    [[maybe_unused]] const Result<> taken = filled->take(woken.place, ShareState::kReserved);
  }
  return filled ? filled : ledger;
}

void Nudges::wake(Allocation place) {
  {
    const std::lock_guard lock(mutex_);
    refused_.erase(place.holder->pod);
  }
  send_(place, ++number_);
  woken_.push_back({.place = std::move(place)});
}

}  // namespace npushare::sync
