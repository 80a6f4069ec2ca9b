#include "scheduler/backends/cordon.hpp"

#include <algorithm>
#include <string_view>

#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/quoted.hpp"

namespace npushare::backends {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

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
  for (std::string_view rest = said->second; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view uuid = trimmed(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (uuid.empty() || cordon(inventory.chips, uuid)) continue;
    if (unknown++ == 0) first_unknown = uuid;
  }
  if (unknown == 0 || complaints == nullptr) return;
  const std::string others = unknown == 1 ? "" : " (and " + std::to_string(unknown - 1) + " more)";
  complaints->push_back(std::string(kCordonKey) + ": " + quoted(first_unknown) + others +
                        " is no chip of this node; write uuids as `npushare top` shows them, "
                        "separated by commas");
}

}  // namespace npushare::backends
