/// What the simulated node plugins were asked and what they answered, one record an Allocate.
///
/// Shape:   the fields of spec/node-plugin-contract.md 7.4; the oldest records go when there are
/// too many. Threads: any.
#pragma once

#include <deque>
#include <mutex>

#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

class PluginTrace {
 public:
  explicit PluginTrace(std::size_t limit = 10'000) : limit_(limit) {}

  void add(wire::Json record) {
    const std::scoped_lock held(mutex_);
    if (records_.size() == limit_) records_.pop_front();
    records_.push_back(std::move(record));
  }

  wire::Json::Array records() const {
    const std::scoped_lock held(mutex_);
    return {records_.begin(), records_.end()};
  }

 private:
  mutable std::mutex mutex_;
  std::deque<wire::Json> records_;
  std::size_t limit_;
};

}  // namespace npushare::embedded
