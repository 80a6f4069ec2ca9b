/// Slices and claims of the lab, for tests of DRA.
///
/// Source: spec/dra-accounting.md 1.1, 2.1.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scheduler/dra/claim_search.hpp"
#include "scheduler/wire/claim.hpp"
#include "scheduler/wire/slice.hpp"

namespace npushare::dra_test {

inline const std::string kDriver = "ascend.project-hami.io";
inline const std::string kClass = "hami-vnpu-core.project-hami.io";
inline const std::string kFixedSelector =
    R"(device.driver == "ascend.project-hami.io" && )"
    R"(device.attributes["ascend.project-hami.io"].type == "HAMivNPUCore")";
inline const std::string kUuid0 = "68496E64-20E05477-92C31323-6E78030A-BD003019";
inline const std::string kUuid1 = "D8496E64-20C101B1-C0D42F23-AED8030A-40003039";
inline const std::string kNode = "aio-node74-arm";

inline std::string pinned_to(const std::string& uuid) {
  return R"(device.attributes["ascend.project-hami.io"].uuid in [")" + uuid + "\"]";
}

inline wire::DeviceCapacity stepped(const std::string& value, const std::string& min,
                                    const std::string& step) {
  return {.value = value,
          .rule = wire::CapacityRule{
              .fallback = value, .values = {}, .min = min, .max = value, .step = step}};
}

inline wire::SliceDevice a_chip(const std::string& name, std::int64_t index,
                                const std::string& uuid) {
  wire::SliceDevice chip{.name = name, .is_shareable = true};
  chip.attributes = {{"index", index},
                     {"productName", std::string("310P3")},
                     {"type", std::string("HAMivNPUCore")},
                     {"uuid", uuid}};
  chip.capacity = {{"cores", stepped("100", "0", "1")},
                   {"memory", stepped("21525Mi", "1Mi", "1Mi")}};
  return chip;
}

inline wire::ResourceSlice a_slice(std::vector<wire::SliceDevice> devices,
                                   const std::string& node = kNode) {
  return {.name = node + "-slice",
          .driver = kDriver,
          .node = NodeName{node},
          .pool = node,
          .generation = 1,
          .pool_slices = 1,
          .devices = std::move(devices)};
}

inline wire::ResourceSlice lab_slice() {
  return a_slice({a_chip("npu-0-0", 0, kUuid0), a_chip("npu-1-0", 1, kUuid1)});
}

/// As HAMi-DRA writes it; empty amounts are left out.
inline wire::ResourceClaim a_claim(const std::string& name, const std::string& memory,
                                   const std::string& cores, std::vector<std::string> pins = {},
                                   std::int64_t count = 1) {
  wire::DeviceAsk ask{.device_class = kClass, .mode = "ExactCount", .count = count};
  if (!memory.empty()) ask.capacity["memory"] = memory;
  if (!cores.empty()) ask.capacity["cores"] = cores;
  ask.selectors.push_back(kFixedSelector);
  for (std::string& pin : pins) ask.selectors.push_back(std::move(pin));
  return {.space = "ai",
          .name = name,
          .uid = "uid-" + name,
          .resource_version = "1",
          .created = "2026-12-01T10:00:00Z",
          .requests = {{.name = "npu", .asks = {std::move(ask)}}}};
}

/// A share that a claim has; an empty shareID is none.
inline wire::DeviceResult a_result(
    const std::string& device, const std::string& memory, const std::string& cores,
    const std::string& share = "be06132e-0aff-4efc-bd8e-42a4e06ed385") {
  wire::DeviceResult result{.request = "npu", .driver = kDriver, .pool = kNode, .device = device};
  if (share.empty()) return result;
  result.share_id = share;
  result.consumed = wire::StringMap{{"cores", cores}, {"memory", memory}};
  return result;
}

inline wire::ResourceClaim allocated(wire::ResourceClaim claim, wire::DeviceResult result,
                                     const std::string& pod = "") {
  claim.allocation = wire::ClaimAllocation{.results = {std::move(result)}, .nodes = {kNode}};
  if (!pod.empty())
    claim.reserved_for.push_back({.resource = "pods", .name = pod, .uid = "uid-" + pod});
  return claim;
}

inline const dra::ClassSelectors& lab_classes() {
  static const dra::ClassSelectors kClasses{{kClass, {kFixedSelector}}};
  return kClasses;
}

template <class Object>
std::vector<const Object*> pointers(const std::vector<Object>& objects) {
  std::vector<const Object*> all;
  all.reserve(objects.size());
  for (const Object& object : objects) all.push_back(&object);
  return all;
}

}  // namespace npushare::dra_test
