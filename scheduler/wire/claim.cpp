#include "scheduler/wire/claim.hpp"

#include <utility>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/quantity_map.hpp"
#include "scheduler/wire/small_object.hpp"

namespace npushare::wire {
namespace {

constexpr const char* kExactCount = "ExactCount";

StringMap texts_of(const Json& map) {
  StringMap texts;
  for (const auto& [key, value] : map.members()) texts.insert_or_assign(key, value.string());
  return texts;
}

std::vector<std::string> strings_of(const Json& list) {
  std::vector<std::string> strings;
  for (const Json& item : list.items()) strings.push_back(item.string());
  return strings;
}

DeviceAsk ask_of(const Json& json) {
  DeviceAsk ask{.name = json["name"].string(),
                .device_class = json["deviceClassName"].string(),
                .mode = json["allocationMode"].string()};
  if (ask.mode.empty()) ask.mode = kExactCount;
  if (json["count"].is_number()) ask.count = json["count"].integer();
  ask.admin_access = json["adminAccess"].boolean();
  ask.capacity = quantities_of(json.at("capacity", "requests"));
  for (const Json& selector : json["selectors"].items())
    ask.selectors.push_back(selector.at("cel", "expression").string());
  return ask;
}

DeviceRequest request_of(const Json& json) {
  DeviceRequest request{.name = json["name"].string(), .asks = {}};
  if (json["exactly"].is_object()) request.asks.push_back(ask_of(json["exactly"]));
  for (const Json& alternative : json["firstAvailable"].items())
    request.asks.push_back(ask_of(alternative));
  return request;
}

DeviceConstraint constraint_of(const Json& json) {
  return {.requests = strings_of(json["requests"]),
          .match_attribute = json["matchAttribute"].string(),
          .distinct_attribute = json["distinctAttribute"].string()};
}

DeviceResult result_of(const Json& json) {
  DeviceResult result{.request = json["request"].string(),
                      .driver = json["driver"].string(),
                      .pool = json["pool"].string(),
                      .device = json["device"].string()};
  if (json["shareID"].is_string()) result.share_id = json["shareID"].string();
  if (json["consumedCapacity"].is_object())
    result.consumed = quantities_of(json["consumedCapacity"]);
  result.admin_access = json["adminAccess"].boolean();
  return result;
}

/// The driver of a node's own devices pins a claim by the node's name.
std::vector<std::string> node_names_of(const Json& selector) {
  std::vector<std::string> names;
  for (const Json& term : selector["nodeSelectorTerms"].items())
    for (const Json& field : term["matchFields"].items())
      if (field["key"].string() == "metadata.name" && field["operator"].string() == "In")
        for (const Json& name : field["values"].items()) names.push_back(name.string());
  return names;
}

ClaimAllocation allocation_of(const Json& json) {
  ClaimAllocation allocation;
  for (const Json& result : json.at("devices", "results").items())
    allocation.results.push_back(result_of(result));
  allocation.nodes = node_names_of(json["nodeSelector"]);
  return allocation;
}

void read_meta(const Json& meta, ResourceClaim& claim) {
  claim.space = meta["namespace"].string();
  claim.name = meta["name"].string();
  claim.uid = meta["uid"].string();
  claim.resource_version = meta["resourceVersion"].string();
  claim.labels = texts_of(meta["labels"]);
  claim.annotations = texts_of(meta["annotations"]);
  claim.created = meta["creationTimestamp"].string();
  claim.deleted = meta["deletionTimestamp"].string();
  claim.has_finalizers = !meta["finalizers"].items().empty();
  for (const Json& owner : meta["ownerReferences"].items())
    claim.owners.push_back({.kind = owner["kind"].string(),
                            .name = owner["name"].string(),
                            .uid = owner["uid"].string(),
                            .is_controller = owner["controller"].boolean()});
}

Result<ResourceClaim> claim_of(const Json& json) {
  ResourceClaim claim;
  read_meta(json["metadata"], claim);
  for (const Json& request : json.at("spec", "devices", "requests").items())
    claim.requests.push_back(request_of(request));
  for (const Json& constraint : json.at("spec", "devices", "constraints").items())
    claim.constraints.push_back(constraint_of(constraint));
  const Json& status = json["status"];
  if (status["allocation"].is_object()) claim.allocation = allocation_of(status["allocation"]);
  for (const Json& consumer : status["reservedFor"].items())
    claim.reserved_for.push_back({.group = consumer["apiGroup"].string(),
                                  .resource = consumer["resource"].string(),
                                  .name = consumer["name"].string(),
                                  .uid = consumer["uid"].string()});
  return claim;
}

}  // namespace

Result<ResourceClaim> read_claim(std::string_view json) {
  return read_small<ResourceClaim>(json, "ResourceClaim", claim_of);
}

Result<ListMeta> read_claim_list(std::string_view json,
                                 const std::function<void(ResourceClaim&&)>& each) {
  return read_small_list<ResourceClaim>(json, "ResourceClaimList", claim_of, each);
}

Result<WatchEvent<ResourceClaim>> read_claim_event(std::string_view line) {
  return read_small_event<ResourceClaim>(line, "ResourceClaim", claim_of);
}

}  // namespace npushare::wire
