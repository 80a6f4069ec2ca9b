#include "accounting/node_directory.hpp"

namespace npushare {

NodeDirectory::NodeDirectory(Slots slots) : slots_(std::move(slots)), guesses_(slots_.size()) {
  numbers_.reserve(slots_.size());
  for (std::uint32_t number = 0; number < slots_.size(); ++number) {
    numbers_.emplace(slots_[number]->name(), number);
    // Lists mostly come in the order the nodes were created; a wrong guess costs one comparison.
    guesses_[number].store(number + 1 < slots_.size() ? number + 1 : 0, std::memory_order_relaxed);
  }
}

std::optional<std::uint32_t> NodeDirectory::find(std::string_view name) const {
  const auto known = numbers_.find(name);
  if (known == numbers_.end()) return std::nullopt;
  return known->second;
}

}  // namespace npushare
