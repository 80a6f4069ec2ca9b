/// node-config.yaml: what the operator said about single nodes.
///
/// Only the embedded node plugin and `check` read it. A scheduler takes modes and counts from what
/// the nodes publish. Errors: kInvalid with line and key. Source: spec/node-plugin-contract.md 2.3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/names.hpp"
#include "accounting/result.hpp"

namespace npushare::config {

struct NodeEntry {
  NodeName node;
  bool soft = false;       // hami-vnpu-core; absent is false whatever the global switch says
  std::int64_t slots = 0;  // vDeviceCount; 0 or less: derive it from the templates
  std::vector<std::int64_t> filtered_cards;  // filterDevices.index: card ids
  std::vector<ChipUuid> filtered_chips;      // filterDevices.uuid
};

struct NodeConfig {
  std::vector<NodeEntry> nodes;  // file order

  /// The first entry of this name; null when there is none.
  const NodeEntry* find(const NodeName& node) const;
};

/// `name` stands for the file in messages. The text may be the ConfigMap manifest around the file.
Result<NodeConfig> read_node_config(std::string_view yaml, std::string_view name,
                                    std::vector<std::string>* warnings = nullptr);

}  // namespace npushare::config
