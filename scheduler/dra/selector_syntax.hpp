/// A device selector as a tree, before it is asked about a device. selectors.hpp says what there
/// is.
///
/// Errors:  kInvalid, with the offset and what stands there, for anything else.
/// Bounds:  10 KiB of text, 64 levels, 1,024 parts.
/// Threads: plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::dra {

enum class SelectorPart : std::uint8_t {
  kText,       // text
  kNumber,     // number
  kFlag,       // number: 0 or 1
  kList,       // parts
  kDriver,     // device.driver
  kShareable,  // device.allowMultipleAllocations
  kAttribute,  // domain, text: its name
  kDomain,     // domain: device.attributes["domain"], to the right of `in` only
  kHas,        // parts: one kAttribute
  kNot,        // parts: one
  kAnd,        // parts: two
  kOr,
  kEqual,
  kUnequal,
  kLess,
  kLessOrEqual,
  kMore,
  kMoreOrEqual,
  kIn,  // parts: what, and a kList or kDomain
};

struct SelectorNode {
  SelectorPart part = SelectorPart::kFlag;
  std::string text{};
  std::string domain{};
  std::int64_t number = 0;
  std::vector<SelectorNode> parts{};
};

Result<SelectorNode> parse_selector(std::string_view expression);

}  // namespace npushare::dra
