/// The objects of one kind, and the last changes made to them.
///
/// Shape:   keys in byte order, as etcd has them; changes in version order, at most `log_size` of
/// them. Errors:  none; what the log no longer covers is an empty optional. Threads: a plain value;
/// Store holds the lock.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

/// Immutable once stored, so readers share it without a copy.
using Object = std::shared_ptr<const wire::Json>;
using ObjectMap = std::map<std::string, Object, std::less<>>;
using Version = std::uint64_t;

struct Change {
  Version version = 0;
  std::string key;
  Object before;  // null: created
  Object after;   // null: deleted
};

class VersionedMap {
 public:
  explicit VersionedMap(std::size_t log_size) : log_size_(log_size) {}

  const ObjectMap& objects() const { return objects_; }
  /// Null when there is none.
  Object find(const std::string& key) const;

  /// Null deletes. Versions only grow.
  void put(Version version, const std::string& key, Object object);

  Version last_change() const { return log_.empty() ? floor_ : log_.back().version; }
  /// The oldest version that changes_after() and at() still answer for.
  Version floor() const { return floor_; }

  std::optional<std::vector<Change>> changes_after(Version version) const;

  /// The objects as they were at that version.
  std::optional<ObjectMap> at(Version version) const;

 private:
  ObjectMap objects_;
  std::deque<Change> log_;
  std::size_t log_size_;
  Version floor_ = 0;
};

}  // namespace npushare::embedded
