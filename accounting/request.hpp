/// What a pod asks for: one ask for each container and chip model, validated once at the border.
///
/// Everything in here is sane: amounts are positive, templates exist, nothing wrapped. Planning
/// trusts it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounting/allocation.hpp"

namespace npushare {

/// One container's wish for chips of one model.
struct Ask {
  std::uint16_t container = 0;  // index into Request::containers
  ModelName model;
  std::optional<Mode> mode;  // nothing: a whole chip of either mode
  std::size_t chips = 1;     // distinct chips
  Amount amount;  // of each chip; for kWhole only slots = 1 counts, the chip gives the rest
  Quota quota;    // what the container is told; for kWhole the chip's registered memory
  std::string template_name;
  Hold hold = Hold::kPart;
  MiB asked_memory;  // before rounding; 0 when the pod named none

  friend bool operator==(const Ask&, const Ask&) = default;
};

/// Which chips of a model a pod accepts, by exact uuid. An empty list does not restrict.
/// Source: hami.io/use-<model>-uuid and hami.io/no-use-<model>-uuid.
struct UuidList {
  ModelName model;
  std::vector<ChipUuid> allowed;
  std::vector<ChipUuid> denied;

  friend bool operator==(const UuidList&, const UuidList&) = default;
};

/// A pod that asks for no NPU has no asks: every node suits it and nothing is booked.
struct Request {
  HolderPtr holder;
  std::vector<Container> containers;  // annotation order: init containers first
  std::vector<Ask> asks;              // ascending container
  std::vector<UuidList> uuid_lists;
  std::optional<std::string> node_policy;  // the pod's own choice, a name the registry knows
  std::optional<std::string> chip_policy;

  bool wants_npu() const { return !asks.empty(); }
};

}  // namespace npushare
