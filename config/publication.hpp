/// What a node plugin will publish of its chips under a configuration.
///
/// Shape:  chips in the order the node lists them; the position is the registered index.
/// Source: spec/node-plugin-contract.md 1.2 and 1.8, of plugin v1.4.0.
#pragma once

#include <cstdint>
#include <vector>

#include "accounting/chip.hpp"
#include "config/node_config.hpp"

namespace npushare::config {

/// A chip as the driver shows it.
struct PhysicalChip {
  ChipUuid uuid;
  std::int64_t card = 0;  // two chips of a 300I Duo share one
  bool healthy = true;

  friend bool operator==(const PhysicalChip&, const PhysicalChip&) = default;
};

struct Publication {
  Mode mode = Mode::kHard;  // the annotation hami-vnpu-core
  std::int64_t slots = 0;   // count, of each chip
  MiB memory;               // devmem, of each chip
  Cores cores;              // devcore, of each chip
  std::vector<PhysicalChip> chips;

  /// The node's capacity and allocatable of the count resource.
  std::int64_t capacity() const;
  std::int64_t allocatable() const;
};

/// `wanted` when positive, else how often the smallest template goes into the chip, 1 without
/// templates.
std::int64_t published_slots(const ChipModel& model, std::int64_t wanted);

/// 100 percent on a soft-split chip, AI cores on a hard-split one.
Cores published_cores(const ChipModel& model, Mode mode);

/// `entry` null: the node config has none for this node, and the catalogue's switch decides.
Publication publish(const ChipModel& model, bool soft_by_default, const NodeEntry* entry,
                    const std::vector<PhysicalChip>& chips);

}  // namespace npushare::config
