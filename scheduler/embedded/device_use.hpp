/// What claims have taken of devices, and what a request would take.
///
/// Units:  as the slices say; a device's keys are all counted, whether asked for or not.
/// Source: spec/dra-accounting.md 3.2-3.4. Written apart from dra/ on purpose.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scheduler/embedded/device_pools.hpp"
#include "scheduler/embedded/measure.hpp"

namespace npushare::embedded {

/// A share's part, by the device's keys. The text is what the claim's status shows.
struct SharePart {
  Measure amount;
  std::string text;
};
using Shared = std::map<std::string, SharePart>;

/// Nothing: a key that the device has not, or an amount that its policy rules out.
std::optional<Shared> consumed(const wire::Json& device, const wire::Json& requests);

class DeviceUse {
 public:
  DeviceUse() = default;
  /// What the allocations of these claims hold, results with adminAccess left out.
  explicit DeviceUse(const std::vector<Object>& claims);

  bool has_room(const PoolDevice& device, const Shared& share) const;
  bool is_dedicated(const DeviceId& id) const { return dedicated_.contains(id); }
  bool is_used(const DeviceId& id) const { return dedicated_.contains(id) || sums_.contains(id); }

  void share(const DeviceId& id, const Shared& share);
  void dedicate(const DeviceId& id) { dedicated_.insert(id); }

 private:
  void count(const wire::Json& result);

  std::map<DeviceId, std::map<std::string, long double>> sums_;
  std::set<DeviceId> dedicated_;
};

}  // namespace npushare::embedded
