#include "scheduler/sync/drift_log.hpp"

namespace npushare::sync {
namespace {

const std::string kOvercommitted = "overcommitted-chip";

std::string overdraft_of(const Amount& free) {
  return "free " + std::to_string(free.memory.value()) + " MiB, " +
         std::to_string(free.cores.value()) + " cores, " + std::to_string(free.cpus.value()) +
         " AI CPUs, " + std::to_string(free.slots.value()) + " slots";
}

std::string strangers_of(const NodeLedger& ledger) {
  const Orphan& first = ledger.orphans().front();
  return std::to_string(ledger.orphans().size()) + " shares of chips the node does not list, " +
         "first " + first.chip.text() + " of pod " + first.share.holder->pod.text();
}

}  // namespace

void DriftLog::note(Drift drift) {
  const std::lock_guard lock(mutex_);
  Key key{std::move(drift.kind), std::move(drift.object)};
  const auto known = details_.find(key);
  if (known != details_.end()) {
    known->second = std::move(drift.detail);
    return;
  }
  ++counts_[key.first];
  if (details_.size() < kMost) details_.emplace(std::move(key), std::move(drift.detail));
}

void DriftLog::count_mended(const std::string& kind) {
  const std::lock_guard lock(mutex_);
  ++counts_[kind];
}

void DriftLog::clear(const std::string& kind, const std::string& object) {
  const std::lock_guard lock(mutex_);
  details_.erase({kind, object});
}

void DriftLog::clear_all(const std::string& object) {
  const std::lock_guard lock(mutex_);
  std::erase_if(details_, [&](const auto& entry) { return entry.first.second == object; });
}

void DriftLog::set(bool is_there, Drift drift) {
  if (is_there) {
    note(std::move(drift));
  } else {
    clear(drift.kind, drift.object);
  }
}

void DriftLog::check(const NodeLedger& ledger) {
  const std::string& node = ledger.name().text();
  for (const DeviceLedger& chip : ledger.chips()) {
    const bool is_over = !chip.used().within(chip.capacity());
    set(is_over, {.kind = kOvercommitted,
                  .object = node + "/" + chip.chip().uuid.text(),
                  .detail = is_over ? overdraft_of(chip.free()) : std::string{}});
  }
  for (const Orphan& orphan : ledger.orphans())
    clear(kOvercommitted, node + "/" + orphan.chip.text());
  // A node whose registration is still to come has not said which chips it lists.
  const bool has_strangers =
      !ledger.orphans().empty() && ledger.registration() != Registration::kMissing;
  set(has_strangers, {.kind = "unknown-chip",
                      .object = node,
                      .detail = has_strangers ? strangers_of(ledger) : std::string{}});
}

std::set<NodeName> DriftLog::overcommitted_nodes() const {
  const std::lock_guard lock(mutex_);
  std::set<NodeName> nodes;
  for (auto entry = details_.lower_bound({kOvercommitted, {}});
       entry != details_.end() && entry->first.first == kOvercommitted; ++entry) {
    const std::string& chip = entry->first.second;  // node/uuid
    nodes.emplace(chip.substr(0, chip.find('/')));
  }
  return nodes;
}

std::vector<Drift> DriftLog::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<Drift> all;
  all.reserve(details_.size());
  for (const auto& [key, detail] : details_) all.push_back({key.first, key.second, detail});
  return all;
}

std::uint64_t DriftLog::count(const std::string& kind) const {
  const std::lock_guard lock(mutex_);
  const auto known = counts_.find(kind);
  return known == counts_.end() ? 0 : known->second;
}

std::map<std::string, std::uint64_t> DriftLog::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace npushare::sync
