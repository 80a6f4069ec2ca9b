#include "scheduler/wire/taint_rule.hpp"

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/small_object.hpp"

namespace npushare::wire {
namespace {

Result<TaintRule> rule_of(const Json& json) {
  const Json& meta = json["metadata"];
  const Json& device = json.at("spec", "deviceSelector");
  const Json& taint = json.at("spec", "taint");
  return TaintRule{.name = meta["name"].string(),
                   .uid = meta["uid"].string(),
                   .resource_version = meta["resourceVersion"].string(),
                   .driver = device["driver"].string(),
                   .pool = device["pool"].string(),
                   .device = device["device"].string(),
                   .key = taint["key"].string(),
                   .value = taint["value"].string(),
                   .effect = taint["effect"].string()};
}

}  // namespace

Result<TaintRule> read_taint_rule(std::string_view json) {
  return read_small<TaintRule>(json, "DeviceTaintRule", rule_of);
}

Result<ListMeta> read_taint_rule_list(std::string_view json,
                                      const std::function<void(TaintRule&&)>& each) {
  return read_small_list<TaintRule>(json, "DeviceTaintRuleList", rule_of, each);
}

Result<WatchEvent<TaintRule>> read_taint_rule_event(std::string_view line) {
  return read_small_event<TaintRule>(line, "DeviceTaintRule", rule_of);
}

std::string write_taint_rule(const TaintRule& rule, std::string_view version) {
  const Json body = Json::Object{
      {"apiVersion", "resource.k8s.io/" + std::string(version)},
      {"kind", "DeviceTaintRule"},
      {"metadata", Json::Object{{"name", rule.name}}},
      {"spec",
       Json::Object{
           {"deviceSelector",
            Json::Object{{"driver", rule.driver}, {"pool", rule.pool}, {"device", rule.device}}},
           {"taint",
            Json::Object{{"key", rule.key}, {"value", rule.value}, {"effect", rule.effect}}}}}};
  return body.text();
}

}  // namespace npushare::wire
