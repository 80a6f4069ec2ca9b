#include "scheduler/verbs/candidates.hpp"

namespace npushare::verbs {

std::string_view name_of(const Candidate& one) {
  const std::string_view text = one.quoted;
  return text.size() < 2 ? text : text.substr(1, text.size() - 2);
}

const NodeSlot* Candidates::slot(const Candidate& one) const {
  return one.number == NodeDirectory::kNone ? nullptr : &directory_->at(one.number);
}

LedgerBook::Snapshot Candidates::given(const Candidate& one) const {
  const wire::Node& node = args_.nodes[one.index];
  const NodeSlot* known = slot(one);
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

LedgerBook::Snapshot Candidates::ledger(const Candidate& one) const {
  if (are_whole()) return given(one);
  const NodeSlot* known = slot(one);
  return known != nullptr ? known->ledger.load() : nullptr;
}

Place Candidates::place(const Candidate& one, const Judge& judge) const {
  const LedgerBook::Snapshot known = ledger(one);
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
