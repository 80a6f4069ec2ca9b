#include "scheduler/embedded/own_binding.hpp"

#include "scheduler/wire/object_writer.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

constexpr std::chrono::milliseconds kBindingLimit{34'000};  // as long as the API server takes

}  // namespace

kube::Call own_binding(const Json& pod, const std::string& node) {
  const Json& metadata = pod["metadata"];
  const PodKey key{metadata["namespace"].string(), metadata["name"].string()};
  return {.method = "POST",
          .target = "/api/v1/namespaces/" + key.space + "/pods/" + key.name + "/binding",
          .content_type = "application/json",
          .body = wire::write_binding({.pod = key,
                                       .uid = PodUid{metadata["uid"].string()},
                                       .node = NodeName{node},
                                       .annotations = {}}),
          .time_limit = kBindingLimit,
          .priority = kube::Priority::kUrgent};
}

}  // namespace npushare::embedded
