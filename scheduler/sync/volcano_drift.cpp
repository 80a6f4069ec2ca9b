#include "scheduler/sync/volcano_drift.hpp"

#include <string>

namespace npushare::sync {
namespace {

constexpr const char* kKind = "volcano-ledger";

std::string text_of(const wire::VolcanoChip& used, bool with_cores) {
  std::string text = std::to_string(used.shares) + (used.shares == 1 ? " share, " : " shares, ") +
                     std::to_string(used.memory) + " MiB";
  return with_cores ? text + ", " + std::to_string(used.cores) + " % cores" : text;
}

wire::VolcanoChip as_counted_by_us(const DeviceLedger& ledger) {
  const Amount& used = ledger.used();
  return {.uuid = ledger.chip().uuid,
          .shares = used.slots.value(),
          .memory = used.memory.value(),
          .cores = used.cores.value()};
}

}  // namespace

void VolcanoDrift::asked(std::string_view predicate_body) {
  const NodeName node = wire::node_asked_about(predicate_body);
  if (!with_.book.snapshot(node) || !is_due(node)) return;
  if (const auto view = wire::read_volcano_view(predicate_body)) look_at(*view);
}

bool VolcanoDrift::is_due(const NodeName& node) {
  const observe::Clock::Monotonic now = with_.clock.now();
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = next_looks_.try_emplace(node, now);
  if (now < known->second) return false;
  known->second = now + kBetweenLooks;
  return true;
}

void VolcanoDrift::look_at(const wire::VolcanoView& view) {
  const LedgerBook::Snapshot ledger = with_.book.snapshot(view.node);
  if (!ledger) return;
  const std::lock_guard lock(mutex_);
  for (const wire::VolcanoChip& theirs : view.chips) compare(*ledger, theirs);
}

void VolcanoDrift::compare(const NodeLedger& ledger, const wire::VolcanoChip& theirs) {
  for (const DeviceLedger& chip : ledger.chips()) {
    if (chip.chip().uuid != theirs.uuid) continue;
    const bool with_cores = chip.chip().mode == Mode::kSoft;
    wire::VolcanoChip ours = as_counted_by_us(chip);
    if (!with_cores) ours.cores = theirs.cores;
    const std::string object = ledger.name().text() + "/" + theirs.uuid.text();
    if (ours == theirs) {
      differed_.erase(theirs.uuid);
      with_.drift.clear(kKind, object);
    } else if (!differed_.insert(theirs.uuid).second) {
      with_.drift.note({.kind = kKind,
                        .object = object,
                        .detail = "Volcano counts " + text_of(theirs, with_cores) + "; npushare " +
                                  text_of(ours, with_cores)});
    }
  }
}

}  // namespace npushare::sync
