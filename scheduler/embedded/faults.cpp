#include "scheduler/embedded/faults.hpp"

#include <algorithm>
#include <ranges>

#include "config/fault_rule.hpp"

namespace npushare::embedded {

using config::Fault;
using config::FaultRule;
using config::FaultTarget;
using wire::Json;

struct Faults::Entry {
  explicit Entry(FaultRule read) : rule(std::move(read)) {}

  const FaultRule rule;
  std::uint64_t matched = 0;  // under the mutex, as struck
  std::uint64_t struck = 0;
  std::atomic<std::uint64_t> injected{0};
};

struct Faults::Totals {
  std::array<std::atomic<std::uint64_t>, config::kFaults> injected{};
  std::atomic<std::uint64_t> calms{0};  // scripts without rules so far
};

namespace {

bool is_path(std::string_view pattern, std::string_view path) {
  constexpr std::string_view kBelow = "/**";
  if (!pattern.ends_with(kBelow)) return pattern == path;
  return path.starts_with(pattern.substr(0, pattern.size() - kBelow.size() + 1));
}

bool covers(const FaultTarget& target, const FaultCall& call) {
  return (target.verb.empty() || target.verb == call.verb) &&
         (target.kind.empty() || target.kind == call.kind) &&
         (target.path.empty() || is_path(target.path, call.path));
}

bool is_call_fault(Fault fault) {
  return !config::is_watch_fault(fault) && !config::is_plugin_fault(fault);
}

bool is_of_allocate(Fault fault) {
  return config::is_plugin_fault(fault) && fault != Fault::kPluginMute;
}

std::int64_t number(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

}  // namespace

Faults::Strike::Strike(std::shared_ptr<Entry> entry, std::shared_ptr<Totals> totals)
    : entry_(std::move(entry)), totals_(std::move(totals)), calms_(totals_->calms.load()) {}

const FaultRule& Faults::Strike::rule() const {
  return entry_->rule;
}

void Faults::Strike::done() const {
  ++entry_->injected;
  ++totals_->injected[static_cast<std::size_t>(entry_->rule.fault)];
}

bool Faults::Strike::is_over() const {
  return totals_->calms.load() != calms_;
}

Faults::Faults(config::FaultScript script) : totals_(std::make_shared<Totals>()) {
  replace(std::move(script));
}

void Faults::replace(config::FaultScript script) {
  const std::scoped_lock held(mutex_);
  seed_ = script.seed;
  random_.seed(script.seed);
  entries_.clear();
  if (script.rules.empty()) ++totals_->calms;
  for (FaultRule& rule : script.rules) entries_.push_back(std::make_shared<Entry>(std::move(rule)));
}

bool Faults::strikes(Entry& entry) {
  const config::FaultTiming& timing = entry.rule.timing;
  ++entry.matched;
  if (timing.nth && entry.matched != *timing.nth) return false;
  if (entry.matched % timing.every != 0) return false;
  if (timing.limit && entry.struck >= *timing.limit) return false;
  // Drawn by hand: the standard's distributions differ between libraries.
  constexpr double kStep = 0x1.0p-53;
  if (timing.probability < 1 && static_cast<double>(random_() >> 11U) * kStep >= timing.probability)
    return false;
  ++entry.struck;
  return true;
}

std::optional<Faults::Strike> Faults::on_call(const FaultCall& call) {
  const std::scoped_lock held(mutex_);
  for (const std::shared_ptr<Entry>& entry : entries_) {
    if (!is_call_fault(entry->rule.fault) || !covers(entry->rule.target, call)) continue;
    if (strikes(*entry)) return Strike(entry, totals_);
  }
  return std::nullopt;
}

std::vector<Faults::Strike> Faults::on_watch(const FaultCall& call) {
  const std::scoped_lock held(mutex_);
  std::vector<Strike> found;
  for (const std::shared_ptr<Entry>& entry : entries_) {
    const Fault fault = entry->rule.fault;
    if (!config::is_watch_fault(fault) || !covers(entry->rule.target, call)) continue;
    const bool is_there = std::ranges::any_of(
        found, [fault](const Strike& strike) { return strike.rule().fault == fault; });
    if (!is_there && strikes(*entry)) found.push_back(Strike(entry, totals_));
  }
  return found;
}

std::optional<Faults::Strike> Faults::on_allocate(std::string_view node) {
  const std::scoped_lock held(mutex_);
  for (const std::shared_ptr<Entry>& entry : entries_) {
    const std::string& wanted = entry->rule.target.node;
    if (!is_of_allocate(entry->rule.fault) || (!wanted.empty() && wanted != node)) continue;
    if (strikes(*entry)) return Strike(entry, totals_);
  }
  return std::nullopt;
}

std::optional<Faults::Strike> Faults::on_registration(std::string_view node) {
  const std::scoped_lock held(mutex_);
  for (const std::shared_ptr<Entry>& entry : entries_) {
    const std::string& wanted = entry->rule.target.node;
    if (entry->rule.fault != Fault::kPluginMute || (!wanted.empty() && wanted != node)) continue;
    if (strikes(*entry)) return Strike(entry, totals_);
  }
  return std::nullopt;
}

std::uint64_t Faults::injected() const {
  std::uint64_t sum = 0;
  for (const auto& count : totals_->injected) sum += count.load();
  return sum;
}

std::uint64_t Faults::injected(Fault fault) const {
  return totals_->injected[static_cast<std::size_t>(fault)].load();
}

Json Faults::report() const {
  const std::scoped_lock held(mutex_);
  Json rules = Json::array();
  for (const std::shared_ptr<Entry>& entry : entries_) {
    const std::string word(config::word_of(entry->rule.fault));
    rules.push_back(Json::Object{{"name", entry->rule.name.empty() ? word : entry->rule.name},
                                 {"fault", word},
                                 {"matched", number(entry->matched)},
                                 {"injected", number(entry->injected.load())}});
  }
  return Json::Object{
      {"seed", number(seed_)}, {"injected", number(injected())}, {"rules", std::move(rules)}};
}

}  // namespace npushare::embedded
