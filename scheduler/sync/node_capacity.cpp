#include "scheduler/sync/node_capacity.hpp"

#include <optional>

#include "scheduler/wire/quantity.hpp"

namespace npushare::sync {
namespace {

/// The API server writes 43000 as 43k, so texts are not compared.
std::optional<std::int64_t> shown_by(const wire::Node& node, const std::string& resource) {
  const auto found = node.allocatable.find(resource);
  if (found == node.allocatable.end()) return std::nullopt;
  const std::optional<wire::Quantity> amount = wire::read_quantity(found->second);
  if (!amount || !amount->is_integer) return -1;  // something else than ever is ours
  return amount->rounded_up;
}

}  // namespace

std::map<std::string, std::int64_t> capacity_of(const Inventory& inventory,
                                                const Catalogue& catalogue) {
  std::map<std::string, std::int64_t> amounts;
  for (const ChipModel& model : catalogue.models)
    for (const std::string& resource : {model.memory_resource, model.core_resource})
      if (!resource.empty()) amounts[resource] = 0;
  for (const Chip& chip : inventory.chips) {
    const ChipModel* model = catalogue.find(chip.model);
    if (model == nullptr || !chip.healthy) continue;
    if (!model->memory_resource.empty())
      amounts[model->memory_resource] += chip.capacity.memory.value() / model->memory_factor;
    if (!model->core_resource.empty()) amounts[model->core_resource] += chip.capacity.cores.value();
  }
  return amounts;
}

wire::CapacityPatch patch_for(const wire::Node& node, const Inventory& inventory,
                              const Catalogue& catalogue, CapacityUse use) {
  wire::CapacityPatch patch;
  if (use == CapacityUse::kKeep) return patch;
  for (const auto& [resource, amount] : capacity_of(inventory, catalogue)) {
    const std::optional<std::int64_t> shown = shown_by(node, resource);
    const bool goes = use == CapacityUse::kRemove;
    if (!shown && (goes || amount == 0)) continue;
    if (goes) {
      patch.emplace(resource, std::nullopt);
    } else if (shown != amount) {
      patch.emplace(resource, amount);
    }
  }
  return patch;
}

}  // namespace npushare::sync
