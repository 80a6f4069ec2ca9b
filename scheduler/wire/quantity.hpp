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
  std::int64_t rounded_up = 0;  // Value(): toward the next integer
  bool is_integer = true;       // AsInt64() would be ok
  bool has_suffix = false;      // written with a unit: 16Gi, 4k, 100m
};

/// Nothing when the text is no quantity or does not fit 64 bits.
std::optional<Quantity> read_quantity(std::string_view text);

}  // namespace npushare::wire
