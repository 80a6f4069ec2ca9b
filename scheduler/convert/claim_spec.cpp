#include "scheduler/convert/claim_spec.hpp"

#include <optional>

#include "scheduler/wire/quantity.hpp"

namespace npushare::convert {
namespace {

using config::ConvertMode;
using config::CoreDefault;
using wire::Json;

/// In mode claim as the container wrote it; else in the API server's form.
std::string cores_of(const DeviceAsk& ask, const Rules& rules) {
  if (rules.settings.mode == ConvertMode::kClaim) return ask.cores_text;
  return wire::in_decimal_units(*ask.cores);
}

Json capacity_of(const DeviceAsk& ask, const Rules& rules) {
  Json requests;
  if (ask.cores) {
    requests.set("cores", cores_of(ask, rules));
  } else if (rules.settings.core_default == CoreDefault::kZero) {
    requests.set("cores", "0");
  }
  if (ask.bytes) requests.set("memory", wire::in_decimal_units(*ask.bytes));
  return requests;
}

Json exactly(const DeviceAsk& ask, const std::vector<std::string>& selectors, const Rules& rules) {
  Json wanted = Json::Object{{"allocationMode", "ExactCount"}};
  if (Json requests = capacity_of(ask, rules); requests.is_object())
    wanted.set("capacity", Json::Object{{"requests", std::move(requests)}});
  wanted.set("count", ask.count);
  wanted.set("deviceClassName", rules.settings.device_class);
  Json list = Json::array();
  for (const std::string& expression : selectors)
    list.push_back(Json::Object{{"cel", Json::Object{{"expression", expression}}}});
  wanted.set("selectors", std::move(list));
  return wanted;
}

bool is_same_quantity(const Json& one, const Json& other) {
  const std::optional<wire::Quantity> first = wire::read_quantity(one.string());
  const std::optional<wire::Quantity> second = wire::read_quantity(other.string());
  if (!first || !second || !first->is_integer || !second->is_integer) return one == other;
  return first->rounded_up == second->rounded_up;
}

/// With `cores: "50"` and the like taken out of a request, into the other.
Json without_quantities(Json spec, std::vector<Json>& taken) {
  Json* devices = spec.find("devices");
  Json* requests = devices == nullptr ? nullptr : devices->find("requests");
  if (requests == nullptr) return spec;
  for (Json& request : requests->edit_items()) {
    Json* wanted = request.find("exactly");
    Json* capacity = wanted == nullptr ? nullptr : wanted->find("capacity");
    taken.push_back(capacity == nullptr ? Json{} : (*capacity)["requests"]);
    if (capacity != nullptr) capacity->erase("requests");
  }
  return spec;
}

bool are_same_quantities(const Json& one, const Json& other) {
  if (one.members().size() != other.members().size()) return false;
  for (const auto& [key, value] : one.members())
    if (!is_same_quantity(value, other[key])) return false;
  return true;
}

}  // namespace

Json claim_spec(const DeviceAsk& ask, const std::vector<std::string>& selectors,
                const Rules& rules) {
  Json devices = Json::object();
  // Without it, one chip could be given twice: half of what was asked for, and a broken container.
  if (ask.count > 1 && rules.settings.mode == ConvertMode::kTemplate) {
    devices.set("constraints",
                Json::Array{Json::Object{{"distinctAttribute", rules.driver + "/uuid"},
                                         {"requests", Json::Array{"npu"}}}});
  }
  devices.set("requests", Json::Array{Json::Object{{"exactly", exactly(ask, selectors, rules)},
                                                   {"name", "npu"}}});
  return Json::Object{{"devices", std::move(devices)}};
}

bool is_same_spec(const Json& one, const Json& other) {
  std::vector<Json> ours;
  std::vector<Json> theirs;
  if (!(without_quantities(one, ours) == without_quantities(other, theirs))) return false;
  for (std::size_t k = 0; k < ours.size(); ++k)
    if (!are_same_quantities(ours[k], theirs[k])) return false;
  return true;
}

}  // namespace npushare::convert
