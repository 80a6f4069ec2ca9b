/// ResourceQuotas (v1), as far as namespaces are limited by them.
///
/// Units:  quantities stay text; backends/quota_limits.hpp reads them.
/// Errors: kInvalid with the path of the field, as in object_reader.hpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "scheduler/wire/object_reader.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

struct ResourceQuota {
  std::string space;
  std::string name;
  std::string resource_version;
  StringMap hard;  // spec.hard, keys that begin with "limits." only
};

inline std::string identity_of(const ResourceQuota& quota) {
  return quota.space + "/" + quota.name;
}

Result<ResourceQuota> read_quota(std::string_view json);
Result<ListMeta> read_quota_list(std::string_view json,
                                 const std::function<void(ResourceQuota&&)>& each);
Result<WatchEvent<ResourceQuota>> read_quota_event(std::string_view line);

}  // namespace npushare::wire
