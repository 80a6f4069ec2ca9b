#include "config/volcano_names.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace npushare::config {
namespace {

using enum VolcanoType;

constexpr std::array<std::string_view, 6> kActions = {"allocate", "backfill", "enqueue",
                                                      "preempt",  "reclaim",  "shuffle"};
constexpr std::array<std::string_view, 2> kLateActions = {"gangpreempt", "gangreclaim"};

}  // namespace

std::span<const VolcanoKey> deviceshare_keys() {
  static const std::vector<VolcanoKey> keys = {{"deviceshare.AscendHAMiVNPUEnable", kBool},
                                               {"deviceshare.AscendMindClusterVNPUEnable", kBool},
                                               {"deviceshare.VGPUEnable", kBool},
                                               {"deviceshare.GPUSharingEnable", kBool},
                                               {"deviceshare.GPUNumberEnable", kBool},
                                               {"deviceshare.NodeLockEnable", kBool},
                                               {"deviceshare.SchedulePolicy", kText},
                                               {"deviceshare.ScheduleWeight", kInteger},
                                               {"deviceshare.KnownGeometriesCMName", kText},
                                               {"deviceshare.KnownGeometriesCMNamespace", kText},
                                               {"deviceshare.GPUExclusiveRules", kForeign}};
  return keys;
}

std::span<const VolcanoKey> extender_keys() {
  static const std::vector<VolcanoKey> keys = {
      {"extender.urlPrefix", kText},         {"extender.httpTimeout", kDuration},
      {"extender.onSessionOpenVerb", kText}, {"extender.onSessionCloseVerb", kText},
      {"extender.predicateVerb", kText},     {"extender.prioritizeVerb", kText},
      {"extender.preemptableVerb", kText},   {"extender.reclaimableVerb", kText},
      {"extender.queueOverusedVerb", kText}, {"extender.jobEnqueueableVerb", kText},
      {"extender.jobEnqueuedVerb", kText},   {"extender.jobReadyVerb", kText},
      {"extender.allocateFuncVerb", kText},  {"extender.deallocateFuncVerb", kText},
      {"extender.ignorable", kBool},         {"extender.managedResources", kTexts}};
  return keys;
}

std::span<const std::string> volcano_plugins() {
  static const std::vector<std::string> names = {"binpack",
                                                 "capacity",
                                                 "cdp",
                                                 "conformance",
                                                 "deviceshare",
                                                 "drf",
                                                 "extender",
                                                 "gang",
                                                 "network-topology-aware",
                                                 "nodegroup",
                                                 "nodeorder",
                                                 "numa-aware",
                                                 "overcommit",
                                                 "pdb",
                                                 "predicates",
                                                 "priority",
                                                 "proportion",
                                                 "rescheduling",
                                                 "resource-strategy-fit",
                                                 "resourcequota",
                                                 "sla",
                                                 "task-topology",
                                                 "tdm",
                                                 "usage"};
  return names;
}

std::span<const std::string> volcano_switches() {
  static const std::vector<std::string> names = {
      "enableJobOrder",        "enableHierarchy",         "enableJobReady",
      "enableJobPipelined",    "enableTaskOrder",         "enablePreemptable",
      "enableReclaimable",     "enablePreemptive",        "enableQueueOrder",
      "enablePredicate",       "enableBestNode",          "enableNodeOrder",
      "enableTargetJob",       "enableReservedNodes",     "enableJobEnqueued",
      "enableJobStarving",     "enabledClusterOrder",
      "EnabledClusterOrder",  // as v1.14 spells it
      "enabledVictim",         "enabledOverused",         "enabledAllocatable",
      "enabledHyperNodeOrder", "enabledSubJobReady",      "enabledSubJobPipelined",
      "enabledSubJobOrder",    "enabledHyperNodeGradient"};
  return names;
}

bool is_volcano_action(std::string_view name) {
  return std::ranges::find(kActions, name) != kActions.end() || is_late_volcano_action(name);
}

bool is_late_volcano_action(std::string_view name) {
  return std::ranges::find(kLateActions, name) != kLateActions.end();
}

}  // namespace npushare::config
