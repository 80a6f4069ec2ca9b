/// Pods to convert, and what a conversion made of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "config/device_config.hpp"
#include "scheduler/convert/pod_conversion.hpp"

namespace npushare::convert {

inline constexpr const char* kChipUuid = "68496E64-20E05477-92C31323-6E78030A-BD003019";

struct Limits {
  std::string count = "1";  // empty, as those that follow: not written
  std::string memory{};
  std::string core{};
};

inline wire::Json resources_of(const Limits& asked) {
  wire::Json limits = wire::Json::object();
  const std::string name = "huawei.com/Ascend310P";
  if (!asked.count.empty()) limits.set(name, asked.count);
  if (!asked.memory.empty()) limits.set(name + "-memory", asked.memory);
  if (!asked.core.empty()) limits.set(name + "-core", asked.core);
  return wire::Json::Object{{"limits", limits}};
}

/// The pod of lab 20, with one container for each of the limits: app, app1, app2.
inline wire::Json a_pod(const std::vector<Limits>& asked, wire::Json::Object annotations = {}) {
  wire::Json metadata = wire::Json::Object{{"name", "ascend-share-a"}};
  if (!annotations.empty()) metadata.set("annotations", std::move(annotations));
  wire::Json containers = wire::Json::array();
  for (std::size_t k = 0; k < asked.size(); ++k)
    containers.push_back(wire::Json::Object{{"name", "app" + (k == 0 ? "" : std::to_string(k))},
                                            {"resources", resources_of(asked[k])}});
  return wire::Json::Object{{"metadata", metadata},
                            {"spec", wire::Json::Object{{"containers", containers}}}};
}

inline Rules rules_of(config::ConvertMode mode) {
  Rules rules{.settings = {.mode = mode}, .catalogue = config::built_in_catalogue()};
  rules.largest["310P3"] = MiB{21525};
  return rules;
}

inline Result<Conversion> converted(const wire::Json& pod, const Rules& rules,
                                    const std::string& name = "ascend-share-a") {
  return convert_pod(pod,
                     {.pod = {"dra-ascend-e2e", name},
                      .review = "review-1",
                      .draw_name = [] { return std::string("x7k2b"); }},
                     rules);
}

/// The request in a claim, or in what a template makes.
inline const wire::Json& request_in(const wire::Json& object) {
  const wire::Json& spec = object["spec"];
  const wire::Json& devices = (spec["spec"].is_object() ? spec["spec"] : spec)["devices"];
  return devices["requests"].items().at(0)["exactly"];
}

/// `{"cores":"50","memory":"8589934592"}`, or the error.
inline std::string capacity_in(const Result<Conversion>& done) {
  if (!done) return done.error().message;
  return request_in(done->objects.at(0)).at("capacity", "requests").text();
}

}  // namespace npushare::convert
