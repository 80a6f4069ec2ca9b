/// DeviceTaintRules of DRA: what keeps claims off a device without its driver's help.
///
/// Shape:   one device, named in full, and one taint. A selector that leaves a part out has it
///          empty here.
/// Errors:  kInvalid with the path of the field, as in object_reader.hpp.
/// Threads: plain values.
/// Source:  resource.k8s.io DeviceTaintRule; KEP-5055.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "scheduler/wire/object_reader.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

struct TaintRule {
  std::string name;
  std::string uid;
  std::string resource_version;
  std::string driver;
  std::string pool;
  std::string device;
  std::string key;
  std::string value;
  std::string effect;  // NoSchedule, NoExecute, None
};

inline std::string identity_of(const TaintRule& rule) {
  return rule.name;
}

Result<TaintRule> read_taint_rule(std::string_view json);
Result<ListMeta> read_taint_rule_list(std::string_view json,
                                      const std::function<void(TaintRule&&)>& each);
Result<WatchEvent<TaintRule>> read_taint_rule_event(std::string_view line);

/// The body of a POST; `version` of the group that the server has: v1, v1beta2, v1alpha3.
std::string write_taint_rule(const TaintRule& rule, std::string_view version);

}  // namespace npushare::wire
