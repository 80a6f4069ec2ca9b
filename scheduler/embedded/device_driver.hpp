/// The DRA driver of a simulated node: the slice that it publishes, and what it prepares for a pod.
///
/// Units:  memory MiB; the quota of a container MiB, rounded down as the driver does.
/// Errors: prepared_claims() -> kConflict: a claim is not there, not allocated or not reserved
/// for
///         the pod; kInvalid: a result of another driver, or of a device that no slice has.
/// Source: spec/dra-accounting.md 1.1-1.3, 1.6, 5.
#pragma once

#include <string>
#include <vector>

#include "accounting/result.hpp"
#include "accounting/units.hpp"
#include "scheduler/embedded/objects.hpp"

namespace npushare::embedded {

inline constexpr const char* kDriver = "ascend.project-hami.io";

struct DriverChip {
  std::string uuid;
  std::int64_t physical_id = 0;
};

struct DriverNode {
  std::string name;
  std::string uid;
  std::string product;  // 310P3
  MiB memory;           // of each chip
  std::vector<DriverChip> chips;
};

/// One pool a node, one slice a pool.
wire::Json slice_object(const DriverNode& node);

/// The class that converted claims name.
wire::Json device_class();

/// One record a claim of ours: {claim, claimUID, via, env}.
Result<std::vector<wire::Json>> prepared_claims(const Objects& objects, const wire::Json& pod);

}  // namespace npushare::embedded
