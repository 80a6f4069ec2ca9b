#include "scheduler/volcano/outlook.hpp"

#include <algorithm>
#include <set>

namespace npushare::volcano {
namespace {

LedgerBook::Snapshot with_nominations(const LedgerBook::Snapshot& ledger,
                                      const std::vector<Allocation>& nominations) {
  if (nominations.empty()) return ledger;
  auto crowded = std::make_shared<NodeLedger>(*ledger);
  for (const Allocation& nominee : nominations)
    if (!crowded->holds(nominee.holder->uid)) crowded->observe(nominee, InitPhase::kRunning);
  return crowded;
}

std::set<PodUid> terminating(const NodeLedger& ledger, const verbs::PodIndex& pods) {
  std::set<PodUid> found;
  for (const DeviceLedger& chip : ledger.chips()) {
    for (const auto& [id, share] : chip.shares()) {
      const auto pod = pods.find(share.holder->pod);
      if (pod && pod->uid == share.holder->uid && pod->is_terminating) found.insert(pod->uid);
    }
  }
  return found;
}

}  // namespace

Outlook::Outlook(const NodeName& node, const PodUid& asker, const verbs::Services& with,
                 const Trials& trials)
    : with_(with), trials_(trials), book_(with.book.snapshot(node)) {
  if (book_) now_ = with_nominations(book_, trials.nominated_on(node, asker));
}

LedgerBook::Snapshot Outlook::future() const {
  std::set<PodUid> leaving = terminating(*book_, with_.pods);
  for (PodUid& pod : trials_.leaving(book_->name())) leaving.insert(std::move(pod));
  const bool any_holds =
      std::ranges::any_of(leaving, [&](const PodUid& pod) { return now_->holds(pod); });
  if (!any_holds) return now_;
  auto later = std::make_shared<NodeLedger>(*now_);
  for (const PodUid& pod : leaving) later->release(pod);
  return later;
}

}  // namespace npushare::volcano
