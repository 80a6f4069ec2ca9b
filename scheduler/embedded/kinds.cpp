#include "scheduler/embedded/kinds.hpp"

#include <algorithm>
#include <array>

namespace npushare::embedded {
namespace {

constexpr std::array<Kind, 8> kKinds{{
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

}  // namespace npushare::embedded
