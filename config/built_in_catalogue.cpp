#include <utility>

#include "config/device_config.hpp"

namespace npushare::config {
namespace {

struct Chip {
  const char* driver_name;
  const char* name;
  std::int64_t allocatable;  // MiB
  std::int64_t capacity;     // MiB
  std::int64_t ai_cores;
  std::int64_t ai_cpus;  // 0: the model has none to divide
  std::vector<Template> templates;
};

Template split(const char* name, std::int64_t memory, std::int64_t cores, std::int64_t cpus) {
  return {name, MiB{memory}, Cores{cores}, Cpus{cpus}};
}

ChipModel model_of(Chip chip) {
  const std::string resource = std::string("huawei.com/") + chip.name;
  ChipModel model;
  model.chip_name = chip.driver_name;
  model.name = ModelName(chip.name);
  model.count_resource = resource;
  model.memory_resource = resource + "-memory";
  model.core_resource = resource + "-core";
  model.allocatable = MiB{chip.allocatable};
  model.capacity = MiB{chip.capacity};
  model.ai_cores = Cores{chip.ai_cores};
  model.ai_cpus = Cpus{chip.ai_cpus};
  model.templates = std::move(chip.templates);
  return model;
}

// Source: spec/node-plugin-contract.md 2.2.
std::vector<Chip> chips() {
  const std::vector<Template> large = {split("vir05_1c_16g", 16384, 5, 1),
                                       split("vir10_3c_32g", 32768, 10, 3)};
  return {
      {"910A",
       "Ascend910A",
       32768,
       32768,
       30,
       0,
       {split("vir02", 2184, 2, 0), split("vir04", 4369, 4, 0), split("vir08", 8738, 8, 0),
        split("vir16", 17476, 16, 0)}},
      {"910B2",
       "Ascend910B2",
       65536,
       65536,
       24,
       6,
       {split("vir03_1c_8g", 8192, 3, 1), split("vir06_1c_16g", 16384, 6, 1),
        split("vir12_3c_32g", 32768, 12, 3)}},
      {"910B3", "Ascend910B3", 65536, 65536, 20, 7, large},
      {"910B4-1", "Ascend910B4-1", 65536, 65536, 20, 7, large},
      {"910B4",
       "Ascend910B4",
       32768,
       32768,
       20,
       7,
       {split("vir05_1c_8g", 8192, 5, 1), split("vir10_3c_16g", 16384, 10, 3)}},
      {"310P3",
       "Ascend310P",
       21527,
       24576,
       8,
       7,
       {split("vir01", 3072, 1, 1), split("vir02", 6144, 2, 2), split("vir04", 12288, 4, 4)}},
      {"Ascend910", "Ascend910C", 65536, 65536, 20, 7, large},
  };
}

Catalogue build() {
  Catalogue catalogue;
  for (Chip& chip : chips()) catalogue.models.push_back(model_of(std::move(chip)));
  return catalogue;
}

}  // namespace

const Catalogue& built_in_catalogue() {
  static const Catalogue catalogue = build();
  return catalogue;
}

}  // namespace npushare::config
