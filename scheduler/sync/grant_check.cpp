#include "scheduler/sync/grant_check.hpp"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <string_view>

#include "scheduler/backends/keys.hpp"

namespace npushare::sync {

bool drop_unasked(Allocation& grants, const Request& request) {
  const auto is_unasked = [&](const Grant& grant) {
    return std::ranges::none_of(request.asks, [&](const Ask& ask) {
      return ask.container == grant.container && ask.model == grant.model;
    });
  };
  return std::erase_if(grants.grants, is_unasked) > 0;
}

std::size_t print_of_grants(const wire::Pod& pod, const Catalogue& catalogue) {
  std::size_t print = 0;
  const auto add = [&](std::string_view key) {
    const auto value = pod.annotations.find(key);
    if (value == pod.annotations.end()) return;
    boost::hash_combine(print, std::string_view(value->first));
    boost::hash_combine(print, std::string_view(value->second));
  };
  for (const ChipModel& model : catalogue.models) {
    add(backends::allocated_key(model.name));
    add(backends::runtime_key(model.name));
  }
  add(backends::kModeKey);
  return print == 0 ? 1 : print;
}

bool has_grants(const wire::Pod& pod, const Catalogue& catalogue) {
  return std::ranges::any_of(catalogue.models, [&pod](const ChipModel& model) {
    return pod.annotations.contains(backends::allocated_key(model.name));
  });
}

bool has_init_grants(const Allocation& grants) {
  return std::ranges::any_of(grants.grants, [&grants](const Grant& grant) {
    return grants.containers[grant.container].kind == ContainerKind::kInit;
  });
}

}  // namespace npushare::sync
