/// Decimal numbers as the node plugin reads them from annotations.
///
/// Grammar: an optional sign and digits, leading zeros allowed; no blanks, units, points or other
/// bases. Source:  Go strconv.ParseInt with base 10 (spec/node-plugin-contract.md 3.4, 9.2).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace npushare::backends {

struct Range {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

inline constexpr std::int64_t kMaxInt32 = std::numeric_limits<std::int32_t>::max();
inline constexpr Range kAnyInt32{std::numeric_limits<std::int32_t>::min(), kMaxInt32};
inline constexpr Range kNaturalInt32{0, kMaxInt32};

/// Nothing when the text is no such number or lies outside the range.
std::optional<std::int64_t> read_decimal(std::string_view text, Range range);

}  // namespace npushare::backends
