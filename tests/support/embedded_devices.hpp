/// Claims, templates, slices and pods with claims for the tests of the embedded cluster's DRA half.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scheduler/embedded/device_driver.hpp"
#include "scheduler/embedded/pod_claims.hpp"
#include "tests/support/embedded_objects.hpp"

namespace npushare::embedded::testing_support {

inline const std::string kLabNode = "aio-node74-arm";
inline const std::string kLabClass = "hami-vnpu-core.project-hami.io";
inline const std::string kUuid0 = "68496E64-20E05477-92C31323-6E78030A-BD003019";
inline const std::string kUuid1 = "D8496E64-20C101B1-C0D42F23-AED8030A-40003039";

/// The slice of lab 20.
inline Json lab_slice() {
  return slice_object({.name = kLabNode,
                       .uid = "node-uid",
                       .product = "310P3",
                       .memory = MiB{21525},
                       .chips = {{kUuid0, 0}, {kUuid1, 2}}});
}

inline std::string pinned(const std::string& uuid) {
  return "device.attributes[\"ascend.project-hami.io\"].uuid in [\"" + uuid + "\"]";
}

/// One exact request named npu; an empty amount or selector is left out.
inline Json npu_request(const std::string& memory, const std::string& cores,
                        const std::string& selector = "") {
  Json exact = Json::object();
  exact.set("deviceClassName", kLabClass);
  if (!memory.empty()) exact.member("capacity").member("requests").set("memory", memory);
  if (!cores.empty()) exact.member("capacity").member("requests").set("cores", cores);
  if (!selector.empty()) {
    Json item = Json::object();
    item.member("cel").set("expression", selector);
    exact.member("selectors").push_back(std::move(item));
  }
  return Json::Object{{"name", "npu"}, {"exactly", std::move(exact)}};
}

inline Json claim_with(const std::string& name, std::vector<Json> requests) {
  Json claim = named(name);
  claim.member("spec").member("devices").set("requests", Json::Array(std::move(requests)));
  return claim;
}

inline Json a_claim(const std::string& name, const std::string& memory, const std::string& cores,
                    const std::string& selector = "") {
  return claim_with(name, {npu_request(memory, cores, selector)});
}

inline Json a_template(const std::string& name, const std::string& memory,
                       const std::string& cores) {
  Json made = named(name);
  made.member("spec").set("spec", a_claim("", memory, cores)["spec"]);
  return made;
}

/// `key`: resourceClaimName or resourceClaimTemplateName.
inline Json pod_with_claim(const std::string& name, const char* key, const std::string& value) {
  Json pod = a_pod(name, 0);
  Json entry = Json::object();
  entry.set("name", "npu");
  entry.set(key, value);
  pod.member("spec").member("resourceClaims").push_back(std::move(entry));
  return pod;
}

inline Place claim_at(std::string name) {
  return claim_place("default", std::move(name));
}

inline const Json& result_of(const Json& claim) {
  const Json::Array& results = claim.at("status", "allocation", "devices", "results").items();
  static const Json kNone;
  return results.empty() ? kNone : results.front();
}

/// A store with the lab's slice and class.
inline std::shared_ptr<Store> lab_store() {
  auto store = std::make_shared<Store>(quiet_options());
  store->create({&slices(), {}, {}}, lab_slice());
  store->create({&device_classes(), {}, {}}, device_class());
  return store;
}

}  // namespace npushare::embedded::testing_support
