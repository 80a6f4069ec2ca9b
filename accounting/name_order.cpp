#include "accounting/name_order.hpp"

#include <algorithm>

#include "accounting/common_length.hpp"

namespace npushare {

NameOrder::NameOrder(std::span<const std::string_view> quoted) {
  starts_.reserve(quoted.size() + 1);
  starts_.push_back(0);
  for (const std::string_view name : quoted) {
    text_.append(name).push_back(',');
    starts_.push_back(static_cast<std::uint32_t>(text_.size()));
  }
}

std::size_t NameOrder::count_at(std::size_t first, std::string_view text) const {
  const std::size_t start = starts_[first];
  const std::size_t common = start + common_length(std::string_view(text_).substr(start), text);
  // A name counts when its closing quote is among the common bytes: its comma need not be.
  const auto ends = starts_.begin() + static_cast<std::ptrdiff_t>(first) + 1;
  if (ends == starts_.end() || *ends - 1 > common) return 0;
  return static_cast<std::size_t>(std::upper_bound(ends, starts_.end(), common + 1) - ends);
}

}  // namespace npushare
