/// Which chip each device of DRA is, and what the slices say of it.
///
/// Rules:   a device is the chip of its uuid attribute, if that is a real one; never that of its
///          name, index or place. A uuid is remembered for as long as a claim holds the device,
///          also when its slice is gone. A device whose uuid changes under a claim is both chips. A
///          uuid of two devices, or of two nodes, is nobody's: those chips take nobody new. What a
///          chip's memory was once called stays its upper limit.
/// Units:   memory MiB rounded down, cores percent; of devices that many may share. Slots are the
///          node plugin's and not counted for claims.
/// Threads: a plain value; its owner locks.
/// Source:  spec/dra-accounting.md 1.2, 1.4, 1.5, 7.3.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "accounting/catalogue.hpp"
#include "accounting/node_ledger.hpp"
#include "scheduler/dra/device_name.hpp"
#include "scheduler/dra/offers.hpp"

namespace npushare::dra {

/// Five groups of eight hexadecimal digits, in upper case, blanks around them taken off. Nothing
/// for any other text.
std::optional<ChipUuid> physical_uuid(std::string_view text);

struct MappedDevice {
  NodeName node;
  std::vector<ChipUuid> chips;  // the newest first; more than one: it changed under a claim
  std::string said_uuid;        // as written
  std::string product;          // 310P3
  std::int64_t index = 0;
  Amount capacity;  // memory and cores; zero for a device that is taken whole
  bool is_shareable = false;
  bool is_published = false;  // by a slice, now

  bool is_mapped() const { return !chips.empty(); }
};

/// What does not add up, for people.
struct DeviceTrouble {
  std::string kind;    // unmapped-device, duplicate-device, changed-device
  std::string object;  // the device's name, or the chip's uuid
  std::string detail;

  friend auto operator<=>(const DeviceTrouble&, const DeviceTrouble&) = default;
};

class ChipMap {
 public:
  using InUse = std::function<bool(const DeviceName&)>;

  /// Takes the slices as they are now; `in_use`: some claim holds the device.
  void take(const std::vector<OfferedDevice>& offers, const InUse& in_use);

  /// Null for a device nobody has published.
  const MappedDevice* find(const DeviceName& name) const;

  /// Why the chip takes nobody new: it is that of two devices, or of two nodes. Empty: it is not.
  std::string quarantine_of(const ChipUuid& chip) const;

  /// All nodes with devices.
  std::vector<NodeName> nodes() const;

  /// Makes the annotations' inventory of the node that of both worlds: the smaller capacity counts,
  /// chips of slices alone are added, for claims only, and chips of doubtful identity are blocked.
  void complete(const NodeName& node, Inventory& inventory, const Catalogue& catalogue);

  /// Sorted.
  std::vector<DeviceTrouble> troubles() const;

 private:
  void remember(const OfferedDevice& offer, const InUse& in_use);
  void forget_unpublished(const InUse& in_use);
  void find_owners();
  std::optional<MiB> memory_of(const ChipUuid& chip) const;
  void lower(const NodeName& node, Chip& chip);
  void add_unregistered(const NodeName& node, Inventory& inventory,
                        const Catalogue& catalogue) const;

  std::map<DeviceName, MappedDevice> devices_;
  std::map<ChipUuid, MiB> smallest_;         // memory as any slice has called it
  std::map<ChipUuid, NodeName> registered_;  // by annotations
  std::map<ChipUuid, std::vector<DeviceName>> owners_;
};

}  // namespace npushare::dra
