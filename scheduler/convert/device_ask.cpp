#include "scheduler/convert/device_ask.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "scheduler/wire/quantity.hpp"

namespace npushare::convert {
namespace {

using wire::Json;

constexpr std::int64_t kBytesInMiB = 1024 * 1024;
constexpr std::int64_t kMostDevices = 32;  // results that one claim may have
constexpr std::int64_t kAllCores = 100;

struct Written {
  const Json* value;
  std::string path;

  std::string text() const { return value->is_number() ? value->number_text() : value->string(); }
};

/// Nothing when the container has no limit of that name.
std::optional<Written> limit_of(const ContainerAt& at, const std::string& resource) {
  const Json& limits = at.container.at("resources", "limits");
  for (const auto& [key, value] : limits.members())
    if (key == resource)
      return Written{&value, at.path + ".resources.limits[\"" + resource + "\"]"};
  return std::nullopt;
}

Error refused(const Written& written, std::string_view why) {
  return {ErrorCode::kInvalid, written.path + ": \"" + written.text() + "\" " + std::string(why)};
}

Result<wire::Quantity> quantity_of(const Written& written, std::string_view remedy) {
  const std::optional<wire::Quantity> quantity = wire::read_quantity(written.text());
  if (quantity) return *quantity;
  return refused(written, "is no quantity of at most 64 bits; " + std::string(remedy));
}

Result<std::int64_t> count_of(const Written& written) {
  constexpr std::string_view kRemedy = "write the number of chips, 1 to 32";
  const Result<wire::Quantity> quantity = quantity_of(written, kRemedy);
  if (!quantity) return quantity.error();
  if (quantity->rounded_up >= 1 && quantity->rounded_up <= kMostDevices)
    return quantity->rounded_up;
  return refused(written, "is no number of devices that a claim can have; " + std::string(kRemedy));
}

/// MiB a unit of the memory resource.
std::int64_t factor_of(const ChipModel& model) {
  return std::max<std::int64_t>(model.memory_factor, 1);
}

/// How the unit is written, and what to do instead.
std::string memory_remedy(const ChipModel& model) {
  constexpr std::int64_t kExample = 8192;  // 8 GiB
  const std::int64_t factor = factor_of(model);
  return "the unit is " + (factor == 1 ? "" : std::to_string(factor) + " ") + "MiB: write " +
         std::to_string(kExample / factor) + " for 8 GiB, or leave it out for a whole chip";
}

Result<std::int64_t> bytes_of(const Written& written, const ChipModel& model,
                              std::optional<MiB> largest) {
  const std::string remedy = memory_remedy(model);
  const Result<wire::Quantity> quantity = quantity_of(written, remedy);
  if (!quantity) return quantity.error();
  if (!quantity->is_integer) return refused(written, "is not a whole number; " + remedy);
  if (quantity->rounded_up < 1) return refused(written, "is less than 1; " + remedy);
  const std::int64_t step = factor_of(model) * kBytesInMiB;
  if (quantity->rounded_up > std::numeric_limits<std::int64_t>::max() / step)
    return refused(written, "is more bytes than 64 bits count; " + remedy);
  const MiB memory{quantity->rounded_up * factor_of(model)};
  if (largest && memory > *largest) {
    return refused(written, "is more than one chip has, " + std::to_string(largest->value()) +
                                " MiB; " + remedy);
  }
  return memory.value() * kBytesInMiB;
}

Result<std::int64_t> cores_of(const Written& written) {
  constexpr std::string_view kRemedy = "write a percentage of one chip, 0 to 100";
  const Result<wire::Quantity> quantity = quantity_of(written, kRemedy);
  if (!quantity) return quantity.error();
  if (quantity->is_integer && quantity->rounded_up >= 0 && quantity->rounded_up <= kAllCores)
    return quantity->rounded_up;
  return refused(written, "is no share of a chip's cores; " + std::string(kRemedy));
}

/// The field under which the container names the resource; nothing when it does not.
std::optional<std::string> named_in(const Json& container, const std::string& resource) {
  for (const char* part : {"limits", "requests"})
    for (const auto& member : container.at("resources", part).members())
      if (member.first == resource)
        return std::string(".resources.") + part + "[\"" + resource + "\"]";
  return std::nullopt;
}

std::string path_of(std::string_view list, std::size_t index) {
  return "spec." + std::string(list) + "[" + std::to_string(index) + "]";
}

}  // namespace

Result<std::optional<DeviceAsk>> read_device_ask(const ContainerAt& at, const ChipModel& model,
                                                 std::optional<MiB> largest) {
  const std::optional<Written> counted = limit_of(at, model.count_resource);
  if (!counted) return std::optional<DeviceAsk>{};
  DeviceAsk ask;
  const Result<std::int64_t> count = count_of(*counted);
  if (!count) return count.error();
  ask.count = *count;
  if (const auto memory = limit_of(at, model.memory_resource)) {
    const Result<std::int64_t> bytes = bytes_of(*memory, model, largest);
    if (!bytes) return bytes.error();
    ask.bytes = *bytes;
  }
  if (const auto core = limit_of(at, model.core_resource)) {
    const Result<std::int64_t> cores = cores_of(*core);
    if (!cores) return cores.error();
    ask.cores = *cores;
    ask.cores_text = core->text();
  }
  return std::optional<DeviceAsk>{std::move(ask)};
}

Result<> refuse_unheard(const Json& spec, const ChipModel& model) {
  const std::string& resource = model.count_resource;
  const Json::Array& ordinary = spec["containers"].items();
  for (std::size_t k = 0; k < ordinary.size(); ++k) {
    const ContainerAt at{.container = ordinary[k], .path = path_of("containers", k)};
    const std::optional<std::string> named = named_in(at.container, resource);
    if (!named || limit_of(at, resource)) continue;
    return Error{ErrorCode::kInvalid, at.path + *named +
                                          ": a request alone gets no device; write the same among "
                                          "the limits"};
  }
  const Json::Array& initial = spec["initContainers"].items();
  for (std::size_t k = 0; k < initial.size(); ++k) {
    const std::optional<std::string> named = named_in(initial[k], resource);
    if (!named) continue;
    return Error{ErrorCode::kInvalid,
                 path_of("initContainers", k) + *named +
                     ": init containers get no device by conversion; move the work into a "
                     "container, or write the claim yourself"};
  }
  return {};
}

}  // namespace npushare::convert
