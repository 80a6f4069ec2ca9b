#include <algorithm>
#include <string>
#include <vector>

#include "accounting/words.hpp"
#include "scheduler/verbs/amount_json.hpp"
#include "scheduler/verbs/explain.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare::verbs {
namespace {

using wire::Json;

Json share_json(const ShareId& id, const Share& share) {
  return Json::Object{{"id", id.text()},
                      {"pod", share.holder->pod.text()},
                      {"uid", share.holder->uid.text()},
                      {"container", static_cast<std::int64_t>(share.container)},
                      {"state", word_of(share.state)},
                      {"source", word_of(share.source)},
                      {"hold", word_of(share.hold)},
                      {"amount", json_of(share.amount)},
                      {"priority", share.holder->priority},
                      {"since", share.holder->since > 0 ? wire::write_rfc3339(share.holder->since)
                                                        : std::string()}};
}

Json chip_json(const DeviceLedger& ledger) {
  const Chip& chip = ledger.chip();
  Json shares = Json::array();
  for (const auto& [id, share] : ledger.shares()) shares.push_back(share_json(id, share));
  return Json::Object{{"index", static_cast<std::int64_t>(chip.index)},
                      {"uuid", chip.uuid.text()},
                      {"model", chip.model.text()},
                      {"mode", text_of(chip.mode)},
                      {"healthy", chip.healthy},
                      {"cordoned", chip.cordoned},
                      {"block", word_of(chip.block)},
                      {"capacity", json_of(ledger.capacity())},
                      {"used", json_of(ledger.used())},
                      {"free", json_of(ledger.free())},
                      {"shares", std::move(shares)}};
}

Json orphan_json(const Orphan& orphan) {
  return Json::Object{{"chip", orphan.chip.text()},
                      {"id", orphan.id.text()},
                      {"pod", orphan.share.holder->pod.text()},
                      {"amount", json_of(orphan.share.amount)}};
}

Json node_json(const NodeLedger& ledger) {
  Json chips = Json::array();
  for (const DeviceLedger& chip : ledger.chips()) chips.push_back(chip_json(chip));
  Json orphans = Json::array();
  for (const Orphan& orphan : ledger.orphans()) orphans.push_back(orphan_json(orphan));
  return Json::Object{{"name", ledger.name().text()},
                      {"registration", word_of(ledger.registration())},
                      {"chips", std::move(chips)},
                      {"orphans", std::move(orphans)}};
}

}  // namespace

std::vector<LedgerBook::Snapshot> ledgers_by_name(const LedgerBook& book) {
  std::vector<LedgerBook::Snapshot> ledgers;
  const LedgerBook::Directory directory = book.directory();
  for (const auto& slot : directory->slots()) ledgers.push_back(slot->ledger.load());
  std::ranges::sort(ledgers, {}, [](const auto& ledger) { return ledger->name(); });
  return ledgers;
}

Result<Json> ledgers(std::span<const NodeName> only, const Services& with) {
  Json nodes = Json::array();
  for (const NodeName& name : only)
    if (const LedgerBook::Snapshot ledger = with.book.snapshot(name))
      nodes.push_back(node_json(*ledger));
  if (!only.empty() && nodes.items().empty())
    return Error{ErrorCode::kNotFound, "node " + only.front().text() + " has no ledger"};
  if (only.empty()) {
    for (const LedgerBook::Snapshot& ledger : ledgers_by_name(with.book))
      nodes.push_back(node_json(*ledger));
  }
  return Json{Json::Object{{"nodes", std::move(nodes)}}};
}

Json ledger_versions(const std::string& instance, const Services& with) {
  Json::Object versions;
  const LedgerBook::Directory directory = with.book.directory();
  for (const auto& slot : directory->slots())
    versions.emplace_back(slot->name(), static_cast<std::int64_t>(slot->row->version()));
  return Json::Object{{"instance", instance}, {"versions", std::move(versions)}};
}

}  // namespace npushare::verbs
