#include "scheduler/backends/resource_wish.hpp"

#include <algorithm>
#include <string>

#include "scheduler/backends/quoted.hpp"
#include "scheduler/wire/quantity.hpp"

namespace npushare::backends {
namespace {

constexpr std::int64_t kExampleMemory = 16384;  // 16 GiB in MiB

/// Null when the container names the resource nowhere.
const std::string* written(const wire::ContainerSpec& container, const std::string& resource) {
  for (const wire::StringMap* map : {&container.limits, &container.requests}) {
    const auto entry = map->find(resource);
    if (entry != map->end()) return &entry->second;
  }
  return nullptr;
}

Error refused(const std::string& resource, const std::string& text, const std::string& why) {
  return {ErrorCode::kInvalid, resource + ": " + quoted(text) + " " + why};
}

std::string memory_hint(const ChipModel& model) {
  const std::int64_t factor = std::max<std::int64_t>(model.memory_factor, 1);
  const std::string unit = factor == 1 ? "MiB" : std::to_string(factor) + " MiB";
  return "the unit is " + unit + "; for 16 GiB write " + std::to_string(kExampleMemory / factor);
}

/// 0 when the container does not name the resource.
Result<std::int64_t> read_number(const wire::ContainerSpec& container, const std::string& resource,
                                 const std::string& hint) {
  const std::string* text = written(container, resource);
  if (text == nullptr) return std::int64_t{0};
  const std::optional<wire::Quantity> quantity = wire::read_quantity(*text);
  if (!quantity) return refused(resource, *text, "is not a number of 64 bits; " + hint);
  if (!quantity->is_integer) return refused(resource, *text, "is not a whole number; " + hint);
  if (quantity->rounded_up < 0) return refused(resource, *text, "is negative; " + hint);
  return quantity->rounded_up;
}

/// A binary suffix is a unit mistake: 16Gi would be 16384 TiB. A decimal one is not, for the API
/// server itself writes 20000 as 20k.
Result<MiB> read_memory(const wire::ContainerSpec& container, const ChipModel& model) {
  const std::string& resource = model.memory_resource;
  const std::string hint = memory_hint(model);
  const std::string* text = written(container, resource);
  if (text != nullptr && text->ends_with('i')) {
    return refused(resource, *text, "carries a unit; " + hint);
  }
  const Result<std::int64_t> units = read_number(container, resource, hint);
  if (!units) return units.error();
  const std::int64_t factor = std::max<std::int64_t>(model.memory_factor, 1);
  const std::int64_t most = std::max(model.capacity, model.allocatable).value();
  if (*units > most / factor) {
    return refused(resource, *text,
                   "exceeds one chip, which has " + std::to_string(most) + " MiB; " + hint);
  }
  return MiB{*units * factor};
}

Result<Cores> read_cores(const wire::ContainerSpec& container, const ChipModel& model) {
  if (model.core_resource.empty()) return Cores{0};
  const Result<std::int64_t> cores =
      read_number(container, model.core_resource, "write a percentage of one chip, 1 to 100");
  if (!cores) return cores.error();
  return Cores{*cores};
}

/// 0 when not said.
Result<std::size_t> read_count(const wire::ContainerSpec& container, const ChipModel& model) {
  const std::string& resource = model.count_resource;
  const Result<std::int64_t> count =
      read_number(container, resource, "write the number of chips, e.g. 1");
  if (!count) return count.error();
  if (*count > static_cast<std::int64_t>(kMaxChipsOfPod)) {
    return refused(resource, *written(container, resource),
                   "is more than the " + std::to_string(kMaxChipsOfPod) + " chips a pod may have");
  }
  return static_cast<std::size_t>(*count);
}

}  // namespace

Result<std::optional<Wish>> read_wish(const wire::ContainerSpec& container,
                                      const ChipModel& model) {
  const bool names_count = written(container, model.count_resource) != nullptr;
  const Result<std::size_t> count = read_count(container, model);
  if (!count) return count.error();
  if (names_count && *count == 0) return std::optional<Wish>{};

  const Result<MiB> memory = read_memory(container, model);
  if (!memory) return memory.error();
  const Result<Cores> cores = read_cores(container, model);
  if (!cores) return cores.error();
  const std::size_t chips = names_count ? *count : 1;
  if (names_count || *memory > MiB{0}) return std::optional<Wish>{Wish{chips, *memory, *cores}};

  if (*cores > Cores{0}) {
    return refused(model.core_resource, *written(container, model.core_resource),
                   "without a chip; add " + model.count_resource + ": 1");
  }
  return std::optional<Wish>{};
}

}  // namespace npushare::backends
