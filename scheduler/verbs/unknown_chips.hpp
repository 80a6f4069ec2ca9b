/// Chips that a pod names in its lists of uuids and that no node of the cluster lists: most likely
/// a slip, and a reason why the pod waits that no count of nodes shows.
///
/// Threads: pure functions of the book's snapshots. Looks through all chips, so it is for pods that
///          have such lists and were refused, or are explained.
#pragma once

#include <string>
#include <vector>

#include "accounting/ledger_book.hpp"
#include "accounting/request.hpp"

namespace npushare::verbs {

struct UnknownChip {
  std::string key;  // of the annotation
  ChipUuid uuid{};
  bool is_wanted = true;            // false: the list of those that it does not want
  std::vector<std::string> near{};  // "UUID (n1/chip 0)", the nearest first
};

/// In the order of the lists; what a deny list names in vain comes last.
std::vector<UnknownChip> unknown_chips(const Request& request, const LedgerBook& book);

/// `hami.io/use-Ascend310P-uuid names "X", a chip that no node has; near to it: Y (n1/chip 0)`.
std::string text_of(const UnknownChip& chip);

}  // namespace npushare::verbs
