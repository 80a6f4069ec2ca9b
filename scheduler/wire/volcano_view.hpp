/// What Volcano's own deviceshare believes of a node's chips, as it stands in a predicate call.
///
/// Shape:   chips of every type that keeps a ledger in `node.Others`; none where the plugin is off.
///          Entries of other kinds are stepped over, the body's other parts are not looked at.
/// Units:   memory MiB, cores as Volcano counts them, shares in pods.
/// Errors:  kInvalid for a body that is no JSON, or a ledger whose numbers are none.
/// Source:  spec/volcano-deviceshare.md 5.5 "Node.Others".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/names.hpp"
#include "accounting/result.hpp"

namespace npushare::wire {

struct VolcanoChip {
  ChipUuid uuid;
  std::int64_t shares = 0;  // DeviceUsage.Used
  std::int64_t memory = 0;  // DeviceUsage.Usedmem
  std::int64_t cores = 0;   // DeviceUsage.Usedcores

  friend bool operator==(const VolcanoChip&, const VolcanoChip&) = default;
};

struct VolcanoView {
  NodeName node;
  std::vector<VolcanoChip> chips;  // in the body's order
};

/// The node alone, without a look at what stands behind its name. Empty when the body has none.
NodeName node_asked_about(std::string_view predicate_body);

/// Of the body `{"task":…,"node":{"Name":…,"Others":…}}`.
Result<VolcanoView> read_volcano_view(std::string_view predicate_body);

}  // namespace npushare::wire
