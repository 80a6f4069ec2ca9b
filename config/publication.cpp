#include "config/publication.hpp"

#include <algorithm>
#include <iterator>

namespace npushare::config {
namespace {

bool is_filtered(const NodeEntry& entry, const PhysicalChip& chip) {
  return std::ranges::find(entry.filtered_cards, chip.card) != entry.filtered_cards.end() ||
         std::ranges::find(entry.filtered_chips, chip.uuid) != entry.filtered_chips.end();
}

}  // namespace

std::int64_t Publication::capacity() const {
  return static_cast<std::int64_t>(chips.size()) * slots;
}

std::int64_t Publication::allocatable() const {
  return std::ranges::count(chips, true, &PhysicalChip::healthy) * slots;
}

std::int64_t published_slots(const ChipModel& model, std::int64_t wanted) {
  if (wanted > 0) return wanted;
  if (model.templates.empty()) return 1;
  const MiB smallest = model.templates.front().memory;
  // A checked catalogue has no template of 0 MiB; one built by hand offers nothing then.
  return smallest > MiB{0} ? model.allocatable.value() / smallest.value() : 0;
}

Cores published_cores(const ChipModel& model, Mode mode) {
  constexpr Cores kPercent{100};
  return mode == Mode::kSoft ? kPercent : model.ai_cores;
}

Publication publish(const ChipModel& model, bool soft_by_default, const NodeEntry* entry,
                    const std::vector<PhysicalChip>& chips) {
  Publication out;
  const bool soft = entry ? entry->soft : soft_by_default;
  out.mode = soft ? Mode::kSoft : Mode::kHard;
  out.slots = published_slots(model, entry ? entry->slots : 0);
  out.memory = model.allocatable;
  out.cores = published_cores(model, out.mode);
  std::ranges::copy_if(chips, std::back_inserter(out.chips), [entry](const PhysicalChip& chip) {
    return !entry || !is_filtered(*entry, chip);
  });
  return out;
}

}  // namespace npushare::config
