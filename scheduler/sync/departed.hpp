/// The pods that went last, so that a deletion told once more is known for what it is.
///
/// Shape:   the last kMost UIDs; the oldest is forgotten.
/// Threads: a plain value.
#pragma once

#include <cstddef>
#include <deque>
#include <unordered_set>

#include "accounting/names.hpp"

namespace npushare::sync {

class Departed {
 public:
  static constexpr std::size_t kMost = 1024;

  void add(const PodUid& pod) {
    if (!known_.insert(pod).second) return;
    order_.push_back(pod);
    if (order_.size() <= kMost) return;
    known_.erase(order_.front());
    order_.pop_front();
  }
  bool contains(const PodUid& pod) const { return known_.contains(pod); }

 private:
  std::deque<PodUid> order_;
  std::unordered_set<PodUid> known_;
};

}  // namespace npushare::sync
