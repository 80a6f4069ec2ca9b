/// The chip models an operator shares, by name.
///
/// Source: device-config.yaml (spec/node-plugin-contract.md 2.1); config/ reads it.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "accounting/chip.hpp"

namespace npushare {

struct Catalogue {
  std::vector<ChipModel> models;  // names and resource names unique
  bool soft_by_default = false;   // vnpus.hamiVnpuCore: for nodes that do not say it themselves

  /// Null when there is none of this name.
  const ChipModel* find(const ModelName& name) const {
    const auto same = std::ranges::find(models, name, &ChipModel::name);
    return same == models.end() ? nullptr : &*same;
  }
};

}  // namespace npushare
