#include "accounting/change_log.hpp"

namespace npushare {

void ChangeLog::add(std::string_view node) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t at = end_.load(std::memory_order_relaxed);
  names_[at % kLength].assign(node);
  end_.store(at + 1, std::memory_order_release);
}

}  // namespace npushare
