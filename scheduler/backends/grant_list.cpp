#include "scheduler/backends/grant_list.hpp"

#include <algorithm>

#include "scheduler/backends/decimal.hpp"
#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/pod_request.hpp"
#include "scheduler/backends/resource_wish.hpp"

namespace npushare::backends {
namespace {

Error invalid(const std::string& key, const std::string& why) {
  return {ErrorCode::kInvalid, key + ": " + why};
}

const std::string* annotation(const wire::Pod& pod, const std::string& key) {
  const auto entry = pod.annotations.find(key);
  return entry == pod.annotations.end() ? nullptr : &entry->second;
}

/// The app containers for which Volcano writes a segment.
std::vector<std::size_t> volcano_positions(const ChipModel& model, const wire::Pod& pod) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < pod.containers.size(); ++i) {
    const wire::ContainerSpec& container = pod.containers[i];
    const bool asks = container.limits.contains(model.count_resource) ||
                      container.limits.contains(model.memory_resource);
    if (container.kind == ContainerKind::kApp && asks) positions.push_back(i);
  }
  return positions;
}

/// Segments that say something: the piece after the last ';', and what the plugin appends each time
/// it erases, are empty ones beyond the containers.
std::size_t written_segments(const DeviceList& list, std::size_t containers) {
  const std::size_t used = list.devices.empty() ? 0 : list.devices.back().segment + 1;
  const std::size_t all = list.segments > used ? list.segments - 1 : list.segments;
  return all > containers ? std::max(used, containers) : all;
}

Result<> assign_containers(const ChipModel& model, const wire::Pod& pod, DeviceList& list) {
  const std::size_t written = written_segments(list, pod.containers.size());
  if (written != pod.containers.size()) {
    const std::vector<std::size_t> positions = volcano_positions(model, pod);
    if (written == positions.size()) {
      for (DeviceEntry& device : list.devices) device.segment = positions[device.segment];
      return {};
    }
  }
  if (written <= pod.containers.size()) return {};
  return Error{ErrorCode::kInvalid, "grants chips to container " + std::to_string(written) +
                                        " of a pod with " + std::to_string(pod.containers.size())};
}

/// Nothing when the pod has neither key.
Result<std::optional<std::vector<DeviceEntry>>> read_device_keys(const ChipModel& model,
                                                                 const wire::Pod& pod) {
  for (const std::string& key : {allocated_key(model.name), to_allocate_key(model.name)}) {
    const std::string* text = annotation(pod, key);
    if (text == nullptr) continue;
    Result<DeviceList> list = read_devices(*text);
    if (!list) return invalid(key, list.error().message);
    if (Result<> assigned = assign_containers(model, pod, *list); !assigned)
      return invalid(key, assigned.error().message);
    return std::optional{std::move(list->devices)};
  }
  return std::optional<std::vector<DeviceEntry>>{};
}

/// The memory an entry stands for: said, or its template's, or the whole chip's.
Result<DeviceEntry> device_of(const ChipModel& model, const RuntimeEntry& entry) {
  const std::optional<Template> split = model.template_named(entry.template_name);
  const MiB unsaid = split ? split->memory : model.allocatable;
  const DeviceEntry device{.uuid = entry.uuid,
                           .type = model.name.text(),
                           .memory = entry.memory.value_or(unsaid.value()),
                           .cores = entry.core.value_or(0)};
  if (device.uuid.empty() || device.uuid.find_first_of(",:;") != std::string::npos)
    return invalid("UUID", "of an entry is empty or contains a separator");
  if (device.memory <= 0 || device.memory > kMaxInt32 || device.cores < 0)
    return invalid(entry.uuid, "memory or core is out of range");
  return device;
}

/// The runtime list names no containers: each takes as many entries as it asks for chips, the last
/// one what is left over.
void hand_out(const ChipModel& model, const wire::Pod& pod, std::vector<DeviceEntry>& devices) {
  std::size_t next = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < pod.containers.size(); ++i) {
    const Result<std::optional<Wish>> wish = read_wish(pod.containers[i], model);
    if (!wish || !*wish) continue;
    last = i;
    for (std::size_t n = 0; n < (*wish)->chips && next < devices.size(); ++n)
      devices[next++].segment = i;
  }
  for (; next < devices.size(); ++next) devices[next].segment = last;
}

Result<std::vector<DeviceEntry>> devices_from(const std::vector<RuntimeEntry>& entries,
                                              const ChipModel& model, const wire::Pod& pod) {
  std::vector<DeviceEntry> devices;
  for (const RuntimeEntry& entry : entries) {
    Result<DeviceEntry> device = device_of(model, entry);
    if (!device) return invalid(runtime_key(model.name), device.error().message);
    devices.push_back(*std::move(device));
  }
  hand_out(model, pod, devices);
  return devices;
}

}  // namespace

Result<GrantList> read_grant_list(const ChipModel& model, const wire::Pod& pod) {
  Result<std::optional<std::vector<DeviceEntry>>> devices = read_device_keys(model, pod);
  if (!devices) return devices.error();
  const std::string* text = annotation(pod, runtime_key(model.name));
  if (text == nullptr)
    return GrantList{std::move(*devices).value_or(std::vector<DeviceEntry>{}), {}};

  Result<std::vector<RuntimeEntry>> runtime = read_runtime(*text);
  if (*devices) {
    // The plugin fails on a list it cannot read, but the device keys already say what is taken.
    if (!runtime) return GrantList{*std::move(*devices), {}};
    return GrantList{*std::move(*devices), *std::move(runtime)};
  }
  if (!runtime) return invalid(runtime_key(model.name), runtime.error().message);
  Result<std::vector<DeviceEntry>> from_runtime = devices_from(*runtime, model, pod);
  if (!from_runtime) return from_runtime.error();
  return GrantList{*std::move(from_runtime), *std::move(runtime)};
}

}  // namespace npushare::backends
