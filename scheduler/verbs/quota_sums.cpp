// What namespaces hold: added up from the ledgers, node by node.
#include <utility>

#include "scheduler/verbs/quotas.hpp"

namespace npushare::verbs {

void Quotas::forget(const Counted& node) {
  for (const auto& [space, pods] : node.spent) {
    auto& sums = sums_[space];
    for (const auto& [pod, spent] : pods) {
      Spending& sum = sums[pod];
      take_off(sum, spent);
      std::erase_if(sum, [](const auto& entry) { return entry.second == Amount{}; });
      if (sum.empty()) sums.erase(pod);
    }
    if (sums.empty()) sums_.erase(space);
  }
}

/// The version first: the ledger read after it is that one or a later one, which is counted again.
void Quotas::count(Counted& node, const Catalogue& catalogue) {
  const std::uint64_t version = node.slot->row->version();
  if (version == node.version) return;
  forget(node);
  node.spent = spending_on(*node.slot->ledger.load(), catalogue);
  node.version = version;
  for (const auto& [space, pods] : node.spent)
    for (const auto& [pod, spent] : pods) add(sums_[space][pod], spent);
}

void Quotas::catch_up() {
  const std::shared_ptr<const Rules> rules = rules_.load();
  if (counted_by_ != rules) {
    nodes_.clear();
    sums_.clear();
    directory_ = nullptr;
    counted_by_ = rules;
  }
  const LedgerBook::Directory directory = book_.directory();
  if (directory != directory_) {
    std::unordered_map<const NodeSlot*, Counted> before = std::exchange(nodes_, {});
    for (const std::shared_ptr<NodeSlot>& slot : directory->slots()) {
      auto known = before.extract(slot.get());
      if (known.empty()) {
        nodes_.emplace(slot.get(), Counted{.slot = slot});
      } else {
        nodes_.insert(std::move(known));
      }
    }
    for (const auto& [slot, node] : before) forget(node);
    directory_ = directory;
  }
  for (auto& [slot, node] : nodes_) count(node, rules->dialect.catalogue());
}

Spending Quotas::spent_in(std::string_view space) const {
  Spending sum;
  const auto pods = sums_.find(space);
  if (pods == sums_.end()) return sum;
  for (const auto& [pod, spent] : pods->second) add(sum, spent);
  return sum;
}

Spending Quotas::spent_by(const PodUid& pod, std::string_view space) const {
  const auto pods = sums_.find(space);
  if (pods == sums_.end()) return {};
  const auto own = pods->second.find(pod);
  return own == pods->second.end() ? Spending{} : own->second;
}

Spending Quotas::spent_by_others(const Holder& holder) const {
  Spending sum = spent_in(holder.pod.space);
  take_off(sum, spent_by(holder.uid, holder.pod.space));
  return sum;
}

}  // namespace npushare::verbs
