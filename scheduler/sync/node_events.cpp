#include "scheduler/sync/node_events.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "scheduler/backends/keys.hpp"

namespace npushare::sync {
namespace {

constexpr std::string_view kReported = "Reported_";

wire::StringMap handshakes_of(const wire::Node& node, const Catalogue& catalogue) {
  wire::StringMap handshakes;
  for (const ChipModel& model : catalogue.models) {
    const std::string key = backends::handshake_key(model.name);
    const auto value = node.annotations.find(key);
    if (value != node.annotations.end()) handshakes.emplace(key, value->second);
  }
  return handshakes;
}

/// The scheduler's own "Requesting_..." in between is no sign of life.
bool has_news(const wire::StringMap& before, const wire::StringMap& now) {
  for (const auto& [key, value] : now) {
    const auto old = before.find(key);
    if (old == before.end()) return true;
    if (old->second != value && value.starts_with(kReported)) return true;
  }
  return false;
}

std::string joined(const std::vector<std::string>& complaints) {
  std::string text;
  for (const std::string& complaint : complaints) text += (text.empty() ? "" : "; ") + complaint;
  return text;
}

bool is_same(const NodeLedger& ledger, const Inventory& inventory) {
  return ledger.registration() == inventory.registration &&
         std::ranges::equal(ledger.chips(), inventory.chips, {}, &DeviceLedger::chip);
}

std::vector<Chip> chips_of(const NodeLedger& ledger) {
  std::vector<Chip> chips;
  chips.reserve(ledger.chips().size());
  for (const DeviceLedger& chip : ledger.chips()) chips.push_back(chip.chip());
  return chips;
}

}  // namespace

void NodeEvents::hear(KnownNode& known, const wire::Node& node) const {
  wire::StringMap now = handshakes_of(node, with_.rules.load()->dialect.catalogue());
  if (has_news(known.handshakes, now)) known.reported = with_.clock.now();
  known.handshakes = std::move(now);
}

Registration NodeEvents::judged(const KnownNode& known) const {
  const bool is_silent =
      !known.handshakes.empty() && with_.clock.now() - known.reported >= with_.registration_timeout;
  if (is_silent && known.listed == Registration::kFresh) return Registration::kStale;
  return known.listed;
}

/// Chips of claims first, since whose they are depends on the node's word.
Inventory NodeEvents::read(KnownNode& known, const wire::Node& node) const {
  std::vector<std::string> complaints;
  Inventory inventory = with_.rules.load()->dialect.read_node(node, &complaints);
  if (with_.seen) with_.seen(node, inventory);
  if (with_.complete) {
    known.chips = inventory.chips;
    with_.complete(node.name, inventory);
  }
  if (with_.sharing != nullptr) {
    const LedgerBook::Snapshot before = with_.book.snapshot(node.name);
    with_.sharing->read(node, before.get(), inventory, complaints);
  }
  const std::string& name = node.name.text();
  if (complaints.empty()) {
    with_.drift.clear("malformed-registration", name);
  } else {
    with_.drift.note({"malformed-registration", name, joined(complaints)});
  }
  return inventory;
}

std::optional<NodeReport> NodeEvents::update(KnownNode& known, const wire::Node& node) const {
  Inventory inventory = read(known, node);
  known.listed = inventory.registration;
  hear(known, node);
  const auto lock = node.annotations.find(backends::kNodeLockKey);
  known.lock = {.value = lock == node.annotations.end() ? std::string{} : lock->second,
                .resource_version = node.resource_version};
  known.list = list_;
  return news_of(node.name, known, std::move(inventory));
}

std::optional<NodeReport> NodeEvents::news_of(const NodeName& node, const KnownNode& known,
                                              Inventory inventory) const {
  inventory.registration = judged(known);
  const LedgerBook::Snapshot ledger = with_.book.snapshot(node);
  if (ledger && is_same(*ledger, inventory)) return std::nullopt;
  return NodeReport{node, std::move(inventory)};
}

void NodeEvents::look_again(const NodeName& node) {
  const std::lock_guard lock(mutex_);
  const auto known = nodes_.find(node);
  if (known == nodes_.end() || !with_.complete) return;
  Inventory inventory{.chips = known->second.chips};
  with_.complete(node, inventory);
  if (with_.sharing != nullptr) {
    const LedgerBook::Snapshot before = with_.book.snapshot(node);
    with_.sharing->block(node, before.get(), inventory);
  }
  if (std::optional<NodeReport> report = news_of(node, known->second, std::move(inventory)))
    tell({*std::move(report)});
}

void NodeEvents::tell(const std::vector<NodeReport>& reports) {
  with_.book.register_nodes(reports);
  for (const NodeReport& report : reports) {
    if (const auto ledger = with_.book.snapshot(report.node)) with_.drift.check(*ledger);
    with_.room(report.node);
  }
}

void NodeEvents::list_started() {
  const std::lock_guard lock(mutex_);
  ++list_;
  listing_.clear();
}

void NodeEvents::item(wire::Node node) {
  const std::lock_guard lock(mutex_);
  KnownNode& known = nodes_[node.name];
  if (std::optional<NodeReport> report = update(known, node))
    listing_.push_back(*std::move(report));
}

void NodeEvents::list_done() {
  const std::lock_guard lock(mutex_);
  tell(std::exchange(listing_, {}));
  std::erase_if(nodes_, [this](const auto& entry) {
    if (entry.second.list == list_) return false;
    forget(entry.first);
    return true;
  });
  is_listed_.store(true);
}

void NodeEvents::changed(wire::Node node) {
  const std::lock_guard lock(mutex_);
  KnownNode& known = nodes_[node.name];
  if (std::optional<NodeReport> report = update(known, node)) tell({*std::move(report)});
}

void NodeEvents::removed(wire::Node node) {
  const std::lock_guard lock(mutex_);
  nodes_.erase(node.name);
  forget(node.name);
}

void NodeEvents::forget(const NodeName& node) {
  if (with_.sharing != nullptr) with_.sharing->forget(node);
  with_.book.forget_node(node);
  with_.drift.clear_all(node.text());
  if (const auto ledger = with_.book.snapshot(node)) with_.drift.check(*ledger);
}

std::optional<NodeReport> NodeEvents::grown(const NodeLedger& ledger, Registration now) const {
  std::vector<Chip> chips;
  if (with_.sharing != nullptr) chips = with_.sharing->changed_chips(ledger);
  if (chips.empty() && ledger.registration() == now) return std::nullopt;
  if (chips.empty()) chips = chips_of(ledger);
  return NodeReport{ledger.name(), {.chips = std::move(chips), .registration = now}};
}

void NodeEvents::tick() {
  const std::lock_guard lock(mutex_);
  if (!listing_.empty()) return;  // the book has still to be told of the list
  std::vector<NodeReport> reports;
  for (auto& [name, known] : nodes_) {
    const LedgerBook::Snapshot ledger = with_.book.snapshot(name);
    if (!ledger) continue;
    if (std::optional<NodeReport> report = grown(*ledger, judged(known)))
      reports.push_back(*std::move(report));
  }
  if (!reports.empty()) tell(reports);
  look_at_overdrafts();
}

/// A bind that gave its share back, no event, may have put things right.
void NodeEvents::look_at_overdrafts() const {
  for (const NodeName& node : with_.drift.overcommitted_nodes())
    if (const auto ledger = with_.book.snapshot(node)) with_.drift.check(*ledger);
}

std::optional<verbs::NodeLockView> NodeEvents::lock_of(const NodeName& node) const {
  const std::shared_lock lock(mutex_);
  const auto known = nodes_.find(node);
  if (known == nodes_.end()) return std::nullopt;
  return known->second.lock;
}

Sightings NodeEvents::sightings() const {
  const std::shared_lock lock(mutex_);
  Sightings all;
  all.reserve(nodes_.size());
  for (const auto& [name, known] : nodes_) {
    Sighting& sighting = all[name];
    sighting.lock = known.lock.value;
    if (!known.handshakes.empty()) sighting.reported = known.reported;
  }
  return all;
}

}  // namespace npushare::sync
