/// Objects, stores and recorded bodies for the tests of the embedded cluster.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/embedded/registration.hpp"
#include "scheduler/embedded/store.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded::testing_support {

using wire::Json;

// The fixture of spec/node-plugin-contract.md 0.2.
inline const std::string kChipA = "68496E64-20E05477-92C31323-6E78030A-BD003019";
inline const std::string kChipB = "D8496E64-20E05477-92C31323-6E78030A-BD003019";
inline const std::string kNode = "npu-node-1";
inline const ModelName kModel{"Ascend310P"};
inline const std::string kCountResource = "huawei.com/Ascend310P";
inline const std::string kTa = "hami.io/Ascend310P-devices-to-allocate";
inline const std::string kRt = "huawei.com/Ascend310P";
inline const std::string kLock = "hami.io/mutex.lock";
inline const std::string kPhase = "hami.io/bind-phase";

inline std::vector<PluginChip> two_chips() {
  return {{kChipA, 0, true}, {kChipB, 1, true}};
}

/// A and B for the two chips, as the vectors write them.
inline std::string with_uuids(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool is_word = k + 1 < text.size() && text[k + 1] != ',' && text[k + 1] != '"';
    if (!is_word && text[k] == 'A') {
      out += kChipA;
    } else if (!is_word && text[k] == 'B') {
      out += kChipB;
    } else if (!is_word && text[k] == 'T') {
      out += "Ascend310P";
    } else {
      out += text[k];
    }
  }
  return out;
}

inline Json parsed(std::string_view text) {
  const Result<Json> read = Json::parse(text);
  return read ? *read : Json("not JSON: " + read.error().message);
}

/// A body of tests/embedded/recorded, as kube-apiserver 1.37.2 sent it.
inline Json recorded(const std::string& name) {
  std::ifstream file(std::string(NPUSHARE_TESTS) + "/embedded/recorded/" + name + ".body");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return parsed(text);
}

/// A clock that stands still at 2026-11-30T14:00:00Z.
inline WallClock still_clock() {
  return [] { return std::chrono::system_clock::from_time_t(1'796'047'200); };
}

inline StoreOptions quiet_options(std::size_t log_size = 8192) {
  return {.log_size = log_size, .clock = still_clock(), .seed = 7};
}

inline Json named(std::string_view name) {
  Json object = Json::object();
  object.member("metadata").set("name", name);
  return object;
}

/// One container c0 that asks for `count` chips.
inline Json a_pod(std::string_view name, int count = 1) {
  Json pod = named(name);
  Json container = Json::object();
  container.set("name", "c0");
  container.set("image", "x");
  if (count > 0) {
    container.member("resources").member("limits").set(kCountResource, std::to_string(count));
  }
  pod.member("spec").member("containers").push_back(std::move(container));
  return pod;
}

inline Json annotated(Json object, std::string_view key, std::string_view value) {
  object.member("metadata").member("annotations").set(key, value);
  return object;
}

inline Json a_binding(std::string_view pod, std::string_view node, std::string_view uid = "") {
  Json binding = named(pod);
  if (!uid.empty()) binding.member("metadata").set("uid", uid);
  binding.member("target").set("kind", "Node");
  binding.member("target").set("name", node);
  return binding;
}

inline Place pod_at(std::string name) {
  return pod_place("default", std::move(name));
}

inline std::string uid_of(const Store& store, const Place& place) {
  return store.get(place).body.at("metadata", "uid").string();
}

inline std::string annotation_of(const Objects& objects, const Place& place, std::string_view key) {
  return objects.get(place).body.at("metadata", "annotations")[key].string();
}

inline NodeProfile soft_profile() {
  ChipModel model;
  model.chip_name = "310P3";
  model.name = kModel;
  model.count_resource = kCountResource;
  model.memory_resource = kCountResource + "-memory";
  model.core_resource = kCountResource + "-core";
  model.allocatable = MiB{21527};
  model.ai_cores = Cores{8};
  model.ai_cpus = Cpus{7};
  return {kNode, model, Mode::kSoft, 7};
}

}  // namespace npushare::embedded::testing_support
