/// What a scheduler sends to preempt, and the map it reads out of the answer.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scheduler/verbs/preempt.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {

/// ExtenderPreemptionArgs with UIDs; `nodes` is the map as JSON.
inline std::string preempt_body(const wire::Pod& pod, const std::string& nodes) {
  return R"({"Pod":)" + json_of(pod).text() +
         R"(,"NodeNameToVictims":null,"NodeNameToMetaVictims":)" + nodes + "}";
}

inline std::string preempt_body_of_whole_pods(const wire::Pod& pod, const std::string& nodes) {
  return R"({"Pod":)" + json_of(pod).text() + R"(,"NodeNameToVictims":)" + nodes +
         R"(,"NodeNameToMetaVictims":null})";
}

/// The answer's map; or what went wrong.
inline std::string answer(World& world, const verbs::Budgets& budgets, const std::string& body,
                          verbs::CallNotes* notes = nullptr) {
  const Result<std::string> text = verbs::preempt(body, world.services, budgets, notes);
  if (!text) return text.error().message;
  const Result<Json> json = Json::parse(*text);
  return json ? (*json)["NodeNameToMetaVictims"].text() : "not JSON: " + *text;
}

/// Covers every pod of namespace ai.
inline wire::DisruptionBudget a_budget(std::int64_t allowed) {
  return {.space = "ai",
          .name = "keep",
          .resource_version = "1",
          .selector = wire::LabelSelector{},
          .allowed = allowed,
          .disrupted = {}};
}

/// The watch shows these pods of the cluster.
inline void show_bound_pods(World& world, const std::vector<std::string>& names) {
  for (const std::string& name : names) world.pods.show(world.kube.pod({"ai", name}).value());
}

}  // namespace npushare::verbs_test
