/// Chip models, pods and nodes as the dialect's tests write them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "accounting/catalogue.hpp"
#include "scheduler/backends/dialect.hpp"
#include "scheduler/backends/keys.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends_test {

inline const ModelName k310P{"Ascend310P"};

/// Source: spec/node-plugin-contract.md 2.2.
inline ChipModel a_model(const std::string& chip_name, const std::string& name, MiB allocatable,
                         MiB capacity, Cores ai_cores, Cpus ai_cpus,
                         std::vector<Template> templates) {
  const std::string resource = "huawei.com/" + name;
  return {.chip_name = chip_name,
          .name = ModelName{name},
          .count_resource = resource,
          .memory_resource = resource + "-memory",
          .core_resource = resource + "-core",
          .allocatable = allocatable,
          .capacity = capacity,
          .memory_factor = 1,
          .ai_cores = ai_cores,
          .ai_cpus = ai_cpus,
          .runtime_class = "ascend",
          .templates = std::move(templates)};
}

inline ChipModel model_310p() {
  return a_model("310P3", "Ascend310P", MiB{21527}, MiB{24576}, Cores{8}, Cpus{7},
                 {{"vir01", MiB{3072}, Cores{1}, Cpus{1}},
                  {"vir02", MiB{6144}, Cores{2}, Cpus{2}},
                  {"vir04", MiB{12288}, Cores{4}, Cpus{4}}});
}

inline ChipModel model_910a() {
  return a_model("910A", "Ascend910A", MiB{32768}, MiB{32768}, Cores{30}, Cpus{0},
                 {{"vir02", MiB{2184}, Cores{2}, Cpus{0}},
                  {"vir04", MiB{4369}, Cores{4}, Cpus{0}},
                  {"vir08", MiB{8738}, Cores{8}, Cpus{0}},
                  {"vir16", MiB{17476}, Cores{16}, Cpus{0}}});
}

inline ChipModel model_910b3() {
  return a_model("910B3", "Ascend910B3", MiB{65536}, MiB{65536}, Cores{20}, Cpus{7},
                 {{"vir05_1c_16g", MiB{16384}, Cores{5}, Cpus{1}},
                  {"vir10_3c_32g", MiB{32768}, Cores{10}, Cpus{3}}});
}

inline ChipModel model_910b4() {
  return a_model("910B4", "Ascend910B4", MiB{32768}, MiB{32768}, Cores{20}, Cpus{7},
                 {{"vir05_1c_8g", MiB{8192}, Cores{5}, Cpus{1}},
                  {"vir10_3c_16g", MiB{16384}, Cores{10}, Cpus{3}}});
}

inline Catalogue a_catalogue(bool soft_by_default = false) {
  return {.models = {model_310p(), model_910a(), model_910b3(), model_910b4()},
          .soft_by_default = soft_by_default};
}

inline backends::Dialect a_dialect(bool soft_by_default = false, MiB reserved = MiB{0}) {
  return {a_catalogue(soft_by_default), {.reserved_memory = reserved}};
}

/// `a_pod().soft().app({{"huawei.com/Ascend310P", "1"}})`; containers are named c0, c1, ...
class PodBuilder {
 public:
  PodBuilder() {
    pod_.key = {"default", "p1"};
    pod_.uid = PodUid{"u1"};
    pod_.phase = "Pending";
  }

  PodBuilder& container(ContainerKind kind, wire::StringMap limits, wire::StringMap requests = {}) {
    const std::string name = "c" + std::to_string(pod_.containers.size());
    pod_.containers.push_back({name, kind, std::move(limits), std::move(requests)});
    return *this;
  }
  PodBuilder& app(wire::StringMap limits = {}) {
    return container(ContainerKind::kApp, std::move(limits));
  }
  PodBuilder& init(wire::StringMap limits = {}) {
    return container(ContainerKind::kInit, std::move(limits));
  }
  PodBuilder& sidecar(wire::StringMap limits = {}) {
    return container(ContainerKind::kSidecar, std::move(limits));
  }
  PodBuilder& soft() { return with(std::string(backends::kModeKey), "hami-core"); }
  PodBuilder& on(const std::string& node) {
    pod_.node = NodeName{node};
    return *this;
  }
  PodBuilder& with(const std::string& key, const std::string& value) {
    pod_.annotations[key] = value;
    return *this;
  }
  PodBuilder& with(const wire::StringMap& annotations) {
    for (const auto& [key, value] : annotations) pod_.annotations[key] = value;
    return *this;
  }

  operator const wire::Pod&() const { return pod_; }  // NOLINT(google-explicit-constructor)

 private:
  wire::Pod pod_;
};

inline PodBuilder a_pod() {
  return {};
}

/// Limits on Ascend310P: empty texts are left out.
inline wire::StringMap asks(const std::string& count, const std::string& memory = "",
                            const std::string& core = "",
                            const std::string& resource = "huawei.com/Ascend310P") {
  wire::StringMap limits;
  if (!count.empty()) limits[resource] = count;
  if (!memory.empty()) limits[resource + "-memory"] = memory;
  if (!core.empty()) limits[resource + "-core"] = core;
  return limits;
}

/// A node that offers kubelet 14 slots of Ascend310P.
inline wire::Node a_node(const std::string& soft, const std::string& register_text) {
  wire::Node node;
  node.name = NodeName{"n1"};
  node.annotations["hami.io/node-register-Ascend310P"] = register_text;
  if (!soft.empty()) node.annotations[std::string(backends::kSoftNodeKey)] = soft;
  node.allocatable["huawei.com/Ascend310P"] = "14";
  return node;
}

/// One healthy 310P3 as ascend-device-plugin registers it.
inline std::string element(const std::string& uuid, int index, int devcore = 8) {
  const std::string position = index == 0 ? "" : R"("index":)" + std::to_string(index) + ",";
  return R"({"id":")" + uuid + R"(",)" + position + R"("count":7,"devmem":21527,"devcore":)" +
         std::to_string(devcore) + R"(,"type":"Ascend310P","health":true,"devicepairscore":{}})";
}

}  // namespace npushare::backends_test
