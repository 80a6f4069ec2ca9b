#include "accounting/ledger_book.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace npushare {

LedgerBook::LedgerBook()
    : directory_(std::make_shared<const NodeDirectory>(NodeDirectory::Slots{})) {}

LedgerBook::Snapshot LedgerBook::snapshot(const NodeName& node) const {
  const std::shared_ptr<NodeSlot> slot = slot_of(node);
  return slot ? slot->ledger.load() : nullptr;
}

std::shared_ptr<NodeSlot> LedgerBook::slot_of(const NodeName& node) const {
  const Directory directory = directory_.load();
  const auto number = directory->find(node.text());
  return number ? directory->slots()[*number] : nullptr;
}

void LedgerBook::add_slots(std::span<const NodeName> nodes) {
  const std::lock_guard lock(directory_writer_);
  const Directory before = directory_.load();
  NodeDirectory::Slots slots = before->slots();
  std::set<NodeName> added;  // a list may name a node twice
  for (const NodeName& node : nodes)
    if (!before->find(node.text()) && added.insert(node).second)
      slots.push_back(std::make_shared<NodeSlot>(node, rows_.take()));
  if (slots.size() > before->size()) directory_.store(before->with(std::move(slots)));
}

void LedgerBook::keep_in_order(const Directory& seen) {
  if (!seen->is_out_of_order()) return;
  const std::lock_guard lock(directory_writer_);
  if (directory_.load() == seen) directory_.store(seen->reordered());
}

std::shared_ptr<NodeSlot> LedgerBook::make_slot(const NodeName& node) {
  if (std::shared_ptr<NodeSlot> slot = slot_of(node)) return slot;
  add_slots(std::array{node});
  return slot_of(node);
}

void LedgerBook::register_nodes(std::span<const NodeReport> reports) {
  std::vector<NodeName> names;
  names.reserve(reports.size());
  for (const NodeReport& report : reports) names.push_back(report.node);
  add_slots(names);
  for (const NodeReport& report : reports) register_node(report.node, report.inventory);
}

void LedgerBook::register_node(const NodeName& node, const Inventory& inventory) {
  change_or_add(node, [&](NodeLedger& ledger) {
    ledger.register_chips(inventory);
    return true;
  });
}

void LedgerBook::forget_node(const NodeName& node) {
  const std::shared_ptr<NodeSlot> slot = slot_of(node);
  if (!slot) return;
  change(*slot, [](NodeLedger& ledger) {
    ledger.register_chips({});
    return true;
  });
  drop_if_idle(node);
}

void LedgerBook::drop_if_idle(const NodeName& node) {
  const std::lock_guard directory_lock(directory_writer_);
  const Directory before = directory_.load();
  const auto number = before->find(node.text());
  if (!number) return;
  NodeDirectory::Slots slots = before->slots();
  const std::shared_ptr<NodeSlot> slot = slots[*number];
  const std::lock_guard slot_lock(slot->writer);
  const Snapshot ledger = slot->ledger.load();
  const bool says_nothing =
      ledger->registration() == Registration::kMissing && ledger->chips().empty();
  if (!says_nothing || !ledger->is_idle()) return;
  slot->is_dropped = true;
  slots.erase(slots.begin() + *number);
  directory_.store(before->with(std::move(slots)));
}

Result<Reservation> LedgerBook::reserve(const Allocation& allocation) {
  std::shared_ptr<NodeSlot> slot = slot_of(allocation.node);
  if (!slot)
    return Error{ErrorCode::kNotFound, "node " + allocation.node.text() + " has no ledger"};

  const Result<> taken = change(
      *slot, [&](NodeLedger& ledger) { return ledger.take(allocation, ShareState::kReserved); });
  if (!taken) return taken.error();
  return Reservation(*this, std::move(slot), allocation);
}

void LedgerBook::observe(const Allocation& allocation, InitPhase phase) {
  change_or_add(allocation.node, [&](NodeLedger& ledger) {
    ledger.observe(allocation, phase);
    return true;
  });
}

void LedgerBook::observe(const NodeName& node, const PodUid& claim,
                         std::span<const Charge> charges) {
  change_or_add(node, [&](NodeLedger& ledger) {
    ledger.observe(claim, charges);
    return true;
  });
}

std::size_t LedgerBook::release(const NodeName& node, const PodUid& pod) {
  const std::shared_ptr<NodeSlot> slot = slot_of(node);
  if (!slot) return 0;
  const std::size_t released =
      change(*slot, [&](NodeLedger& ledger) { return ledger.release(pod); });
  if (released > 0 && slot->ledger.load()->registration() == Registration::kMissing)
    drop_if_idle(node);
  return released;
}

Reservation::Reservation(LedgerBook& book, std::shared_ptr<NodeSlot> slot, Allocation allocation)
    : book_(&book), slot_(std::move(slot)), allocation_(std::move(allocation)) {}

void Reservation::commit(ShareState state) {
  const PodUid& pod = allocation_.holder->uid;
  book_->change(*slot_, [&](NodeLedger& ledger) { return ledger.settle(pod, state); });
  book_ = nullptr;
}

Reservation::~Reservation() {
  if (book_ == nullptr) return;
  const PodUid& pod = allocation_.holder->uid;
  book_->change(*slot_, [&](NodeLedger& ledger) { return ledger.give_back(pod); });
}

}  // namespace npushare
