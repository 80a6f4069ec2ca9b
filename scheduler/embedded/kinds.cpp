#include "scheduler/embedded/kinds.hpp"

#include <algorithm>
#include <array>

namespace npushare::embedded {
namespace {

constexpr std::string_view kDeviceGroup = "resource.k8s.io";

constexpr std::array<Kind, 13> kKinds{{
    {.group = "",
     .version = "v1",
     .plural = "pods",
     .name = "Pod",
     .registry = "pods",
     .has_status = true},
    {.group = "",
     .version = "v1",
     .plural = "nodes",
     .name = "Node",
     .registry = "minions",
     .is_namespaced = false,
     .has_status = true},
    {.group = "",
     .version = "v1",
     .plural = "configmaps",
     .name = "ConfigMap",
     .registry = "configmaps"},
    {.group = "", .version = "v1", .plural = "events", .name = "Event", .registry = "events"},
    {.group = "events.k8s.io",
     .version = "v1",
     .plural = "events",
     .name = "Event",
     .registry = "events"},
    {.group = "coordination.k8s.io",
     .version = "v1",
     .plural = "leases",
     .name = "Lease",
     .registry = "leases",
     .needs_version = true},
    {.group = "",
     .version = "v1",
     .plural = "resourcequotas",
     .name = "ResourceQuota",
     .registry = "resourcequotas",
     .has_status = true},
    {.group = "policy",
     .version = "v1",
     .plural = "poddisruptionbudgets",
     .name = "PodDisruptionBudget",
     .registry = "poddisruptionbudgets",
     .has_status = true},
    {.group = kDeviceGroup,
     .version = "v1",
     .plural = "resourceslices",
     .name = "ResourceSlice",
     .registry = "resourceslices",
     .is_namespaced = false},
    {.group = kDeviceGroup,
     .version = "v1",
     .plural = "resourceclaims",
     .name = "ResourceClaim",
     .registry = "resourceclaims",
     .has_status = true},
    {.group = kDeviceGroup,
     .version = "v1",
     .plural = "resourceclaimtemplates",
     .name = "ResourceClaimTemplate",
     .registry = "resourceclaimtemplates"},
    {.group = kDeviceGroup,
     .version = "v1",
     .plural = "deviceclasses",
     .name = "DeviceClass",
     .registry = "deviceclasses",
     .is_namespaced = false},
    {.group = kDeviceGroup,
     .version = "v1",
     .plural = "devicetaintrules",
     .name = "DeviceTaintRule",
     .registry = "devicetaintrules",
     .is_namespaced = false,
     .has_status = true},
}};

}  // namespace

std::string Kind::api_version() const {
  const std::string text(version);
  return group.empty() ? text : std::string(group) + "/" + text;
}

std::string Kind::resource() const {
  const std::string text(plural);
  return group.empty() ? text : text + "." + std::string(group);
}

std::span<const Kind> all_kinds() {
  return kKinds;
}

const Kind* find_kind(std::string_view group, std::string_view version, std::string_view plural) {
  const auto* same = std::ranges::find_if(kKinds, [&](const Kind& kind) {
    return kind.group == group && kind.version == version && kind.plural == plural;
  });
  return same == kKinds.end() ? nullptr : same;
}

const Kind& pods() {
  return kKinds[0];
}
const Kind& nodes() {
  return kKinds[1];
}
const Kind& slices() {
  return kKinds[8];
}
const Kind& claims() {
  return kKinds[9];
}
const Kind& claim_templates() {
  return kKinds[10];
}
const Kind& device_classes() {
  return kKinds[11];
}
const Kind& taint_rules() {
  return kKinds[12];
}

bool is_of_devices(const Kind& kind) {
  return kind.group == kDeviceGroup;
}

}  // namespace npushare::embedded
