/// What a call was about and how it ended: for the log line, the history, and to remember who was
/// refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "accounting/ledger_book.hpp"
#include "accounting/names.hpp"
#include "accounting/reason_counts.hpp"

namespace npushare::verbs {

/// The nodes that a refused pod asked about, by their numbers in the directory of that moment.
struct AskedNodes {
  LedgerBook::Directory directory;     // null: nobody was refused
  std::vector<std::uint32_t> numbers;  // empty: all of the directory
};

struct CallNotes {
  PodKey pod;  // empty when the request could not be read
  PodUid uid;
  bool wants_npu = false;  // or what it wants could not be read
  std::size_t nodes = 0;
  std::size_t fit = 0;
  std::string best{};      // prioritize: the host that got the 10
  ReasonCounts reasons{};  // filter: of the nodes that do not fit
  AskedNodes asked{};      // filter: only when all of them do not
  std::string error{};

  /// Every node was looked at, and none will do.
  bool is_refusal() const { return error.empty() && nodes > 0 && fit == 0; }
};

}  // namespace npushare::verbs
