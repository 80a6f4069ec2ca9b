#include "scheduler/wire/pod_reader.hpp"

#include <algorithm>
#include <iterator>

#include "scheduler/wire/list_reader.hpp"
#include "scheduler/wire/object_reader.hpp"
#include "scheduler/wire/pod_claims.hpp"
#include "scheduler/wire/shape_reader.hpp"

namespace npushare::wire {
namespace {

struct InitStatus {
  std::string name;
  bool has_ended = false;
  std::int64_t exit_code = 0;
};

struct PodBuild {
  Pod pod;
  std::vector<ContainerSpec> init;
  std::vector<ContainerSpec> apps;
  std::vector<InitStatus> init_statuses;
  ContainerSpec* container = nullptr;  // the last one begun
  PodClaimsBuild claims;
  PodIdentity identity;
  Envelope<Pod> envelope;
};

using View = std::string_view;
using PodField = Field<PodBuild>;

constexpr PodField kResources[] = {
    {.key = "limits",
     .kind = FieldKind::kQuantities,
     .open = [](PodBuild& b) { b.container->limits.clear(); },
     .keep = is_extended_resource,
     .put = [](PodBuild& b, View key, View v) { b.container->limits[std::string(key)] = v; }},
    {.key = "requests",
     .kind = FieldKind::kQuantities,
     .open = [](PodBuild& b) { b.container->requests.clear(); },
     .keep = is_extended_resource,
     .put = [](PodBuild& b, View key, View v) { b.container->requests[std::string(key)] = v; }},
};

constexpr PodField kContainer[] = {
    {.key = "name", .set_text = [](PodBuild& b, View v) { b.container->name = v; }},
    {.key = "resources", .kind = FieldKind::kObject, .inner = kResources},
};

constexpr PodField kInitContainer[] = {
    kContainer[0],
    kContainer[1],
    {.key = "restartPolicy",
     .set_text =
         [](PodBuild& b, View v) {
           b.container->kind = v == "Always" ? ContainerKind::kSidecar : ContainerKind::kInit;
         }},
};

template <std::size_t kPart>
void identify(PodBuild& build, View value) {
  build.identity[kPart] = value;
  set_identity(build.pod, kPart, value);
}

constexpr PodField kMetadata[] = {
    {.key = "name", .set_text = identify<0>},
    {.key = "namespace", .set_text = identify<1>},
    {.key = "uid", .set_text = identify<2>},
    {.key = "resourceVersion", .set_text = identify<3>},
    {.key = "creationTimestamp", .set_text = identify<4>},
    {.key = "deletionTimestamp",
     .set_text = [](PodBuild& b, View v) { b.pod.is_terminating = !v.empty(); }},
    {.key = "labels",
     .kind = FieldKind::kTexts,
     .open = [](PodBuild& b) { b.pod.labels.clear(); },
     .keep = [](View) { return true; },
     .put = [](PodBuild& b, View key, View v) { b.pod.labels.add(key, v); }},
    {.key = "annotations",
     .kind = FieldKind::kTexts,
     .open = [](PodBuild& b) { b.pod.annotations.clear(); },
     .keep = is_our_annotation,
     .put = [](PodBuild& b, View key, View v) { b.pod.annotations[std::string(key)] = v; }},
};

constexpr PodField kSpec[] = {
    {.key = "nodeName", .set_text = [](PodBuild& b, View v) { b.pod.node = NodeName(v); }},
    {.key = "schedulerName", .set_text = [](PodBuild& b, View v) { b.pod.scheduler_name = v; }},
    {.key = "priority",
     .kind = FieldKind::kInteger,
     .set_integer = [](PodBuild& b, std::int64_t v) { b.pod.priority = v; }},
    {.key = "schedulingGates",
     .kind = FieldKind::kItems,
     .open = [](PodBuild& b) { b.pod.is_gated = false; },
     .item = [](PodBuild& b, std::size_t) { b.pod.is_gated = true; }},
    kResourceClaims<PodBuild>,
    {.key = "initContainers",
     .kind = FieldKind::kItems,
     .inner = kInitContainer,
     .open = [](PodBuild& b) { b.init.clear(); },
     .item =
         [](PodBuild& b, std::size_t) {
           b.container = &b.init.emplace_back();
           b.container->kind = ContainerKind::kInit;
         }},
    {.key = "containers",
     .kind = FieldKind::kItems,
     .inner = kContainer,
     .open = [](PodBuild& b) { b.apps.clear(); },
     .item = [](PodBuild& b, std::size_t) { b.container = &b.apps.emplace_back(); }},
};

constexpr PodField kTerminated[] = {
    {.key = "exitCode",
     .kind = FieldKind::kInteger,
     .set_integer = [](PodBuild& b, std::int64_t v) { b.init_statuses.back().exit_code = v; }},
};

constexpr PodField kState[] = {
    {.key = "terminated",
     .kind = FieldKind::kObject,
     .inner = kTerminated,
     .open = [](PodBuild& b) { b.init_statuses.back().has_ended = true; }},
};

constexpr PodField kInitStatus[] = {
    {.key = "name", .set_text = [](PodBuild& b, View v) { b.init_statuses.back().name = v; }},
    {.key = "state", .kind = FieldKind::kObject, .inner = kState},
};

constexpr PodField kStatus[] = {
    {.key = "phase", .set_text = [](PodBuild& b, View v) { b.pod.phase = v; }},
    {.key = "nominatedNodeName",
     .set_text = [](PodBuild& b, View v) { b.pod.nominated_node = NodeName(v); }},
    kResourceClaimStatuses<PodBuild>,
    kExtendedClaimStatus<PodBuild>,
    {.key = "initContainerStatuses",
     .kind = FieldKind::kItems,
     .inner = kInitStatus,
     .open = [](PodBuild& b) { b.init_statuses.clear(); },
     .item = [](PodBuild& b, std::size_t) { b.init_statuses.emplace_back(); }},
};

constexpr PodField kPod[] = {
    {.key = "kind", .set_text = [](PodBuild& b, View v) { b.envelope.kind = v; }},
    {.key = "metadata", .kind = FieldKind::kObject, .inner = kMetadata},
    {.key = "spec", .kind = FieldKind::kObject, .inner = kSpec},
    {.key = "status", .kind = FieldKind::kObject, .inner = kStatus},
};

/// A container without a status, or one that runs again, has not ended.
bool has_ended_well(const PodBuild& build, const ContainerSpec& container) {
  const auto status = std::ranges::find(build.init_statuses, container.name, &InitStatus::name);
  return status != build.init_statuses.end() && status->has_ended && status->exit_code == 0;
}

Pod take_pod(PodBuild& build) {
  Pod pod = std::exchange(build.pod, {});
  pod.init_done = std::ranges::all_of(build.init, [&](const ContainerSpec& container) {
    return container.kind != ContainerKind::kInit || has_ended_well(build, container);
  });
  pod.containers = std::exchange(build.init, {});
  std::ranges::move(build.apps, std::back_inserter(pod.containers));
  build.apps.clear();
  build.init_statuses.clear();
  pod.claims = build.claims.take();
  return pod;
}

View end_of_item(PodBuild& build, std::size_t) {
  Pod pod = take_pod(build);
  if (pod.key.name.empty()) return "metadata.name is missing";
  (*build.envelope.each)(std::move(pod));
  return {};
}

constexpr PodField kItem[] = {kPod[1], kPod[2], kPod[3]};  // an item's kind says nothing
constexpr std::array kPodList = list_fields<PodBuild>(kItem, nullptr, end_of_item);

}  // namespace

void set_identity(Pod& pod, std::size_t part, std::string_view value) {
  switch (part) {
    case 0: pod.key.name = value; return;
    case 1: pod.key.space = value; return;
    case 2: pod.uid = PodUid(value); return;
    case 3: pod.resource_version = value; return;
    case 4: pod.created = value; return;
  }
}

Result<std::size_t> read_first_pod(std::string_view json, Pod& pod, PodTrace* trace) {
  PodBuild build;
  auto* const skipped = trace != nullptr ? &trace->skipped : nullptr;
  const Result<std::size_t> end = read_first<PodBuild>(json, kPod, build, skipped);
  if (!end) return end.error();
  if (trace != nullptr) trace->identity = build.identity;
  const Result<> kind = expect_kind(build.envelope.kind, "Pod");
  if (!kind) return kind.error();
  pod = take_pod(build);
  return *end;
}

Result<Pod> read_pod(std::string_view json) {
  Pod pod;
  const Result<std::size_t> end = read_first_pod(json, pod);
  if (!end) return end.error();
  const Result<> alone = expect_end(json, *end);
  if (!alone) return alone.error();
  return pod;
}

Result<ListMeta> read_pod_list(std::string_view json, const std::function<void(Pod&&)>& each) {
  PodBuild build;
  build.envelope.each = &each;
  return read_list<PodBuild>(json, kPodList, build, "PodList");
}

}  // namespace npushare::wire
