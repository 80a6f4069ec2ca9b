#include "scheduler/embedded/versioned_map.hpp"

#include <algorithm>
#include <ranges>

namespace npushare::embedded {

Object VersionedMap::find(const std::string& key) const {
  const auto found = objects_.find(key);
  return found == objects_.end() ? nullptr : found->second;
}

void VersionedMap::put(Version version, const std::string& key, Object object) {
  log_.push_back({version, key, find(key), object});
  if (log_.size() > log_size_) {
    floor_ = log_.front().version;
    log_.pop_front();
  }
  if (object) {
    objects_[key] = std::move(object);
  } else {
    objects_.erase(key);
  }
}

std::optional<std::vector<Change>> VersionedMap::changes_after(Version version) const {
  if (version < floor_) return std::nullopt;
  const auto first = std::ranges::upper_bound(log_, version, {}, &Change::version);
  return std::vector<Change>(first, log_.end());
}

std::optional<ObjectMap> VersionedMap::at(Version version) const {
  if (version < floor_) return std::nullopt;
  ObjectMap then = objects_;
  for (const Change& change : std::views::reverse(log_)) {
    if (change.version <= version) break;
    if (change.before) {
      then[change.key] = change.before;
    } else {
      then.erase(change.key);
    }
  }
  return then;
}

}  // namespace npushare::embedded
