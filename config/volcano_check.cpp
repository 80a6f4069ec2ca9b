#include "config/volcano_check.hpp"

#include <string>

#include "config/suggestion.hpp"
#include "config/volcano_values.hpp"

namespace npushare::config {
namespace {

constexpr const char* kHami = "deviceshare.AscendHAMiVNPUEnable";
constexpr const char* kMindCluster = "deviceshare.AscendMindClusterVNPUEnable";
constexpr const char* kPolicy = "deviceshare.SchedulePolicy";
constexpr const char* kWeight = "deviceshare.ScheduleWeight";
constexpr const char* kMapName = "deviceshare.KnownGeometriesCMName";
constexpr const char* kMapSpace = "deviceshare.KnownGeometriesCMNamespace";

void check_policy(const VolcanoArguments& given, Report& report) {
  const std::string policy = given.text(kPolicy);
  if (policy.empty() || policy == "binpack" || policy == "spread") return;
  const bool is_binpack = nearest(policy, std::vector<std::string>{"binpack"}).has_value();
  const bool is_spread = nearest(policy, std::vector<std::string>{"spread"}).has_value();
  report.error(given.line_of(kPolicy), kPolicy,
               "\"" + policy + "\" is no policy, and Volcano silently scores nothing by it",
               is_binpack  ? "write `binpack`"
               : is_spread ? "write `spread`"
                           : "write `binpack` or `spread`");
}

/// A weight left out is a slip, and we go by the policy; a weight of 0 is the operator's will.
void check_weight(const VolcanoArguments& given, Report& report) {
  const std::string policy = given.text(kPolicy);
  if (policy.empty()) return;
  if (!given.has(kWeight)) {
    report.warn(given.line_of(kPolicy), kPolicy,
                "without deviceshare.ScheduleWeight, which is 0 then, Volcano itself ignores \"" +
                    policy + "\"; npushare goes by it all the same",
                "add `deviceshare.ScheduleWeight: 10`");
    return;
  }
  const auto weight = given.integer(kWeight);
  if (!weight || *weight > 0) return;
  report.warn(given.line_of(kWeight), kWeight,
              "is " + std::to_string(*weight) + ", so no node is scored by the policy \"" + policy +
                  "\"; npushare picks the chips of a node by it all the same",
              "write a number above 0, e.g. `10`");
}

void check_switches_of_devices(const VolcanoArguments& given, Report& report) {
  if (given.truth(kHami) && given.truth(kMindCluster)) {
    report.error(given.line_of(kMindCluster), kMindCluster,
                 "is true beside deviceshare.AscendHAMiVNPUEnable: two owners of the same chips",
                 "keep the one that the nodes' plugin is made for");
  } else if (given.truth(kMindCluster)) {
    report.warn(given.line_of(kMindCluster), kMindCluster,
                "pods that ask for huawei.com/npu-core are MindCluster's, and npushare leaves them "
                "alone",
                "remove it unless nodes run MindCluster's plugin");
  }
  const bool counts_cards = given.truth("deviceshare.GPUNumberEnable");
  const bool shares_memory = given.truth("deviceshare.GPUSharingEnable");
  if (counts_cards && shares_memory)
    report.error(given.line_of("deviceshare.GPUNumberEnable"), "deviceshare.GPUNumberEnable",
                 "is true beside deviceshare.GPUSharingEnable, which ends the scheduler's process",
                 "keep one of them");
  if ((counts_cards || shares_memory) && given.truth("deviceshare.VGPUEnable"))
    report.error(given.line_of("deviceshare.VGPUEnable"), "deviceshare.VGPUEnable",
                 "is true beside GPUSharingEnable or GPUNumberEnable, which ends the scheduler's "
                 "process",
                 "keep one of them");
}

void check_map(const VolcanoArguments& given, Report& report) {
  if (!given.truth(kHami) || !given.text(kMapName).empty()) return;
  report.warn(
      given.line_of(given.has(kMapSpace) ? kMapSpace : kHami), kMapName,
      "is missing, so Volcano reads chips from volcano-vgpu-device-config, the ConfigMap of "
      "its vGPUs",
      "add `deviceshare.KnownGeometriesCMName: hami-scheduler-device`");
}

void check_lock(const VolcanoArguments& given, Report& report) {
  constexpr const char* kLock = "deviceshare.NodeLockEnable";
  if (!given.truth(kLock)) return;
  report.warn(
      given.line_of(kLock), kLock,
      "Volcano's node lock names no pod, is taken in trials and never given back: one pod a "
      "node and session, and binds that wait for it",
      "remove it; npushare takes the lock itself, at the bind");
}

}  // namespace

void check_deviceshare(const VolcanoParts& parts, Report& report) {
  if (parts.deviceshare == nullptr) return;
  const VolcanoArguments& given = parts.device_arguments;
  check_policy(given, report);
  check_weight(given, report);
  check_switches_of_devices(given, report);
  check_map(given, report);
  check_lock(given, report);
  if (parts.tiers.plugin("predicates") != nullptr) return;
  report.error(
      parts.deviceshare->line, parts.deviceshare->path,
      "deviceshare without the plugin predicates allocates nothing: pods are bound without "
      "chips",
      "add `- name: predicates` before it");
}

void check_volcano_actions(const VolcanoParts& parts, Report& report) {
  const VolcanoTiers& tiers = parts.tiers;
  if (!tiers.has_action("allocate"))
    report.warn(tiers.actions_line, "actions",
                "without allocate no pod is scheduled but by backfill",
                "add allocate after enqueue");
  const VolcanoEntry* preempt = tiers.configuration("preempt");
  const bool is_asked = parts.extender != nullptr && !parts.picks_chips();
  if (!is_asked || !tiers.has_action("preempt") || preempt == nullptr || !preempt->arguments)
    return;
  const YamlNode* topology = preempt->arguments->find("enableTopologyAwarePreemption");
  if (topology == nullptr || !volcano_bool(*topology).value_or(false)) return;
  report.warn(topology->line, preempt->path + ".arguments.enableTopologyAwarePreemption",
              "its trials do not ask the extender, so victims may leave for chips that do not fit",
              "remove it");
}

}  // namespace npushare::config
