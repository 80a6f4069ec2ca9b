/// The selectors of a claim, in CEL, byte for byte as HAMi-DRA writes them.
///
/// Safety:  what a pod's annotations say stays inside of string literals: none can end one.
/// Errors:  kInvalid with the annotation, and its value where none of it can be used.
/// Source:  spec/dra-accounting.md 4.6, vectors 10.6; Go's strconv.Quote, strings.TrimSpace.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "accounting/chip.hpp"
#include "accounting/result.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::convert {

/// As a double-quoted literal. Of what Unicode has not assigned yet, Go writes a number and this
/// the character: the same literal.
std::string go_quoted(std::string_view text);

/// What stands between commas, without white space around it and without what is empty.
std::vector<std::string> pieces_of(std::string_view text);

/// The pieces as literals, joined by commas: what goes between the brackets of a list.
std::string cel_list(const std::vector<std::string>& pieces);

/// Five groups of eight hexadecimal digits, joined by '-'.
bool is_chip_uuid(std::string_view text);

enum class UuidCase { kAsWritten, kUpper };

struct SelectorRules {
  std::string driver;
  bool names_model = false;
  UuidCase uuid_case = UuidCase::kUpper;
};

/// The expressions in their order: driver and type, the model if it is wanted, then what the pod's
/// annotations say.
Result<std::vector<std::string>> selectors_of(const wire::Json& pod, const ChipModel& model,
                                              const SelectorRules& rules);

}  // namespace npushare::convert
