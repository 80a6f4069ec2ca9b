#include "scheduler/wire/node_status.hpp"

#include <utility>

#include "scheduler/wire/json.hpp"

namespace npushare::wire {

std::string write_capacity_patch(const CapacityPatch& patch) {
  Json amounts = Json::object();
  for (const auto& [resource, amount] : patch)
    amounts.set(resource, amount ? Json(std::to_string(*amount)) : Json());
  const Json body = Json::Object{
      {"status", Json::Object{{"capacity", amounts}, {"allocatable", std::move(amounts)}}}};
  return body.text();
}

}  // namespace npushare::wire
