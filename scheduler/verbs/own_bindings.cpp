#include "scheduler/verbs/own_bindings.hpp"

#include <algorithm>

namespace npushare::verbs {
namespace {

bool carries(const wire::StringMap& annotations, const wire::StringMap& wanted) {
  return std::ranges::all_of(wanted, [&](const auto& entry) {
    const auto carried = annotations.find(entry.first);
    return carried != annotations.end() && carried->second == entry.second;
  });
}

}  // namespace

OwnBindings::Entry OwnBindings::begin(wire::Binding binding) {
  const std::lock_guard lock(mutex_);
  return {shared_from_this(), bindings_.insert(bindings_.end(), std::move(binding))};
}

bool OwnBindings::contains(const wire::Binding& shown) const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(bindings_, [&](const wire::Binding& own) {
    return own.uid == shown.uid && own.node == shown.node &&
           carries(shown.annotations, own.annotations);
  });
}

void OwnBindings::end(Entry::Place place) {
  const std::lock_guard lock(mutex_);
  bindings_.erase(place);
}

}  // namespace npushare::verbs
