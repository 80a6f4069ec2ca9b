#include "scheduler/backends/pod_request.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include "scheduler/backends/hard_split.hpp"
#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/preferences.hpp"
#include "scheduler/backends/resource_wish.hpp"
#include "scheduler/backends/soft_split.hpp"

namespace npushare::backends {
namespace {

Result<std::optional<Ask>> read_ask(const wire::ContainerSpec& container, const ChipModel& model,
                                    bool soft) {
  const Result<std::optional<Wish>> wish = read_wish(container, model);
  if (!wish) return wish.error();
  if (!*wish) return std::optional<Ask>{};
  const Result<Ask> ask = soft ? soft_ask(model, **wish) : hard_ask(model, **wish);
  if (!ask) return ask.error();
  return std::optional<Ask>{*ask};
}

Result<> add_asks(const Catalogue& catalogue, const wire::Pod& pod, std::uint16_t position,
                  Request& request) {
  const wire::ContainerSpec& container = pod.containers[position];
  for (const ChipModel& model : catalogue.models) {
    Result<std::optional<Ask>> ask = read_ask(container, model, is_soft(pod));
    if (!ask) {
      return Error{ErrorCode::kInvalid, "container " + container.name + ": " + ask.error().message};
    }
    if (!*ask) continue;
    (*ask)->container = position;
    request.asks.push_back(std::move(**ask));
  }
  return {};
}

Result<> limit_chips(const std::vector<Ask>& asks) {
  std::size_t chips = 0;
  for (const Ask& ask : asks) chips += ask.chips;
  if (chips <= kMaxChipsOfPod) return {};
  return Error{ErrorCode::kInvalid, "the containers ask for " + std::to_string(chips) +
                                        " chips together; a pod may have " +
                                        std::to_string(kMaxChipsOfPod)};
}

void add_preferences(const Catalogue& catalogue, const wire::Pod& pod, Request& request) {
  PolicyChoice choice = read_policies(pod);
  request.node_policy = std::move(choice.node);
  request.chip_policy = std::move(choice.chip);
  if (choice.is_mutex)
    for (Ask& ask : request.asks) ask.hold = std::max(ask.hold, Hold::kExclusive);
  for (const ChipModel& model : catalogue.models)
    if (auto list = read_uuid_list(pod, model.name)) request.uuid_lists.push_back(*std::move(list));
}

}  // namespace

bool is_soft(const wire::Pod& pod) {
  const auto mode = pod.annotations.find(kModeKey);
  return mode != pod.annotations.end() && mode->second == kSoftMode;
}

Result<std::vector<Container>> containers_of(const wire::Pod& pod) {
  if (pod.containers.size() > std::numeric_limits<std::uint16_t>::max()) {
    return Error{ErrorCode::kInvalid, "spec.containers: " + std::to_string(pod.containers.size()) +
                                          " containers are more than a pod can have"};
  }
  std::vector<Container> containers;
  containers.reserve(pod.containers.size());
  for (const wire::ContainerSpec& spec : pod.containers)
    containers.push_back({.name = spec.name, .kind = spec.kind});
  return containers;
}

Result<Request> read_pod_request(const Catalogue& catalogue, const wire::Pod& pod) {
  Result<std::vector<Container>> containers = containers_of(pod);
  if (!containers) return containers.error();
  Request request{.holder = std::make_shared<const Holder>(
                      Holder{.uid = pod.uid, .pod = pod.key, .priority = pod.priority}),
                  .containers = *std::move(containers)};
  for (std::size_t i = 0; i < pod.containers.size(); ++i) {
    const auto position = static_cast<std::uint16_t>(i);
    if (Result<> added = add_asks(catalogue, pod, position, request); !added) return added.error();
  }
  if (Result<> limited = limit_chips(request.asks); !limited) return limited.error();
  if (request.wants_npu()) add_preferences(catalogue, pod, request);
  return request;
}

}  // namespace npushare::backends
