/// ResourceClaims of DRA: who asked for which devices, what was allocated, and for whom it is kept.
///
/// Shape:   requests and results in the object's order. Quantities stay text, as written:
/// quantity.hpp
///          reads them. What a result consumes is what its status says, never worked out from the
///          spec.
/// Errors:  kInvalid with the path of the field, as in object_reader.hpp. Values that only mean
///          nothing (a quantity that is none, a shareID that is no UUID) stay as they are: whoever
///          counts them decides.
/// Threads: plain values.
/// Source:  resource.k8s.io/v1 ResourceClaim; spec/dra-accounting.md 2.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/wire/object_reader.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

/// What is asked for of one device: an `exactly`, or one of `firstAvailable`.
struct DeviceAsk {
  std::string name;  // of the sub-request; empty for `exactly`
  std::string device_class;
  std::string mode;        // allocationMode: ExactCount where none is written
  std::int64_t count = 1;  // meaningless for mode All
  bool admin_access = false;
  StringMap capacity;                  // capacity.requests: key to quantity
  std::vector<std::string> selectors;  // CEL expressions
};

struct DeviceRequest {
  std::string name;
  std::vector<DeviceAsk> asks;  // one for `exactly`, else the alternatives, best first
};

struct DeviceConstraint {
  std::vector<std::string> requests;  // none: all
  std::string match_attribute;
  std::string distinct_attribute;
};

/// One device, or one share of it, that a claim has.
struct DeviceResult {
  std::string request;  // "main", or "main/sub" of firstAvailable
  std::string driver;
  std::string pool;
  std::string device;
  std::optional<std::string> share_id;  // absent: the device is the claim's alone
  std::optional<StringMap> consumed;    // consumedCapacity: key to quantity
  bool admin_access = false;
};

struct ClaimAllocation {
  std::vector<DeviceResult> results;
  std::vector<std::string> nodes;  // by name, as status.allocation.nodeSelector lists them
};

/// An entry of status.reservedFor.
struct ClaimConsumer {
  std::string group;     // empty for pods
  std::string resource;  // "pods"
  std::string name;
  std::string uid;

  bool is_pod() const { return group.empty() && resource == "pods"; }
  friend bool operator==(const ClaimConsumer&, const ClaimConsumer&) = default;
};

struct ClaimOwner {
  std::string kind;
  std::string name;
  std::string uid;
  bool is_controller = false;

  friend bool operator==(const ClaimOwner&, const ClaimOwner&) = default;
};

struct ResourceClaim {
  std::string space;
  std::string name;
  std::string uid;
  std::string resource_version;
  StringMap labels;
  StringMap annotations;
  std::vector<ClaimOwner> owners;
  std::string created;  // metadata.creationTimestamp
  std::string deleted;  // metadata.deletionTimestamp; empty: nobody deletes it
  bool has_finalizers = false;

  std::vector<DeviceRequest> requests;
  std::vector<DeviceConstraint> constraints;
  std::optional<ClaimAllocation> allocation;  // none: it waits, or was let go
  std::vector<ClaimConsumer> reserved_for;
};

inline std::string identity_of(const ResourceClaim& claim) {
  return claim.space + "/" + claim.name;
}

Result<ResourceClaim> read_claim(std::string_view json);
Result<ListMeta> read_claim_list(std::string_view json,
                                 const std::function<void(ResourceClaim&&)>& each);
Result<WatchEvent<ResourceClaim>> read_claim_event(std::string_view line);

}  // namespace npushare::wire
