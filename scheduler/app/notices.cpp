#include "scheduler/app/notices.hpp"

namespace npushare {
namespace {

/// Of the kinds that notices name.
std::string api_version_of(const std::string& kind) {
  return kind == "Lease" ? "coordination.k8s.io/v1" : "v1";
}

}  // namespace

void ToldNotices::tell(const verbs::Notice& notice) const {
  with_.log.tell(notice);
  std::optional<wire::ObjectRef> object = object_of(notice);
  if (!object) return;
  with_.recorder.note({.regarding = *std::move(object),
                       .type = notice.tone == verbs::Notice::Tone::kNormal
                                   ? kube::EventType::kNormal
                                   : kube::EventType::kWarning,
                       .reason = notice.reason,
                       .action = "Scheduling",
                       .note = notice.text});
}

void ToldNotices::refused(const PodKey& pod, const PodUid& uid, const std::string& text) const {
  with_.recorder.note(
      {.regarding = {.kind = "Pod", .space = pod.space, .name = pod.name, .uid = uid.text()},
       .type = kube::EventType::kWarning,
       .reason = "FailedNPUScheduling",
       .action = "Scheduling",
       .note = text});
}

std::optional<wire::ObjectRef> ToldNotices::object_of(const verbs::Notice& notice) const {
  if (notice.object.empty()) {
    if (!with_.config_map) return std::nullopt;
    return wire::ObjectRef{
        .kind = "ConfigMap", .space = with_.config_map->space, .name = with_.config_map->name};
  }
  const std::size_t slash = notice.object.find('/');
  // kubectl looks for a node's events by its name in the place of a UID.
  if (slash == std::string::npos)
    return wire::ObjectRef{.kind = "Node", .name = notice.object, .uid = notice.object};

  if (!notice.kind.empty())
    return wire::ObjectRef{.api_version = api_version_of(notice.kind),
                           .kind = notice.kind,
                           .space = notice.object.substr(0, slash),
                           .name = notice.object.substr(slash + 1)};

  const PodKey pod{notice.object.substr(0, slash), notice.object.substr(slash + 1)};
  const std::shared_ptr<const wire::Pod> known = with_.pods.find(pod);
  return wire::ObjectRef{.kind = "Pod",
                         .space = pod.space,
                         .name = pod.name,
                         .uid = known ? known->uid.text() : std::string()};
}

}  // namespace npushare
