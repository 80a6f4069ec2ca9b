/// What a scalar means: the words and numbers that YAML readers of the Kubernetes world agree on.
///
/// Shape:  quoted and block scalars are text. Plain ones: `null ~`; `true yes on y` and `false no
/// off n`
///         in lower, Title and UPPER case; integers also as 0x1F, 0b11, 0o17, 017, 1_000; decimal
///         fractions and exponents; all else is text.
/// Errors: kUnknown for a tag we do not know or a value that does not fit its tag.
/// Source: spec/volcano-deviceshare.md 3.1 "Type strictness"; YAML 1.1 types bool and int, as
/// kubectl and
///         HAMi read them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "config/yaml_node.hpp"

namespace npushare::config {

enum class ScalarKind : std::uint8_t { kNull, kBoolean, kInteger, kNumber, kText, kUnknown };

struct Scalar {
  ScalarKind kind = ScalarKind::kText;
  bool truth = false;
  std::int64_t integer = 0;
  double number = 0;
};

/// `node` is a scalar or null.
Scalar scalar_of(const YamlNode& node);

/// 21527, 21527.0, 1e3; nothing for a fraction, for text and for what exceeds 64 bits.
std::optional<std::int64_t> whole_number(const YamlNode& node);

std::optional<bool> truth_of(const YamlNode& node);

}  // namespace npushare::config
