#include "scheduler/embedded/pod_condition.hpp"

namespace npushare::embedded {

using wire::Json;

Json unscheduled(const char* reason, const std::string& message, std::string_view now) {
  Json condition = Json::object();
  condition.set("type", "PodScheduled");
  condition.set("status", "False");
  condition.set("reason", reason);
  condition.set("message", message);
  condition.set("lastProbeTime", Json{});
  condition.set("lastTransitionTime", now);
  return condition;
}

bool says_already(const Json& pod, const char* reason, const std::string& message) {
  for (const Json& condition : pod.at("status", "conditions").items())
    if (condition["type"].string() == "PodScheduled")
      return condition["reason"].string() == reason && condition["message"].string() == message;
  return false;
}

}  // namespace npushare::embedded
