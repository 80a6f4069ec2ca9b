#include "scheduler/verbs/preempt_node.hpp"

#include <algorithm>
#include <utility>

namespace npushare::verbs {
namespace {

/// Claims are no pods: kube-scheduler's own plugin for them decides whose go.
std::map<PodUid, HolderPtr> holders_on(const NodeLedger& node) {
  std::map<PodUid, HolderPtr> holders;
  for (const DeviceLedger& chip : node.chips())
    for (const auto& [id, share] : chip.shares())
      if (share.source != Source::kClaim) holders.emplace(share.holder->uid, share.holder);
  return holders;
}

/// A victim in the order of importance; one of which we know nothing keeps the place it was given.
struct Listed {
  PodUid uid;
  std::optional<std::int64_t> priority;
  std::int64_t since = 0;  // 0: not known
};

Listed listed(const wire::GivenVictim& victim, const std::map<PodUid, HolderPtr>& known) {
  Listed entry{.uid = victim.uid, .priority = std::nullopt};
  if (victim.pod) entry.priority = victim.pod->priority;
  const auto holder = known.find(victim.uid);
  if (holder == known.end()) return entry;
  entry.priority = holder->second->priority;
  entry.since = holder->second->since;
  return entry;
}

/// The scheduler takes the first victim for the most important one.
void insert(std::vector<Listed>& list, const Holder& added) {
  const auto is_at_least_as_important = [&](const Listed& entry) {
    if (!entry.priority) return false;
    return *entry.priority > added.priority ||
           (*entry.priority == added.priority && entry.since <= added.since);
  };
  const auto last = std::ranges::find_if(list.rbegin(), list.rend(), is_at_least_as_important);
  list.insert(last.base(), {.uid = added.uid, .priority = added.priority, .since = added.since});
}

wire::NodeVictims answer_of(const NodeName& node, const std::vector<Listed>& list,
                            std::int64_t broken_budgets) {
  wire::NodeVictims answer{.node = node, .pods = {}, .broken_budgets = broken_budgets};
  for (const Listed& entry : list) answer.pods.push_back(entry.uid);
  return answer;
}

}  // namespace

std::vector<std::size_t> PreemptNode::budgets_of(const PodKey& pod,
                                                 const wire::Labels& labels) const {
  std::vector<std::size_t> covering;
  for (std::size_t at = 0; at < budgets_.size(); ++at)
    if (budgets_[at].covers(pod, labels)) covering.push_back(at);
  return covering;
}

Tenant PreemptNode::tenant_of(const HolderPtr& holder) const {
  Tenant tenant{.holder = holder, .budgets = {}};
  if (budgets_.empty()) return tenant;
  const std::shared_ptr<const wire::Pod> shown = with_.pods.find(holder->pod);
  if (shown && shown->uid == holder->uid) tenant.budgets = budgets_of(shown->key, shown->labels);
  return tenant;
}

bool PreemptNode::may_be_evicted(const NodeLedger& rest, const Holder& holder) const {
  if (holder.priority >= question_.request.holder->priority) return false;
  const std::shared_ptr<const wire::Pod> shown = with_.pods.find(holder.pod);
  if (shown && shown->uid == holder.uid && shown->is_terminating) return false;
  return std::ranges::all_of(rest.chips(), [&](const DeviceLedger& chip) {
    return std::ranges::all_of(chip.shares(), [&](const auto& entry) {
      const Share& share = entry.second;
      const bool is_there =
          share.state == ShareState::kBound || share.state == ShareState::kAssumed;
      return share.holder->uid != holder.uid || is_there;
    });
  });
}

std::vector<Tenant> PreemptNode::tenants_of(const NodeLedger& rest) const {
  std::vector<Tenant> tenants;
  for (const auto& [uid, holder] : holders_on(rest))
    if (may_be_evicted(rest, *holder)) tenants.push_back(tenant_of(holder));
  return tenants;
}

std::vector<std::int64_t> PreemptNode::allowed_after(const wire::GivenVictims& given,
                                                     const Holders& known) const {
  std::vector<std::int64_t> allowed;
  for (const wire::DisruptionBudget& budget : budgets_) allowed.push_back(budget.allowed);
  for (const wire::GivenVictim& victim : given.pods) {
    std::vector<std::size_t> used;
    const auto holder = known.find(victim.uid);
    if (victim.pod) {
      used = budgets_of(victim.pod->key, victim.pod->labels);
    } else if (holder != known.end()) {
      used = tenant_of(holder->second).budgets;
    }
    for (const std::size_t budget : used) --allowed[budget];
  }
  return allowed;
}

std::optional<wire::NodeVictims> PreemptNode::victims_on(const NodeName& node,
                                                         const wire::GivenVictims& given) const {
  const LedgerBook::Snapshot ledger = with_.book.snapshot(node);
  if (!ledger) return std::nullopt;
  const Holders known = holders_on(*ledger);
  const auto rest = std::make_shared<NodeLedger>(*ledger);
  std::vector<Listed> list;
  for (const wire::GivenVictim& victim : given.pods) {
    rest->release(victim.uid);
    list.push_back(listed(victim, known));
  }
  const LedgerBook::Snapshot seen = judge_.seen(rest);
  const VictimQuestion question{.node = *seen,
                                .request = question_.request,
                                .tenants = tenants_of(*rest),
                                .allowed = allowed_after(given, known)};
  const std::optional<Victims> added = choose_victims(question);
  if (!added) return std::nullopt;
  for (const std::size_t at : added->tenants) insert(list, *question.tenants[at].holder);
  if (list.empty()) return std::nullopt;  // it fits by now: the next filter will say so
  return answer_of(node, list, given.broken_budgets + added->broken_budgets);
}

}  // namespace npushare::verbs
