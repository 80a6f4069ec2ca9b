/// A directory of nodes with these names, in this order.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "accounting/node_directory.hpp"

namespace npushare::wire {

inline NodeDirectory directory_of(const std::vector<std::string>& names) {
  NodeDirectory::Slots slots;
  for (const std::string& name : names)
    slots.push_back(std::make_shared<NodeSlot>(NodeName(name), std::make_shared<ScanRow>()));
  return NodeDirectory(std::move(slots));
}

inline std::vector<std::string> numbered_names(int count) {
  std::vector<std::string> names;
  for (int number = 0; number < count; ++number) names.push_back("node-" + std::to_string(number));
  return names;
}

}  // namespace npushare::wire
