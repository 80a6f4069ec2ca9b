#include "scheduler/backends/hard_split.hpp"

#include <string>

#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/whole_chip.hpp"

namespace npushare::backends {
namespace {

Amount amount_of(const Template& split) {
  return {.memory = split.memory, .cores = split.cores, .cpus = split.cpus, .slots = Slots{1}};
}

}  // namespace

Result<Ask> hard_ask(const ChipModel& model, const Wish& wish) {
  if (wish.cores > Cores{0}) {
    return Error{ErrorCode::kInvalid, model.core_resource +
                                          ": only soft split honours it; remove it or annotate the "
                                          "pod with " +
                                          std::string(kModeKey) + ": " + std::string(kSoftMode)};
  }
  if (wish.memory == MiB{0}) return whole_ask(model, wish, std::nullopt);
  const std::optional<Template> split = model.template_for(wish.memory);
  if (!split) return whole_ask(model, wish, std::nullopt);
  if (wish.chips > 1) {
    return Error{ErrorCode::kInvalid,
                 model.memory_resource +
                     ": hard split gives several chips only whole; remove it or "
                     "ask for one chip"};
  }
  return Ask{.model = model.name,
             .mode = Mode::kHard,
             .amount = amount_of(*split),
             .quota = {.memory = split->memory},
             .template_name = split->name,
             .asked_memory = wish.memory};
}

void charge_hard(const ChipModel& model, const DeviceEntry& device, std::string_view template_name,
                 Grant& grant) {
  grant.mode = Mode::kHard;
  grant.quota = {.memory = MiB{device.memory}, .cores = Cores{device.cores}};
  std::optional<Template> split = model.template_named(template_name);
  if (!split) split = model.template_for(grant.quota.memory);
  if (!split) {
    grant.amount = {.memory = grant.quota.memory, .slots = Slots{1}};
    grant.hold = Hold::kWhole;
    return;
  }
  grant.amount = amount_of(*split);
  grant.template_name = split->name;
}

}  // namespace npushare::backends
