#include "scheduler/kube/relists.hpp"

#include <iterator>
#include <utility>

namespace npushare::kube {
namespace {

Error ended() {
  return {ErrorCode::kInternal, "the informer has ended"};
}

}  // namespace

void Relists::ask(Done done) {
  bool is_too_late = false;
  {
    const std::lock_guard lock(mutex_);
    is_too_late = has_ended_;
    if (!is_too_late) asked_.push_back(std::move(done));
  }
  if (is_too_late) return done(ended());
  interrupt_->raise();
}

bool Relists::is_wanted() const {
  const std::lock_guard lock(mutex_);
  return !asked_.empty();
}

bool Relists::begin() {
  // First, so that who asks from here on interrupts the list.
  interrupt_->reset();
  const std::lock_guard lock(mutex_);
  if (asked_.empty()) return false;
  std::move(asked_.begin(), asked_.end(), std::back_inserter(served_));
  asked_.clear();
  return true;
}

void Relists::answer() {
  tell({});
}

void Relists::end() {
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    std::move(asked_.begin(), asked_.end(), std::back_inserter(served_));
    asked_.clear();
  }
  tell(ended());
}

void Relists::tell(const Result<>& result) {
  std::vector<Done> served;
  {
    const std::lock_guard lock(mutex_);
    served.swap(served_);
  }
  for (const Done& done : served) done(result);
}

}  // namespace npushare::kube
