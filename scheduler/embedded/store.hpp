/// The objects of the embedded cluster, versioned, in memory.
///
/// Every write gets the next number of one counter as its resourceVersion; a write that changes
/// nothing is none. Lists are pages of one version; watches read the log of changes from a version
/// on. Errors:  answers as the API server gives them; a version that the log has dropped: 410.
/// Threads: any. One mutex, held for one operation on maps; listeners are called without it.
/// Source:  spec/kube-scheduler-extender.md 4; data/recorded/kube-apiserver-1.37.2.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "scheduler/embedded/objects.hpp"
#include "scheduler/embedded/times.hpp"
#include "scheduler/embedded/versioned_map.hpp"

namespace npushare::embedded {

struct StoreOptions {
  std::size_t log_size = 8192;  // changes kept for each kind
  WallClock clock = std::chrono::system_clock::now;
  std::uint64_t seed = std::random_device{}();  // of UIDs and generated names
};

class Store final : public Objects {
 public:
  explicit Store(StoreOptions options = {});

  Answer create(const Place& place, wire::Json object) override;
  Answer get(const Place& place) const override;
  Answer list(const Kind& kind, const ListQuery& query) const override;
  Answer update(const Place& place, Part part, wire::Json object) override;
  Answer patch(const Place& place, Part part, PatchType type, const wire::Json& patch) override;
  Answer remove(const Place& place, const RemoveOptions& options) override;
  Answer bind(const Place& pod, const wire::Json& binding) override;

  struct Snapshot {
    Version version = 0;      // of the whole store
    Version last_change = 0;  // of this kind
    std::vector<Object> objects;
  };
  Snapshot snapshot(const Kind& kind) const;
  Version last_change(const Kind& kind) const;

  struct News {
    Version version = 0;  // everything up to here is in `changes`
    std::vector<Change> changes;
  };
  /// Nothing when the log no longer reaches back to that version.
  std::optional<News> news(const Kind& kind, Version after) const;
  Version oldest_watchable(const Kind& kind) const;

  /// Calls `ring` after each change of the kind, until the returned handle is dropped.
  /// It is called on the writer's thread and must be quick.
  std::shared_ptr<void> subscribe(const Kind& kind, std::function<void()> ring);
  /// Rings for every subscriber, as if everything had changed.
  void wake_all();

 private:
  using Ring = std::function<void()>;
  using Edit = std::function<std::optional<Answer>(const wire::Json& now, wire::Json& next)>;

  struct Shelf {
    VersionedMap map;
    std::vector<std::weak_ptr<Ring>> subscribers;
  };

  Shelf& shelf(const Kind& kind);
  const Shelf& shelf(const Kind& kind) const;
  Answer edit(const Place& place, const Edit& edit);
  /// With the lock held.
  Object put(const Place& place, wire::Json object);
  Answer drop(const Place& place, const wire::Json& now);
  std::string new_uid();
  std::string name_suffix();
  std::vector<std::shared_ptr<Ring>> listeners(const Kind& kind);
  void notify(const Kind& kind);

  StoreOptions options_;
  mutable std::mutex mutex_;
  std::vector<Shelf> shelves_;  // in the order of all_kinds()
  std::mt19937_64 random_;
  Version version_ = 1;
};

/// Decimal text to a version; nothing when it is none.
std::optional<Version> read_version(std::string_view text);

/// The page of `objects`, which are of that version, behind `last_key`.
Answer make_page(const Kind& kind, const ListQuery& query, const std::string& last_key,
                 Version version, const ObjectMap& objects);

}  // namespace npushare::embedded
