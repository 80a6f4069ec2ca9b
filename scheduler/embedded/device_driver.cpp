#include "scheduler/embedded/device_driver.hpp"

#include <algorithm>

#include "scheduler/embedded/measure.hpp"
#include "scheduler/embedded/pod_claims.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

constexpr const char* kClassName = "hami-vnpu-core.project-hami.io";
constexpr const char* kSelector =
    "device.driver == \"ascend.project-hami.io\" && "
    "device.attributes[\"ascend.project-hami.io\"].type == \"HAMivNPUCore\"";
constexpr std::int64_t kBytesInMiB = std::int64_t{1} << 20;

Json capacity_of(const std::string& most, const char* least, const char* step) {
  Json range = Json::Object{{"min", least}, {"max", most}, {"step", step}};
  Json policy = Json::Object{{"default", most}, {"validRange", std::move(range)}};
  return Json::Object{{"value", most}, {"requestPolicy", std::move(policy)}};
}

Json text_attribute(const std::string& text) {
  return Json::Object{{"string", text}};
}

Json device_of(const DriverNode& node, std::size_t index) {
  const DriverChip& chip = node.chips[index];
  const auto number = static_cast<std::int64_t>(index);
  Json attributes = Json::Object{{"brand", text_attribute("Huawei")},
                                 {"index", Json::Object{{"int", number}}},
                                 {"model", text_attribute(node.product)},
                                 {"physicalID", Json::Object{{"int", chip.physical_id}}},
                                 {"productName", text_attribute(node.product)},
                                 {"type", text_attribute("HAMivNPUCore")},
                                 {"uuid", text_attribute(chip.uuid)}};
  const std::string memory = measure_text(node.memory.value() * kBytesInMiB, true);
  Json capacity = Json::Object{{"cores", capacity_of("100", "0", "1")},
                               {"memory", capacity_of(memory, "1Mi", "1Mi")}};
  return Json::Object{{"name", "npu-" + std::to_string(index) + "-0"},
                      {"allowMultipleAllocations", true},
                      {"attributes", std::move(attributes)},
                      {"capacity", std::move(capacity)}};
}

/// Null when no slice has it.
Json device_named(const Json& slices, const Json& result) {
  for (const Json& slice : slices["items"].items()) {
    const Json& spec = slice["spec"];
    if (spec["driver"] != result["driver"] || spec.at("pool", "name") != result["pool"]) continue;
    for (const Json& device : spec["devices"].items())
      if (device["name"] == result["device"]) return device;
  }
  return {};
}

/// What the first result has consumed, or else the device's whole capacity.
std::int64_t amount_of(const Json& result, const Json& device, const char* key) {
  const Json& consumed = result["consumedCapacity"][key];
  const Json& amount = consumed.is_null() ? device["capacity"][key]["value"] : consumed;
  return measure_of(amount).value_or(Measure{}).rounded_up();
}

Result<Json> environment_of(const Json& claim, const Json& slices) {
  const Json::Array& results = claim.at("status", "allocation", "devices", "results").items();
  Json env = Json::object();
  std::string visible;
  for (const Json& result : results) {
    const Json device = device_named(slices, result);
    if (result["driver"].string() != kDriver || device.is_null()) {
      return Error{ErrorCode::kInvalid, "claim " + claim.at("metadata", "name").string() +
                                            ": no device " + result["device"].string() +
                                            " of this driver"};
    }
    const std::string id = std::to_string(device.at("attributes", "physicalID", "int").integer());
    if (visible.empty()) {
      env.set("NPU_MEM_QUOTA", std::to_string(amount_of(result, device, "memory") / kBytesInMiB));
      env.set("NPU_PRIORITY", std::to_string(amount_of(result, device, "cores")));
      env.set("NPU_GLOBAL_SHM_PATH", "/hami-shared-region/" + id + "_global_registry");
    }
    visible += (visible.empty() ? "" : ",") + id;
  }
  env.set("ASCEND_VISIBLE_DEVICES", visible);
  env.set("NPU_LOCAL_SHM_PATH", "/hami-vnpu-shmem/vnpu_local_shmem");
  return env;
}

}  // namespace

Json slice_object(const DriverNode& node) {
  Json slice = Json::object();
  Json& metadata = slice.member("metadata");
  metadata.set("generateName", node.name + "-" + kDriver + "-");
  metadata.member("ownerReferences")
      .push_back(Json::Object{{"apiVersion", "v1"},
                              {"kind", "Node"},
                              {"name", node.name},
                              {"uid", node.uid},
                              {"controller", true}});
  Json devices = Json::array();
  for (std::size_t k = 0; k < node.chips.size(); ++k) devices.push_back(device_of(node, k));
  slice.set(
      "spec",
      Json::Object{
          {"driver", kDriver},
          {"nodeName", node.name},
          {"pool", Json::Object{{"name", node.name}, {"generation", 1}, {"resourceSliceCount", 1}}},
          {"devices", std::move(devices)}});
  return slice;
}

Json device_class() {
  Json made = Json::object();
  made.member("metadata").set("name", kClassName);
  Json selector = Json::object();
  selector.member("cel").set("expression", kSelector);
  made.member("spec").member("selectors").push_back(std::move(selector));
  return made;
}

Result<std::vector<Json>> prepared_claims(const Objects& objects, const Json& pod) {
  const Answer all_slices = objects.list(slices(), {});
  std::vector<Json> records;
  for (const ClaimUse& use : claims_of(pod)) {
    if (use.is_left_out) continue;
    const Answer claim =
        objects.get(claim_place(pod.at("metadata", "namespace").string(), use.claim));
    if (use.claim.empty() || !claim.ok() || !is_ready_for(claim.body, pod))
      return Error{ErrorCode::kConflict, "claim " + use.claim + " is not ready for the pod"};
    Result<Json> env = environment_of(claim.body, all_slices.body);
    if (!env) return env.error();
    records.push_back(Json::Object{{"claim", use.claim},
                                   {"claimUID", claim.body.at("metadata", "uid")},
                                   {"via", "cdi"},
                                   {"env", *std::move(env)}});
  }
  return records;
}

}  // namespace npushare::embedded
