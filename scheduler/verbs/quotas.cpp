#include "scheduler/verbs/quotas.hpp"

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

/// Who asks for nothing of it breaks no limit, even one that is overdrawn.
std::optional<QuotaExcess> first_broken(const std::vector<backends::QuotaLimit>& limits,
                                        const Spending& used, const Spending& asked) {
  for (const backends::QuotaLimit& limit : limits) {
    QuotaExcess excess{
        .limit = limit, .used = part_of(used, limit), .asked = part_of(asked, limit)};
    if (excess.asked > 0 && excess.asked > limit.most - excess.used) return excess;
  }
  return std::nullopt;
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

std::optional<QuotaExcess> Quotas::excess_of(const Request& request) {
  const std::shared_ptr<const Limits> limits = this->limits();
  const auto own = limits->by_space.find(request.holder->pod.space);
  if (own == limits->by_space.end()) return std::nullopt;
  const std::shared_ptr<const Rules> rules = rules_.load();
  const Spending asked =
      least_spending(request, rules->dialect.catalogue(), rules->dialect.reserved_memory());
  const std::lock_guard lock(mutex_);
  catch_up();
  return first_broken(own->second, spent_by_others(*request.holder), asked);
}

std::vector<const Request*> Quotas::within_limits(const std::vector<const Request*>& pods) {
  const std::shared_ptr<const Limits> limits = this->limits();
  const std::shared_ptr<const Rules> rules = rules_.load();
  std::map<std::string_view, Spending> sums;
  std::vector<const Request*> within;
  const std::lock_guard lock(mutex_);
  catch_up();
  for (const Request* pod : pods) {
    const Holder& holder = *pod->holder;
    const auto own = limits->by_space.find(holder.pod.space);
    if (own != limits->by_space.end()) {
      const auto [sum, is_new] = sums.try_emplace(own->first);
      if (is_new) sum->second = spent_in(own->first);
      Spending others = sum->second;
      take_off(others, spent_by(holder.uid, own->first));
      const Spending asked =
          least_spending(*pod, rules->dialect.catalogue(), rules->dialect.reserved_memory());
      if (first_broken(own->second, others, asked)) continue;
    }
    within.push_back(pod);
  }
  return within;
}

bool Quotas::expect(const Allocation& place, ExpectedSpending& expected) {
  const std::shared_ptr<const Limits> limits = this->limits();
  const Holder& holder = *place.holder;
  const auto own = limits->by_space.find(holder.pod.space);
  if (own == limits->by_space.end()) return true;
  const std::lock_guard lock(mutex_);
  const Result<Spending> cost = cost_of(place);
  if (!cost) return false;
  catch_up();
  Spending& others = expected[holder.pod.space];
  Spending used = spent_by_others(holder);
  add(used, others);
  if (first_broken(own->second, used, *cost)) return false;
  add(others, *cost);
  return true;
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
  const Holder& holder = *allocation.holder;
  const auto own = limits->by_space.find(holder.pod.space);
  if (own == limits->by_space.end()) return book_.reserve(allocation);
  const std::lock_guard lock(mutex_);
  const Result<Spending> cost = cost_of(allocation);
  if (!cost) return cost.error();
  catch_up();
  if (const auto excess = first_broken(own->second, spent_by_others(holder), *cost))
    return Error{ErrorCode::kConflict,
                 std::string(npushare::text_of(Reason::kQuotaSpent)) + ": " + text_of(*excess)};
  return book_.reserve(allocation);
}

void Quotas::add_uses(const std::string& space, const std::vector<backends::QuotaLimit>& limits,
                      std::vector<QuotaUse>& to) const {
  const Spending used = spent_in(space);
  for (const backends::QuotaLimit& limit : limits)
    to.push_back({.space = space, .limit = limit, .used = part_of(used, limit)});
}

std::vector<QuotaUse> Quotas::uses() {
  std::vector<QuotaUse> uses;
  const std::shared_ptr<const Limits> limits = this->limits();
  if (limits->by_space.empty()) return uses;
  const std::lock_guard lock(mutex_);
  catch_up();
  for (const auto& [space, all] : limits->by_space) add_uses(space, all, uses);
  return uses;
}

std::vector<QuotaUse> Quotas::uses_of(std::string_view space) {
  std::vector<QuotaUse> uses;
  const std::shared_ptr<const Limits> limits = this->limits();
  const auto own = limits->by_space.find(space);
  if (own == limits->by_space.end()) return uses;
  const std::lock_guard lock(mutex_);
  catch_up();
  add_uses(own->first, own->second, uses);
  return uses;
}

std::vector<QuotaDoubt> Quotas::doubts() {
  std::vector<QuotaDoubt> doubts;
  const std::shared_ptr<const Limits> limits = this->limits();
  for (const auto& [space, all] : limits->by_space)
    for (const backends::QuotaLimit& limit : all)
      if (!limit.doubt.empty())
        doubts.push_back(
            {.space = space, .quota = limit.quota, .text = limit.key + ": " + limit.doubt});
  return doubts;
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
