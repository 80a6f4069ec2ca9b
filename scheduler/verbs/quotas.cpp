#include "scheduler/verbs/quotas.hpp"

#include <algorithm>
#include <utility>

namespace npushare::verbs {
namespace {

std::int64_t part_of(const Amount& amount, backends::Counted what) {
  switch (what) {
    case backends::Counted::kMemory: return amount.memory.value();
    case backends::Counted::kCores: return amount.cores.value();
    case backends::Counted::kShares: return amount.slots.value();
  }
  __builtin_unreachable();
}

std::int64_t part_of(const Spending& spending, const backends::QuotaLimit& limit) {
  const auto amount = spending.find(limit.model);
  return amount == spending.end() ? 0 : part_of(amount->second, limit.what);
}

QuotaLimits limits_in(const std::vector<wire::ResourceQuota>& quotas, const Catalogue& catalogue) {
  QuotaLimits limits;
  for (const wire::ResourceQuota& quota : quotas) {
    for (backends::QuotaLimit& limit : backends::read_limits(catalogue, quota))
      limits[quota.space].push_back(std::move(limit));
  }
  return limits;
}

}  // namespace

std::string text_of(const QuotaExcess& excess) {
  const backends::QuotaLimit& limit = excess.limit;
  return limit.key + " of quota \"" + limit.quota + "\": " + std::to_string(excess.asked) + " " +
         std::string(backends::unit_of(limit.what)) + " asked, " + std::to_string(excess.used) +
         " used, limit " + std::to_string(limit.most);
}

void Quotas::publish(std::vector<wire::ResourceQuota> quotas) {
  const std::lock_guard lock(mutex_);
  read(std::move(quotas));
}

void Quotas::read(std::vector<wire::ResourceQuota> quotas) {
  auto next = std::make_shared<Limits>();
  next->quotas = std::move(quotas);
  next->read_by = rules_.load();
  next->by_space = limits_in(next->quotas, next->read_by->dialect.catalogue());
  limits_.store(std::move(next));
}

std::shared_ptr<const Quotas::Limits> Quotas::limits() {
  const std::shared_ptr<const Limits> known = limits_.load();
  if (known->quotas.empty() || known->read_by == rules_.load()) return known;
  const std::lock_guard lock(mutex_);
  read(limits_.load()->quotas);  // the list may be a newer one by now
  return limits_.load();
}

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

Spending Quotas::spent_by(const std::string& space, const PodUid& but_for) const {
  Spending sum;
  const auto pods = sums_.find(space);
  if (pods == sums_.end()) return sum;
  for (const auto& [pod, spent] : pods->second)
    if (pod != but_for) add(sum, spent);
  return sum;
}

std::optional<QuotaExcess> Quotas::first_broken(const Holder& holder, const Spending& asked,
                                                const Limits& limits) const {
  const auto own = limits.by_space.find(holder.pod.space);
  if (own == limits.by_space.end()) return std::nullopt;
  const Spending used = spent_by(holder.pod.space, holder.uid);
  for (const backends::QuotaLimit& limit : own->second) {
    QuotaExcess excess{
        .limit = limit, .used = part_of(used, limit), .asked = part_of(asked, limit)};
    // Who asks for nothing of it breaks no limit, even one that is overdrawn.
    if (excess.asked > 0 && excess.asked > limit.most - excess.used) return excess;
  }
  return std::nullopt;
}

std::optional<QuotaExcess> Quotas::excess_of(const Request& request) {
  const std::shared_ptr<const Limits> limits = this->limits();
  if (!limits->by_space.contains(request.holder->pod.space)) return std::nullopt;
  const std::shared_ptr<const Rules> rules = rules_.load();
  const Spending asked =
      least_spending(request, rules->dialect.catalogue(), rules->dialect.reserved_memory());
  const std::lock_guard lock(mutex_);
  catch_up();
  return first_broken(*request.holder, asked, *limits);
}

/// By taking it on a copy of the node: a whole chip costs what that chip has.
Result<Spending> Quotas::cost_of(const Allocation& allocation) const {
  const LedgerBook::Snapshot before = book_.snapshot(allocation.node);
  if (!before)
    return Error{ErrorCode::kNotFound, "node " + allocation.node.text() + " has no ledger"};
  NodeLedger after = *before;
  if (const Result<> taken = after.take(allocation, ShareState::kReserved); !taken)
    return taken.error();
  const SpendingByPod spent = spending_on(after, rules_.load()->dialect.catalogue());
  const auto space = spent.find(allocation.holder->pod.space);
  if (space == spent.end()) return Spending{};
  const auto pod = space->second.find(allocation.holder->uid);
  return pod == space->second.end() ? Spending{} : pod->second;
}

Result<Reservation> Quotas::reserve(const Allocation& allocation) {
  const std::shared_ptr<const Limits> limits = this->limits();
  if (!limits->by_space.contains(allocation.holder->pod.space)) return book_.reserve(allocation);
  const std::lock_guard lock(mutex_);
  const Result<Spending> cost = cost_of(allocation);
  if (!cost) return cost.error();
  catch_up();
  if (const std::optional<QuotaExcess> excess = first_broken(*allocation.holder, *cost, *limits))
    return Error{ErrorCode::kConflict,
                 std::string(npushare::text_of(Reason::kQuotaSpent)) + ": " + text_of(*excess)};
  return book_.reserve(allocation);
}

std::vector<QuotaUse> Quotas::uses() {
  std::vector<QuotaUse> uses;
  const std::shared_ptr<const Limits> limits = this->limits();
  if (limits->by_space.empty()) return uses;
  const std::lock_guard lock(mutex_);
  catch_up();
  for (const auto& [space, all] : limits->by_space) {
    const Spending used = spent_by(space, PodUid{});
    for (const backends::QuotaLimit& limit : all)
      uses.push_back({.space = space, .limit = limit, .used = part_of(used, limit)});
  }
  return uses;
}

Result<Reservation> reserve_within_quota(const Allocation& allocation, const Services& with) {
  if (with.quotas == nullptr) return with.book.reserve(allocation);
  return with.quotas->reserve(allocation);
}

std::optional<QuotaExcess> quota_excess(const Request& request, const Services& with) {
  if (with.quotas == nullptr) return std::nullopt;
  return with.quotas->excess_of(request);
}

}  // namespace npushare::verbs
