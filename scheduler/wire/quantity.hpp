/// Kubernetes resource quantities.
///
/// Grammar: decimal number with suffix m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei, or an exponent.
/// Source:  k8s.io/apimachinery/pkg/api/resource Quantity: AsInt64 and Value.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace npushare::wire {

struct Quantity {
  std::int64_t rounded_up = 0;  // Value(): a rest below one rounds away from zero
  bool is_integer = true;       // AsInt64() would be ok: nothing was rounded
  bool has_suffix = false;      // written with a unit: 16Gi, 4k, 100m; 1e3 has none
};

/// Nothing when the text is no quantity, does not fit 64 bits, or is longer than 128 characters.
/// As in Kubernetes, more than 2^63 - 1 in binary units (8Ei) is 2^63 - 1.
std::optional<Quantity> read_quantity(std::string_view text);

}  // namespace npushare::wire
