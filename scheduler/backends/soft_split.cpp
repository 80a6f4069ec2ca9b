#include "scheduler/backends/soft_split.hpp"

#include <string>

#include "scheduler/backends/whole_chip.hpp"

namespace npushare::backends {
namespace {

constexpr Cores kWholePercent{100};

}  // namespace

Result<Ask> soft_ask(const ChipModel& model, const Wish& wish) {
  if (wish.cores > kWholePercent) {
    return Error{ErrorCode::kInvalid,
                 model.core_resource + ": " + std::to_string(wish.cores.value()) +
                     " is more than 100; write a percentage of one chip, 1 to 100"};
  }
  if (wish.memory == MiB{0} || wish.memory == model.allocatable) {
    return whole_ask(model, wish, Mode::kSoft);
  }
  return Ask{.model = model.name,
             .mode = Mode::kSoft,
             .chips = wish.chips,
             .amount = {.memory = wish.memory, .cores = wish.cores, .slots = Slots{1}},
             .quota = {.memory = wish.memory, .cores = wish.cores},
             .hold = wish.chips > 1 ? Hold::kExclusive : Hold::kPart,
             .asked_memory = wish.memory};
}

void charge_soft(const ChipModel& model, const DeviceEntry& device, Grant& grant) {
  grant.mode = Mode::kSoft;
  grant.quota = {.memory = MiB{device.memory}, .cores = Cores{device.cores}};
  grant.amount = {.memory = grant.quota.memory, .cores = grant.quota.cores, .slots = Slots{1}};
  if (grant.quota.memory >= model.allocatable) grant.hold = Hold::kWhole;
}

}  // namespace npushare::backends
