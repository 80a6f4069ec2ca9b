#include "scheduler/backends/allocation_reader.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "scheduler/backends/decimal.hpp"
#include "scheduler/backends/grant_list.hpp"
#include "scheduler/backends/hard_split.hpp"
#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/pod_request.hpp"
#include "scheduler/backends/preferences.hpp"
#include "scheduler/backends/quoted.hpp"
#include "scheduler/backends/soft_split.hpp"

namespace npushare::backends {
namespace {

/// The time of the bind outlives bind-time, which is scrubbed once the plugin has served the pod.
std::int64_t bound_since(const wire::Pod& pod) {
  const auto written = pod.annotations.find(kTimeKey);
  if (written == pod.annotations.end()) return 0;
  return read_decimal(written->second, Range{.least = 0}).value_or(0);
}

Result<> check_node(const wire::Pod& pod) {
  const auto written = pod.annotations.find(kNodeKey);
  if (written == pod.annotations.end() || written->second == pod.node.text()) return {};
  return Error{ErrorCode::kInvalid, std::string(kNodeKey) + ": is " + quoted(written->second) +
                                        ", but the pod runs on " + pod.node.text()};
}

Grant grant_for(const ChipModel& model, const DeviceEntry& device, const GrantList& list,
                bool soft) {
  Grant grant{.container = static_cast<std::uint16_t>(device.segment),
              .chip = ChipUuid{device.uuid},
              .model = model.name};
  if (soft) {
    charge_soft(model, device, grant);
    return grant;
  }
  const RuntimeEntry* entry = entry_of(list.runtime, device.uuid);
  charge_hard(model, device, entry == nullptr ? "" : entry->template_name, grant);
  return grant;
}

/// A soft container with several chips shares none of them, whoever placed it.
void close_shared_chips(std::vector<Grant>& grants, bool soft, bool is_mutex) {
  std::map<std::uint16_t, std::size_t> chips;
  for (const Grant& grant : grants) ++chips[grant.container];
  for (Grant& grant : grants) {
    const bool is_closed = is_mutex || (soft && chips[grant.container] > 1);
    if (is_closed) grant.hold = std::max(grant.hold, Hold::kExclusive);
  }
}

Result<std::vector<Grant>> read_grants(const ChipModel& model, const wire::Pod& pod) {
  const Result<GrantList> list = read_grant_list(model, pod);
  if (!list) return list.error();
  const bool soft = is_soft(pod);
  std::vector<Grant> grants;
  for (const DeviceEntry& device : list->devices)
    grants.push_back(grant_for(model, device, *list, soft));
  close_shared_chips(grants, soft, read_policies(pod).is_mutex);
  return grants;
}

}  // namespace

Result<std::optional<Allocation>> read_pod_allocation(const Catalogue& catalogue,
                                                      const wire::Pod& pod) {
  if (pod.node.empty()) return std::optional<Allocation>{};
  std::vector<Grant> grants;
  for (const ChipModel& model : catalogue.models) {
    const Result<std::vector<Grant>> of_model = read_grants(model, pod);
    if (!of_model) return of_model.error();
    grants.insert(grants.end(), of_model->begin(), of_model->end());
  }
  if (grants.empty()) return std::optional<Allocation>{};
  if (Result<> checked = check_node(pod); !checked) return checked.error();
  Result<std::vector<Container>> containers = containers_of(pod);
  if (!containers) return containers.error();

  // Container by container, as a plan lists them: the ordinals in share names depend on it.
  std::ranges::stable_sort(grants, {}, &Grant::container);
  const Holder holder{
      .uid = pod.uid, .pod = pod.key, .priority = pod.priority, .since = bound_since(pod)};
  return std::optional<Allocation>{Allocation{.node = pod.node,
                                              .holder = std::make_shared<const Holder>(holder),
                                              .containers = *std::move(containers),
                                              .grants = std::move(grants)}};
}

}  // namespace npushare::backends
