/// Which nodes' ledgers have changed of late.
///
/// Whoever keeps conclusions about nodes comes back with the position of the last visit and is told
/// which of them to think over: what that costs depends on the changes, not on the nodes.
/// Shape:   the names of the last kLength changes, each at its position, counted from 0.
/// Threads: any. A writer adds a change after it is published: who has seen it in the log sees the
///          ledger it left, or a later one.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace npushare {

class ChangeLog {
 public:
  static constexpr std::uint64_t kLength = 1024;

  void add(std::string_view node);

  /// The position of the next change.
  std::uint64_t end() const { return end_.load(std::memory_order_acquire); }

  /// Calls `visit(name)` for each change from `from` on and moves `from` behind the last. False,
  /// and nothing done, when some of them are forgotten.
  template <class Visit>
  bool each_since(std::uint64_t& from, Visit&& visit) const {
    if (from == end()) return true;
    const std::lock_guard lock(mutex_);
    const std::uint64_t last = end_.load(std::memory_order_relaxed);
    if (last - from > kLength) return false;
    for (; from < last; ++from) visit(std::string_view(names_[from % kLength]));
    return true;
  }

 private:
  mutable std::mutex mutex_;
  std::array<std::string, kLength> names_;
  std::atomic<std::uint64_t> end_ = 0;
};

}  // namespace npushare
