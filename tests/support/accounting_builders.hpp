/// Chips, shares and allocations for tests: every number that matters to a test is in the test.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "accounting/allocation.hpp"
#include "accounting/node_ledger.hpp"

namespace npushare::test {

inline Amount amount(std::int64_t memory, std::int64_t cores, std::int64_t slots = 1) {
  return {.memory = MiB{memory}, .cores = Cores{cores}, .slots = Slots{slots}};
}

/// A soft-split 310P3: 21527 MiB, 100 % cores, 7 slots.
inline Chip a_soft_chip(const std::string& uuid = "A", std::size_t index = 0) {
  return {.uuid = ChipUuid{uuid},
          .index = index,
          .model = ModelName{"Ascend310P"},
          .mode = Mode::kSoft,
          .capacity = {MiB{21527}, Cores{100}, Cpus{0}, Slots{7}},
          .device_memory = MiB{21527},
          .healthy = true};
}

inline HolderPtr holder(const std::string& uid, std::int64_t priority = 0) {
  return std::make_shared<const Holder>(
      Holder{.uid = PodUid{uid}, .pod = {"default", "pod-" + uid}, .priority = priority});
}

inline Share a_share(const std::string& uid, const Amount& taken, Hold hold = Hold::kPart) {
  return {.holder = holder(uid), .amount = taken, .hold = hold, .mode = Mode::kSoft};
}

inline ShareId share_id(const std::string& pod, std::size_t ordinal = 0) {
  return ShareId::of_container(PodUid{pod}, "c", ordinal);
}

/// Builds an allocation container by container.
class AnAllocation {
 public:
  AnAllocation(const std::string& node, const std::string& uid) {
    allocation_.node = NodeName{node};
    allocation_.holder = holder(uid);
  }

  AnAllocation& container(ContainerKind kind, const std::string& name = {}) {
    const std::string given = "c" + std::to_string(allocation_.containers.size());
    allocation_.containers.push_back({name.empty() ? given : name, kind});
    return *this;
  }

  /// A grant for the container added last.
  AnAllocation& grant(const std::string& chip, const Amount& taken, Hold hold = Hold::kPart) {
    if (allocation_.containers.empty()) container(ContainerKind::kApp);
    allocation_.grants.push_back(
        {.container = static_cast<std::uint16_t>(allocation_.containers.size() - 1),
         .chip = ChipUuid{chip},
         .model = ModelName{"Ascend310P"},
         .amount = taken,
         .quota = {taken.memory, taken.cores},
         .hold = hold,
         .mode = Mode::kSoft});
    return *this;
  }

  operator Allocation() const { return allocation_; }  // NOLINT(google-explicit-constructor)

 private:
  Allocation allocation_;
};

inline Inventory fresh(std::vector<Chip> chips) {
  return {.chips = std::move(chips), .registration = Registration::kFresh};
}

/// A fresh node with these soft-split chips.
inline NodeLedger a_soft_node(const std::string& name, const std::vector<std::string>& uuids) {
  std::vector<Chip> chips;
  for (const std::string& uuid : uuids) chips.push_back(a_soft_chip(uuid, chips.size()));
  NodeLedger node{NodeName{name}};
  node.register_chips(fresh(std::move(chips)));
  return node;
}

}  // namespace npushare::test
