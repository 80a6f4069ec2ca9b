/// A shared_ptr that one thread replaces while others read it.
///
/// A reader holds the bit only to copy the pointer and count itself in; it never waits for a
/// writer's work. std::atomic<std::shared_ptr> of GCC 12 does the same, but lets a load's unlock go
/// relaxed, which the thread sanitizer rightly reports.
#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace npushare {

template <class T>
class Published {
 public:
  using Pointer = std::shared_ptr<const T>;

  explicit Published(Pointer first) : current_(std::move(first)) {}

  Pointer load() const {
    lock();
    Pointer copy = current_;
    unlock();
    return copy;
  }

  void store(Pointer next) {
    lock();
    current_.swap(next);
    unlock();
    // The old value may die here, outside the bit.
  }

 private:
  void lock() const {
    while (busy_.test_and_set(std::memory_order_acquire))
      busy_.wait(true, std::memory_order_relaxed);
  }
  void unlock() const {
    busy_.clear(std::memory_order_release);
    busy_.notify_one();
  }

  mutable std::atomic_flag busy_;
  Pointer current_;
};

}  // namespace npushare
