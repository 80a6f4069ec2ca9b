/// A hold on all shares of one allocation.
///
/// Ends in exactly one of commit() and giving back, which the destructor does: state taken is never
/// released by hand on an error path.
/// Threads: owned by one coroutine or thread; the book must outlive it.
#pragma once

#include <memory>
#include <utility>

#include "accounting/allocation.hpp"

namespace npushare {

class LedgerBook;
struct NodeSlot;

class Reservation {
 public:
  Reservation(Reservation&& other) noexcept
      : book_(std::exchange(other.book_, nullptr)),
        slot_(std::move(other.slot_)),
        allocation_(std::move(other.allocation_)) {}
  Reservation& operator=(Reservation&&) = delete;
  ~Reservation();

  const Allocation& allocation() const { return allocation_; }

  /// The shares stay: the Binding was accepted, or its outcome is not known (kUncertain).
  void commit(ShareState state = ShareState::kAssumed);

 private:
  friend class LedgerBook;
  Reservation(LedgerBook& book, std::shared_ptr<NodeSlot> slot, Allocation allocation);

  LedgerBook* book_;  // null once committed or moved from
  std::shared_ptr<NodeSlot> slot_;
  Allocation allocation_;
};

}  // namespace npushare
