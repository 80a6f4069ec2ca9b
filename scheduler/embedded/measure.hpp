/// Quantities as the embedded cluster's own allocator reckons with them.
///
/// Written apart from wire/quantity.hpp and dra/ on purpose: this is what they are compared with.
/// Units:  whatever the text says; a measure is exact for whole numbers below 2^63.
/// Source: k8s.io/apimachinery resource.Quantity; spec/dra-accounting.md 2.5.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

struct Measure {
  long double value = 0;
  bool is_binary = false;  // written with Ki, Mi, ...: printed that way, too

  /// Away from zero, held within 64 bits.
  std::int64_t rounded_up() const;
};

/// Nothing when the text is no quantity.
std::optional<Measure> read_measure(std::string_view text);
/// A string or a number; null is 0.
std::optional<Measure> measure_of(const wire::Json& amount);

/// 8589934592 in binary units is 8Gi; 14680064000 in decimal ones is 14680064k.
std::string measure_text(std::int64_t value, bool is_binary);

/// The amount as a typed server stores it; what is no whole number stays as it is written.
wire::Json canonical_measure(const wire::Json& amount);

}  // namespace npushare::embedded
