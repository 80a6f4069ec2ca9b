#include "scheduler/backends/cordon.hpp"

#include <algorithm>
#include <string_view>

#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/quoted.hpp"
#include "scheduler/backends/split.hpp"

namespace npushare::backends {
namespace {

bool cordon(std::vector<Chip>& chips, std::string_view uuid) {
  const auto named =
      std::ranges::find_if(chips, [&](const Chip& chip) { return chip.uuid.text() == uuid; });
  if (named == chips.end()) return false;
  named->cordoned = true;
  return true;
}

}  // namespace

void apply_cordon(const wire::Node& node, Inventory& inventory,
                  std::vector<std::string>* complaints) {
  const auto said = node.annotations.find(std::string(kCordonKey));
  if (said == node.annotations.end() || inventory.chips.empty()) return;
  std::size_t unknown = 0;
  std::string_view first_unknown;
  for_each_piece(said->second, ',', [&](std::string_view piece) {
    const std::string_view uuid = trimmed(piece);
    if (uuid.empty() || cordon(inventory.chips, uuid)) return;
    if (unknown++ == 0) first_unknown = uuid;
  });
  if (unknown == 0 || complaints == nullptr) return;
  const std::string others = unknown == 1 ? "" : " (and " + std::to_string(unknown - 1) + " more)";
  complaints->push_back(std::string(kCordonKey) + ": " + quoted(first_unknown) + others +
                        " is no chip of this node; write uuids as `npushare top` shows them, "
                        "separated by commas");
}

}  // namespace npushare::backends
