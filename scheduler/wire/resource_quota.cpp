#include "scheduler/wire/resource_quota.hpp"

#include <string>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/quantity_map.hpp"
#include "scheduler/wire/small_object.hpp"

namespace npushare::wire {
namespace {

constexpr std::string_view kLimits = "limits.";

Result<ResourceQuota> quota_of(const Json& json) {
  const Json& meta = json["metadata"];
  ResourceQuota quota;
  quota.space = meta["namespace"].string();
  quota.name = meta["name"].string();
  quota.resource_version = meta["resourceVersion"].string();
  for (const auto& [key, value] : json.at("spec", "hard").members())
    if (key.starts_with(kLimits)) quota.hard.insert_or_assign(key, quantity_text(value));
  return quota;
}

}  // namespace

Result<ResourceQuota> read_quota(std::string_view json) {
  return read_small<ResourceQuota>(json, "ResourceQuota", quota_of);
}

Result<ListMeta> read_quota_list(std::string_view json,
                                 const std::function<void(ResourceQuota&&)>& each) {
  return read_small_list<ResourceQuota>(json, "ResourceQuotaList", quota_of, each);
}

Result<WatchEvent<ResourceQuota>> read_quota_event(std::string_view line) {
  return read_small_event<ResourceQuota>(line, "ResourceQuota", quota_of);
}

}  // namespace npushare::wire
