/// Fixture F of spec/kube-scheduler-extender.md 9.1: six nodes, hard split, binpack.
#pragma once

#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {

inline const std::vector<std::string> kAll{"npu-01", "npu-02", "npu-03",
                                           "npu-04", "npu-05", "cpu-01"};

inline wire::Node an_unhealthy_node(const std::string& name) {
  wire::Node node = a_wire_node(name, Mode::kHard, {"D"});
  std::string& text = node.annotations["hami.io/node-register-Ascend310P"];
  const std::string healthy = "\"health\":true,";
  text.erase(text.find(healthy), healthy.size());
  return node;
}

inline wire::Node a_node_without_registration(const std::string& name) {
  wire::Node node;
  node.name = NodeName{name};
  return node;
}

/// base-a on chip 0 of npu-01, lo-1 and lo-2 on npu-02, hi-1 on the whole of npu-03.
inline void furnish(World& world) {
  world.node("npu-01", Mode::kHard, {"A0", "A1"})
      .node("npu-02", Mode::kHard, {"B"})
      .node("npu-03", Mode::kHard, {"C"})
      .node(an_unhealthy_node("npu-04"))
      .node(a_node_without_registration("npu-05"))
      .node(a_node_without_registration("cpu-01"))
      .running(a_hard_pod("base-a", "12288", 0), "npu-01")
      .running(a_hard_pod("lo-1", "6144", 0), "npu-02")
      .running(a_hard_pod("lo-2", "6144", 10), "npu-02")
      .running(a_hard_pod("hi-1", "", 2000), "npu-03");
}

/// P(m, p); an empty memory is P(-).
inline wire::Pod asker(const std::string& memory, std::int64_t priority = 1000,
                       const std::string& chips = "1") {
  return a_hard_pod("infer-0", memory, priority, chips);
}

}  // namespace npushare::verbs_test
