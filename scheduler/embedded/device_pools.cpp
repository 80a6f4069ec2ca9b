#include "scheduler/embedded/device_pools.hpp"

#include <map>
#include <set>
#include <utility>

namespace npushare::embedded {

using wire::Json;

namespace {

struct Pool {
  std::int64_t generation = -1;
  std::vector<const Json*> slices;
};

using Pools = std::map<std::pair<std::string, std::string>, Pool>;

Pools pools_of(const std::vector<Object>& slices) {
  Pools pools;
  for (const Object& slice : slices) {
    const Json& spec = (*slice)["spec"];
    Pool& pool = pools[{spec["driver"].string(), spec.at("pool", "name").string()}];
    const std::int64_t generation = spec.at("pool", "generation").integer();
    if (generation < pool.generation) continue;
    if (generation > pool.generation) pool = {generation, {}};
    pool.slices.push_back(&spec);
  }
  return pools;
}

bool is_complete(const Pool& pool) {
  const std::int64_t wanted = pool.slices.front()->at("pool", "resourceSliceCount").integer();
  std::set<std::string> names;
  for (const Json* spec : pool.slices)
    for (const Json& device : (*spec)["devices"].items())
      if (!names.insert(device["name"].string()).second) return false;
  return static_cast<std::int64_t>(pool.slices.size()) == wanted;
}

}  // namespace

std::vector<PoolDevice> devices_of(const std::vector<Object>& slices) {
  std::vector<PoolDevice> found;
  for (const auto& [key, pool] : pools_of(slices)) {
    if (!is_complete(pool)) continue;
    for (const Json* spec : pool.slices) {
      const std::string& node = (*spec)["nodeName"].string();
      if (node.empty() && !(*spec)["allNodes"].boolean()) continue;
      for (const Json& device : (*spec)["devices"].items())
        found.push_back({{key.first, key.second, device["name"].string()}, node, device});
    }
  }
  return found;
}

}  // namespace npushare::embedded
