/// How each node's chips are shared with claims (DRA), and which of them are blocked for annotation
/// pods because of it.
///
/// A node's label, else the setting, is its mode: dra/node_mode.hpp. Blocks are set whenever the
/// cluster shows the node, and looked at again as shares come and go: a chip of a split node is
/// open only while no claim is on it and claims are kept off.
/// Threads: any.
/// Source:  spec/dra-accounting.md 7.6.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "accounting/node_ledger.hpp"
#include "scheduler/dra/chip_domains.hpp"
#include "scheduler/dra/node_mode.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::sync {

class NodeSharing {
 public:
  struct With {
    /// The mode of nodes that name none.
    std::function<dra::NodeMode()> fallback;
    /// What keeps new claims off the chip. Empty: no driver publishes chips, no claim can come.
    std::function<dra::Fence(const NodeName&, const ChipUuid&)> fence{};
  };

  explicit NodeSharing(With with) : with_(std::move(with)) {}

  /// The cluster shows the node so; blocks that the inventory has already stay. `before`: as the
  /// books have it; null: not yet.
  void read(const wire::Node& node, const NodeLedger* before, Inventory& inventory,
            std::vector<std::string>& complaints);

  /// The same for chips that are what they are without the node having changed.
  void block(const NodeName& node, const NodeLedger* before, Inventory& inventory);

  /// The node's chips with their blocks as they should be now. Nothing: they are so already.
  std::vector<Chip> changed_chips(const NodeLedger& node) const;

  void forget(const NodeName& node);

  dra::NodeMode mode_of(const NodeName& node) const;
  /// On a split node.
  dra::Wanted wanted_for(const NodeName& node, const ChipUuid& chip) const;

 private:
  struct Said {
    std::optional<dra::NodeMode> mode;
    std::vector<ChipUuid> claim_chips;         // of split
    std::map<ChipUuid, Block> other_blocks{};  // that the inventory came with
  };

  Said said_by(const NodeName& node) const;
  Block block_of(const NodeName& node, const Said& said, const ChipUuid& chip,
                 const dra::ChipUse& use) const;
  Block block_by_mode(const NodeName& node, const Said& said, const ChipUuid& chip,
                      const dra::ChipUse& use) const;

  const With with_;
  mutable std::mutex mutex_;
  std::unordered_map<NodeName, Said> nodes_;  // guarded by mutex_
};

}  // namespace npushare::sync
