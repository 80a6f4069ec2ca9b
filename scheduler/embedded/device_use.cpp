#include "scheduler/embedded/device_use.hpp"

#include <algorithm>

namespace npushare::embedded {

using wire::Json;

namespace {

SharePart as_written(const Json& amount) {
  const Measure value = measure_of(amount).value_or(Measure{});
  return {value, canonical_measure(amount).string()};
}

SharePart in_range(const Measure& asked, const Json& written, const Json& range) {
  const Measure least = measure_of(range["min"]).value_or(Measure{});
  if (asked.value < least.value) return as_written(range["min"]);
  if (range["step"].is_null()) return as_written(written);
  const std::int64_t low = least.rounded_up();
  const std::int64_t step = std::max<std::int64_t>(1, measure_of(range["step"])->rounded_up());
  const std::int64_t above = asked.rounded_up() - low;
  const std::int64_t value = low + ((above / step) + (above % step == 0 ? 0 : 1)) * step;
  return {{static_cast<long double>(value), true}, measure_text(value, value >= 1024)};
}

SharePart among(const Measure& asked, const Json& written, const Json::Array& values) {
  for (const Json& value : values)
    if (measure_of(value).value_or(Measure{}).value >= asked.value) return as_written(value);
  return as_written(written);
}

SharePart amount_of(const Json& capacity, const Json& asked) {
  const Json& policy = capacity["requestPolicy"];
  if (asked.is_null())
    return as_written(policy["default"].is_null() ? capacity["value"] : policy["default"]);
  const Measure wanted = measure_of(asked).value_or(Measure{});
  if (policy["validRange"].is_object()) return in_range(wanted, asked, policy["validRange"]);
  if (policy["validValues"].is_array()) return among(wanted, asked, policy["validValues"].items());
  return as_written(asked);
}

bool is_allowed(const Json& capacity, const Measure& amount) {
  const Json& policy = capacity["requestPolicy"];
  const auto value_of = [](const Json& json) { return measure_of(json).value_or(Measure{}).value; };
  if (amount.value == value_of(policy["default"]) && !policy["default"].is_null()) return true;
  if (policy["validValues"].is_array()) {
    return std::ranges::any_of(policy["validValues"].items(),
                               [&](const Json& value) { return value_of(value) == amount.value; });
  }
  const Json& most = policy["validRange"]["max"];
  return most.is_null() || amount.value <= value_of(most);
}

DeviceId id_of(const Json& result) {
  return {result["driver"].string(), result["pool"].string(), result["device"].string()};
}

}  // namespace

std::optional<Shared> consumed(const Json& device, const Json& requests) {
  const Json& capacities = device["capacity"];
  for (const auto& [key, asked] : requests.members())
    if (capacities[key].is_null()) return std::nullopt;
  Shared share;
  for (const auto& [key, capacity] : capacities.members()) {
    SharePart part = amount_of(capacity, requests[key]);
    if (!is_allowed(capacity, part.amount)) return std::nullopt;
    share.emplace(key, std::move(part));
  }
  return share;
}

DeviceUse::DeviceUse(const std::vector<Object>& claims) {
  for (const Object& claim : claims)
    for (const Json& result : claim->at("status", "allocation", "devices", "results").items())
      if (!result["adminAccess"].boolean()) count(result);
}

void DeviceUse::count(const Json& result) {
  if (result["shareID"].is_null()) return dedicate(id_of(result));
  Shared taken;
  for (const auto& [key, amount] : result["consumedCapacity"].members())
    taken.emplace(key, SharePart{measure_of(amount).value_or(Measure{}), {}});
  share(id_of(result), taken);
}

bool DeviceUse::has_room(const PoolDevice& device, const Shared& share) const {
  const auto found = sums_.find(device.id);
  return std::ranges::all_of(share, [&](const auto& entry) {
    const auto& [key, part] = entry;
    const Measure room = measure_of(device.device["capacity"][key]["value"]).value_or(Measure{});
    long double taken = 0;
    if (found != sums_.end() && found->second.contains(key)) taken = found->second.at(key);
    return taken + part.amount.value <= room.value;
  });
}

void DeviceUse::share(const DeviceId& id, const Shared& share) {
  auto& sums = sums_[id];
  for (const auto& [key, part] : share) sums[key] += part.amount.value;
}

}  // namespace npushare::embedded
