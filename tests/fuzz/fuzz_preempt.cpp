// The preempt body; what is answered with the victims as given is JSON with as many of them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/wire/preempt.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace npushare;
  using namespace npushare::wire;
  const auto args = read_preempt_args({reinterpret_cast<const char*>(data), size});
  if (!args) return 0;
  std::vector<NodeVictims> nodes;
  for (const auto& [node, given] : args->nodes) {
    NodeVictims& victims = nodes.emplace_back();
    victims.node = node;
    victims.broken_budgets = given.broken_budgets;
    for (const GivenVictim& victim : given.pods) victims.pods.push_back(victim.uid);
  }

  // Names that are no UTF-8 may come to be alike.
  const auto again = read_preempt_args(write_preempt_answer(nodes));
  if (!again || again->nodes.size() > nodes.size()) std::abort();
  for (const NodeVictims& victims : nodes) {
    const auto known = again->nodes.find(victims.node);
    const bool is_unique = again->nodes.size() == nodes.size() && known != again->nodes.end();
    if (is_unique && known->second.pods.size() != victims.pods.size()) std::abort();
  }
  return 0;
}
