/// What a scheduler sends and what it reads out of the answer, for the tests of verbs/.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::verbs_test {

using wire::Json;

inline Json json_of(const wire::StringMap& texts) {
  Json object = Json::object();
  for (const auto& [key, value] : texts) object.set(key, value);
  return object;
}

inline Json json_of(const wire::Pod& pod) {
  Json init = Json::array();
  Json apps = Json::array();
  for (const wire::ContainerSpec& container : pod.containers) {
    Json item =
        Json::Object{{"name", container.name},
                     {"resources", Json::Object{{"limits", json_of(container.limits)},
                                                {"requests", json_of(container.requests)}}}};
    if (container.kind == ContainerKind::kSidecar) item.set("restartPolicy", "Always");
    (container.kind == ContainerKind::kApp ? apps : init).push_back(std::move(item));
  }
  Json spec = Json::Object{{"priority", pod.priority}, {"containers", std::move(apps)}};
  if (!init.items().empty()) spec.set("initContainers", std::move(init));
  if (!pod.node.empty()) spec.set("nodeName", pod.node.text());
  return Json::Object{{"metadata", Json::Object{{"name", pod.key.name},
                                                {"namespace", pod.key.space},
                                                {"uid", pod.uid.text()},
                                                {"annotations", json_of(pod.annotations)}}},
                      {"spec", std::move(spec)},
                      {"status", Json::Object{{"phase", pod.phase}}}};
}

inline Json json_of(const wire::Node& node) {
  return Json::Object{{"metadata", Json::Object{{"name", node.name.text()},
                                                {"annotations", json_of(node.annotations)}}},
                      {"status", Json::Object{{"allocatable", json_of(node.allocatable)}}}};
}

/// ExtenderArgs with names.
inline std::string body(const wire::Pod& pod, const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const std::string& name : names) list.push_back(name);
  return Json(Json::Object{{"Pod", json_of(pod)}, {"Nodes", {}}, {"NodeNames", std::move(list)}})
      .text();
}

/// ExtenderArgs of a scheduler that is not cache-capable.
inline std::string body(const wire::Pod& pod, const std::vector<wire::Node>& nodes) {
  Json list = Json::array();
  for (const wire::Node& node : nodes) list.push_back(json_of(node));
  return Json(Json::Object{
                  {"Pod", json_of(pod)},
                  {"Nodes", Json::Object{{"metadata", Json::object()}, {"items", std::move(list)}}},
                  {"NodeNames", {}}})
      .text();
}

using Reasons = std::map<std::string, std::string>;

struct FilterReply {
  std::vector<std::string> names;
  Reasons failed;
  Reasons unresolvable;
  std::string error;
  Json whole;

  friend bool operator==(const FilterReply& a, const FilterReply& b) { return a.whole == b.whole; }
};

inline Reasons reasons_of(const Json& map) {
  Reasons reasons;
  for (const auto& [node, reason] : map.members()) reasons[node] = reason.string();
  return reasons;
}

inline FilterReply read_reply(const std::string& text) {
  const Result<Json> json = Json::parse(text);
  if (!json)
    return {
        .names = {}, .failed = {}, .unresolvable = {}, .error = "not JSON: " + text, .whole = {}};
  FilterReply reply;
  for (const Json& name : (*json)["NodeNames"].items()) reply.names.push_back(name.string());
  for (const Json& node : (*json).at("Nodes", "items").items())
    reply.names.push_back(node.at("metadata", "name").string());
  reply.failed = reasons_of((*json)["FailedNodes"]);
  reply.unresolvable = reasons_of((*json)["FailedAndUnresolvableNodes"]);
  reply.error = (*json)["Error"].string();
  reply.whole = *json;
  return reply;
}

}  // namespace npushare::verbs_test
