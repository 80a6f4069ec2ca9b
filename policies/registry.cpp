#include "policies/registry.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "policies/binpack.hpp"
#include "policies/hami.hpp"
#include "policies/spread.hpp"
#include "policies/volcano.hpp"

namespace npushare {
namespace {

struct Entry {
  std::string_view name;
  std::unique_ptr<const Policy> policy;
};

/// In alphabetical order.
const auto& table() {
  static const std::array<Entry, 6> entries{{
      {"binpack", make_binpack()},
      {"hami-binpack", make_hami_binpack()},
      {"hami-spread", make_hami_spread()},
      {"spread", make_spread()},
      {"volcano-binpack", make_volcano_binpack()},
      {"volcano-spread", make_volcano_spread()},
  }};
  return entries;
}

}  // namespace

const Policy* find_policy(std::string_view name) {
  const auto same = std::ranges::find(table(), name, &Entry::name);
  return same == table().end() ? nullptr : same->policy.get();
}

std::vector<std::string_view> policy_names() {
  std::vector<std::string_view> names;
  for (const Entry& entry : table()) names.push_back(entry.name);
  return names;
}

}  // namespace npushare
