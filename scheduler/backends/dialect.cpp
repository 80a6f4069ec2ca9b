#include "scheduler/backends/dialect.hpp"

#include <algorithm>

#include "scheduler/backends/allocation_reader.hpp"
#include "scheduler/backends/cordon.hpp"
#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/node_inventory.hpp"
#include "scheduler/backends/pod_request.hpp"

namespace npushare::backends {

Result<Request> Dialect::read_request(const wire::Pod& pod) const {
  return read_pod_request(catalogue_, pod);
}

Inventory Dialect::read_node(const wire::Node& node, std::vector<std::string>* complaints) const {
  Inventory inventory = read_inventory(catalogue_, options_.reserved_memory, node, complaints);
  apply_cordon(node, inventory, complaints);
  return inventory;
}

wire::StringMap Dialect::write_grants(const Allocation& allocation,
                                      std::int64_t unix_seconds) const {
  return grant_annotations(allocation, unix_seconds, options_.segments);
}

Result<std::optional<Allocation>> Dialect::read_allocation(const wire::Pod& pod) const {
  return read_pod_allocation(catalogue_, pod);
}

bool Dialect::awaits_plugin(const wire::Pod& pod) const {
  if (pod.node.empty() || pod.is_over() || pod.phase == "Running") return false;
  const auto phase = pod.annotations.find(kBindPhaseKey);
  if (phase != pod.annotations.end() && phase->second == "failed") return false;
  return std::ranges::any_of(catalogue_.models, [&](const ChipModel& model) {
    const auto left = pod.annotations.find(to_allocate_key(model.name));
    return left != pod.annotations.end() && left->second.find(',') != std::string::npos;
  });
}

}  // namespace npushare::backends
