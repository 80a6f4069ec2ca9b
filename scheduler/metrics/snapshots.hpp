/// All nodes' ledgers at the moment of a scrape.
///
/// All figures of a node come from one of them, so a chip's consumption is the sum of its shares.
/// Source: case C04.
#pragma once

#include <vector>

#include "accounting/ledger_book.hpp"

namespace npushare::metrics {

using Snapshots = std::vector<LedgerBook::Snapshot>;

inline Snapshots snapshots_of(const LedgerBook& book) {
  const LedgerBook::Directory directory = book.directory();
  Snapshots nodes;
  nodes.reserve(directory->size());
  for (const auto& slot : directory->slots()) nodes.push_back(slot->ledger.load());
  return nodes;
}

/// Of the nodes in a cluster, most may have no NPU: they have no series of their own.
inline bool has_chips(const NodeLedger& node) {
  return !node.chips().empty() || !node.orphans().empty();
}

constexpr double bytes_of(MiB memory) {
  return static_cast<double>(memory.value()) * 1'048'576.0;
}

}  // namespace npushare::metrics
