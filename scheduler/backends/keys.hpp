/// The annotation keys shared with the node plugin, with HAMi and with Volcano.
#pragma once

#include <string>
#include <string_view>

#include "accounting/names.hpp"

namespace npushare::backends {

inline constexpr std::string_view kModeKey = "huawei.com/vnpu-mode";
inline constexpr std::string_view kSoftMode = "hami-core";
inline constexpr std::string_view kNodeKey = "hami.io/vgpu-node";
inline constexpr std::string_view kTimeKey = "hami.io/vgpu-time";
inline constexpr std::string_view kBindTimeKey = "hami.io/bind-time";
inline constexpr std::string_view kBindPhaseKey = "hami.io/bind-phase";
inline constexpr std::string_view kPredicateTimeKey = "predicate-time";
inline constexpr std::string_view kNodePolicyKey = "hami.io/node-scheduler-policy";
inline constexpr std::string_view kChipPolicyKey = "hami.io/gpu-scheduler-policy";
inline constexpr std::string_view kNodeLockKey = "hami.io/mutex.lock";
inline constexpr std::string_view kNudgeKey = "npushare.io/nudge";
inline constexpr std::string_view kCordonKey = "npushare.io/cordoned-chips";
inline constexpr std::string_view kSoftNodeKey = "hami-vnpu-core";

inline std::string register_key(const ModelName& model) {
  return "hami.io/node-register-" + model.text();
}
inline std::string handshake_key(const ModelName& model) {
  return "hami.io/node-handshake-" + model.text();
}
inline std::string to_allocate_key(const ModelName& model) {
  return "hami.io/" + model.text() + "-devices-to-allocate";
}
inline std::string allocated_key(const ModelName& model) {
  return "hami.io/" + model.text() + "-devices-allocated";
}
inline std::string runtime_key(const ModelName& model) {
  return "huawei.com/" + model.text();
}
inline std::string use_uuid_key(const ModelName& model) {
  return "hami.io/use-" + model.text() + "-uuid";
}
inline std::string no_use_uuid_key(const ModelName& model) {
  return "hami.io/no-use-" + model.text() + "-uuid";
}

}  // namespace npushare::backends
