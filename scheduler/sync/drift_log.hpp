/// What the cluster shows that the book cannot account for, with its cause.
///
/// Shape:   one entry for each kind and object, replaced when seen again and struck out when
///          mended; at most kMost entries, the counts go on.
/// Threads: any.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "accounting/node_ledger.hpp"
#include "scheduler/sync/cluster_sync.hpp"

namespace npushare::sync {

class DriftLog {
 public:
  static constexpr std::size_t kMost = 10'000;

  void note(Drift drift);
  void clear(const std::string& kind, const std::string& object);
  /// Something that was wrong until a list put it right: counted, with nothing left to show.
  void count_mended(const std::string& kind);
  /// Strikes out everything said of the object.
  void clear_all(const std::string& object);

  /// Notes chips that carry more than they have and shares of chips the node does not list, and
  /// strikes out what is no longer so.
  void check(const NodeLedger& ledger);
  /// Those whose chips were last seen to carry more than they have.
  std::set<NodeName> overcommitted_nodes() const;

  /// Sorted by kind, then object.
  std::vector<Drift> list() const;
  /// How often this kind was noted since the start.
  std::uint64_t count(const std::string& kind) const;
  std::map<std::string, std::uint64_t> counts() const;

 private:
  void set(bool is_there, Drift drift);

  using Key = std::pair<std::string, std::string>;

  mutable std::mutex mutex_;
  std::map<Key, std::string> details_;
  std::map<std::string, std::uint64_t> counts_;
};

}  // namespace npushare::sync
