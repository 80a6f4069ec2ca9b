/// What vc-scheduler sends, for the tests of scheduler/volcano: whole Go structs, shortened where
/// nobody looks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/volcano.hpp"
#include "tests/support/verbs_bodies.hpp"

namespace npushare::volcano_test {

using wire::Json;
using wire::TaskStatus;

inline Json resources() {
  return Json::Object{{"MilliCPU", 0}, {"Memory", 0}, {"ScalarResources", {}}, {"MaxTaskNum", 0}};
}

inline Json task(const wire::Pod& pod, TaskStatus status, const std::string& node = "") {
  return Json::Object{{"UID", pod.uid.text()}, {"Job", pod.key.space + "/group"},
                      {"Name", pod.key.name},  {"Namespace", pod.key.space},
                      {"TaskRole", ""},        {"Resreq", resources()},
                      {"NodeName", node},      {"Status", static_cast<std::int64_t>(status)},
                      {"LastTransaction", {}}, {"Pod", verbs_test::json_of(pod)}};
}

/// Pods that stand on a node in the session's eyes.
using Peers = std::vector<std::pair<wire::Pod, TaskStatus>>;

inline Json node(const std::string& name, const Peers& peers = {}) {
  Json tasks = Json::object();
  for (const auto& [pod, status] : peers) tasks.set(pod.key.text(), task(pod, status, name));
  return Json::Object{
      {"Name", name},
      {"Node", Json::Object{{"metadata", Json::Object{{"name", name}}}, {"spec", Json::object()}}},
      {"State", Json::Object{{"Phase", 1}, {"Reason", ""}}},
      {"Idle", resources()},
      {"Tasks", std::move(tasks)},
      {"Others", Json::object()},
      {"ImageStates", Json::object()}};
}

inline std::string predicate_body(const wire::Pod& pod, const Json& on,
                                  TaskStatus status = TaskStatus::kPending) {
  return Json(Json::Object{{"task", task(pod, status)}, {"node", on}}).text();
}

inline std::string prioritize_body(const wire::Pod& pod, const std::vector<std::string>& names) {
  Json nodes = Json::array();
  for (const std::string& name : names) nodes.push_back(node(name));
  return Json(Json::Object{{"task", task(pod, TaskStatus::kPending)}, {"nodes", std::move(nodes)}})
      .text();
}

inline std::string event_body(const wire::Pod& pod, TaskStatus status, const std::string& on) {
  return Json(Json::Object{{"task", task(pod, status, on)}}).text();
}

}  // namespace npushare::volcano_test
