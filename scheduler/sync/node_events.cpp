#include "scheduler/sync/node_events.hpp"

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

}  // namespace

void NodeEvents::hear(KnownNode& known, const wire::Node& node) const {
  wire::StringMap now = handshakes_of(node, with_.rules.load()->dialect.catalogue());
  if (has_news(known.handshakes, now)) known.reported = with_.clock.now();
  known.handshakes = std::move(now);
}

Inventory NodeEvents::judged(const KnownNode& known) const {
  Inventory inventory = known.listed;
  const bool is_silent =
      !known.handshakes.empty() && with_.clock.now() - known.reported >= with_.registration_timeout;
  if (is_silent && inventory.registration == Registration::kFresh)
    inventory.registration = Registration::kStale;
  return inventory;
}

bool NodeEvents::update(KnownNode& known, const wire::Node& node) const {
  std::vector<std::string> complaints;
  known.listed = with_.rules.load()->dialect.read_node(node, &complaints);
  const std::string& name = node.name.text();
  if (complaints.empty()) {
    with_.drift.clear("malformed-registration", name);
  } else {
    with_.drift.note({"malformed-registration", name, joined(complaints)});
  }
  hear(known, node);
  const auto lock = node.annotations.find(backends::kNodeLockKey);
  known.lock = {.value = lock == node.annotations.end() ? std::string{} : lock->second,
                .resource_version = node.resource_version};

  Inventory next = judged(known);
  const bool is_new = known.list == 0;
  known.list = list_;
  if (!is_new && next == known.told) return false;
  known.told = std::move(next);
  return true;
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
  if (update(known, node)) listing_.push_back({node.name, known.told});
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
  if (update(known, node)) tell({{node.name, known.told}});
}

void NodeEvents::removed(wire::Node node) {
  const std::lock_guard lock(mutex_);
  nodes_.erase(node.name);
  forget(node.name);
}

void NodeEvents::forget(const NodeName& node) {
  with_.book.forget_node(node);
  with_.drift.clear_all(node.text());
  if (const auto ledger = with_.book.snapshot(node)) with_.drift.check(*ledger);
}

void NodeEvents::tick() {
  const std::lock_guard lock(mutex_);
  std::vector<NodeReport> reports;
  for (auto& [name, known] : nodes_) {
    Inventory next = judged(known);
    if (next == known.told) continue;
    known.told = std::move(next);
    reports.push_back({name, known.told});
  }
  if (!reports.empty()) tell(reports);
}

std::optional<verbs::NodeLockView> NodeEvents::lock_of(const NodeName& node) const {
  const std::shared_lock lock(mutex_);
  const auto known = nodes_.find(node);
  if (known == nodes_.end()) return std::nullopt;
  return known->second.lock;
}

}  // namespace npushare::sync
