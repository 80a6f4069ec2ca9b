#include "scheduler/verbs/candidates.hpp"

namespace npushare::verbs {

std::string_view Candidates::name(std::size_t i) const {
  const std::string_view text = quoted(i);
  return text.size() < 2 ? text : text.substr(1, text.size() - 2);
}

const NodeSlot* Candidates::slot(std::size_t i) const {
  return number(i) == NodeDirectory::kNone ? nullptr : &directory_.at(number(i));
}

LedgerBook::Snapshot Candidates::given(std::size_t i) const {
  const wire::Node& node = args_.nodes[i];
  const NodeSlot* known = slot(i);
  Inventory inventory = rules_.dialect.read_node(node);
  auto ledger = known != nullptr ? std::make_shared<NodeLedger>(*known->ledger.load())
                                 : std::make_shared<NodeLedger>(node.name);
  // Only our own watch can tell how old a registration is.
  const bool is_stale = ledger->registration() == Registration::kStale &&
                        inventory.registration == Registration::kFresh;
  if (is_stale) inventory.registration = Registration::kStale;
  ledger->register_chips(inventory);
  return ledger;
}

LedgerBook::Snapshot Candidates::ledger(std::size_t i) const {
  if (args_.has_nodes) return given(i);
  const NodeSlot* known = slot(i);
  return known != nullptr ? known->ledger.load() : nullptr;
}

Place Candidates::place(std::size_t i, const Judge& judge) const {
  const LedgerBook::Snapshot known = ledger(i);
  if (!known) {
    Place nowhere;
    nowhere.plan.refusal.reason = Reason::kNotRegistered;
    return nowhere;
  }
  LedgerBook::Snapshot seen = judge.seen(known);
  Plan plan = judge.plan(*seen);
  return {std::move(seen), std::move(plan)};
}

}  // namespace npushare::verbs
