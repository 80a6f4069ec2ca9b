#include "scheduler/backends/decimal.hpp"

#include <charconv>
#include <memory>
#include <system_error>

namespace npushare::backends {

std::optional<std::int64_t> read_decimal(std::string_view text, Range range) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  std::int64_t value = 0;
  const char* const end = std::to_address(text.end());
  const auto [stop, failure] = std::from_chars(std::to_address(text.begin()), end, value);
  if (failure != std::errc{} || stop != end) return std::nullopt;
  if (value < range.least || value > range.most) return std::nullopt;
  return value;
}

}  // namespace npushare::backends
