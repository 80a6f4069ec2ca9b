#include "scheduler/embedded/device_taints.hpp"

#include <algorithm>

namespace npushare::embedded {

using wire::Json;

namespace {

bool names(const Json& selector, const char* key, const std::string& value) {
  return selector[key].is_null() || selector[key].string() == value;
}

/// A rule without a selector is for no device, one with an empty selector for all.
bool is_about(const Json& rule, const DeviceId& id) {
  const Json& selector = rule.at("spec", "deviceSelector");
  return selector.is_object() && names(selector, "driver", id.driver) &&
         names(selector, "pool", id.pool) && names(selector, "device", id.name);
}

bool keeps_off(const Json& taint) {
  const std::string& effect = taint["effect"].string();
  return effect == "NoSchedule" || effect == "NoExecute";
}

bool tolerates(const Json& toleration, const Json& taint) {
  if (!names(toleration, "effect", taint["effect"].string())) return false;
  const bool exists = toleration["operator"].string() == "Exists";
  if (toleration["key"].string().empty()) return exists;
  if (toleration["key"] != taint["key"]) return false;
  return exists || toleration["value"].string() == taint["value"].string();
}

std::vector<Json> taints_of(const PoolDevice& device, const std::vector<Object>& rules) {
  std::vector<Json> taints = device.device["taints"].items();
  for (const Object& rule : rules)
    if (is_about(*rule, device.id)) taints.push_back(rule->at("spec", "taint"));
  return taints;
}

}  // namespace

bool is_tolerated(const PoolDevice& device, const std::vector<Object>& taint_rules,
                  const Json& request) {
  const Json::Array& tolerations = request["tolerations"].items();
  return std::ranges::all_of(taints_of(device, taint_rules), [&](const Json& taint) {
    return !keeps_off(taint) || std::ranges::any_of(tolerations, [&](const Json& toleration) {
      return tolerates(toleration, taint);
    });
  });
}

}  // namespace npushare::embedded
