#include "scheduler/dra/offers.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace npushare::dra {
namespace {

using Pool = std::vector<const wire::ResourceSlice*>;
using PoolKey = std::pair<std::string, std::string>;

PoolState state_of(const Pool& pool) {
  std::set<std::string_view> names;
  bool is_repeated = false;
  for (const wire::ResourceSlice* slice : pool)
    for (const wire::SliceDevice& device : slice->devices)
      is_repeated |= !names.insert(device.name).second;
  if (is_repeated) return PoolState::kInvalid;
  const bool is_whole = std::ranges::all_of(pool, [&](const wire::ResourceSlice* slice) {
    return std::cmp_equal(slice->pool_slices, pool.size());
  });
  return is_whole ? PoolState::kWhole : PoolState::kIncomplete;
}

}  // namespace

std::vector<OfferedDevice> offers_of(Slices slices) {
  std::map<PoolKey, Pool> pools;
  for (const wire::ResourceSlice* slice : slices) {
    Pool& pool = pools[{slice->driver, slice->pool}];
    if (!pool.empty() && pool.front()->generation > slice->generation) continue;
    if (!pool.empty() && pool.front()->generation < slice->generation) pool.clear();
    pool.push_back(slice);
  }
  std::vector<OfferedDevice> offers;
  for (const auto& [key, pool] : pools) {
    const PoolState state = state_of(pool);
    for (const wire::ResourceSlice* slice : pool)
      for (const wire::SliceDevice& device : slice->devices)
        offers.push_back({.name = {slice->driver, slice->pool, device.name},
                          .node = slice->node,
                          .pool = state,
                          .device = &device});
  }
  std::ranges::sort(offers, {},
                    [](const OfferedDevice& offer) { return std::tie(offer.node, offer.name); });
  return offers;
}

DeviceTable table_of(std::span<const OfferedDevice> offers) {
  DeviceTable table;
  for (const OfferedDevice& offer : offers) table.insert_or_assign(offer.name, offer.device);
  return table;
}

}  // namespace npushare::dra
