#include "scheduler/backends/grant_writer.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "scheduler/backends/device_string.hpp"
#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/runtime_json.hpp"

namespace npushare::backends {
namespace {

constexpr const char* kAllocating = "allocating";

/// Both forms are the same text for most pods: those with one container.
Segments segments_for(const Allocation& allocation, Segments wanted) {
  const bool serves_init = std::ranges::any_of(allocation.grants, [&](const Grant& grant) {
    return allocation.containers[grant.container].kind != ContainerKind::kApp;
  });
  return serves_init ? Segments::kEveryContainer : wanted;
}

std::string devices_text(const Allocation& allocation, const ModelName& model, Segments wanted) {
  std::vector<std::string> segments(allocation.containers.size());
  for (const Grant& grant : allocation.grants) {
    if (grant.model != model) continue;
    append_device(segments[grant.container], {.uuid = grant.chip.text(),
                                              .type = model.text(),
                                              .memory = grant.quota.memory.value(),
                                              .cores = grant.quota.cores.value()});
  }
  if (segments_for(allocation, wanted) == Segments::kServedContainers)
    std::erase_if(segments, [](const std::string& segment) { return segment.empty(); });
  std::string text;
  for (const std::string& segment : segments) text += segment + ';';
  return text;
}

/// Soft split: the quota the library enforces. Hard split: the template alone. Cores 0 are left
/// out, for an explicit 0 means nothing else.
RuntimeEntry entry_for(const Grant& grant) {
  RuntimeEntry entry{.uuid = grant.chip.text()};
  if (grant.mode == Mode::kHard) {
    entry.template_name = grant.template_name;
    return entry;
  }
  entry.memory = grant.quota.memory.value();
  if (grant.quota.cores > Cores{0}) entry.core = grant.quota.cores.value();
  return entry;
}

std::string runtime_text(const Allocation& allocation, const ModelName& model) {
  std::vector<RuntimeEntry> entries;
  for (const Grant& grant : allocation.grants)
    if (grant.model == model) entries.push_back(entry_for(grant));
  return write_runtime(entries);
}

bool is_soft(const Grant& grant) {
  return grant.mode == Mode::kSoft;
}

}  // namespace

wire::StringMap grant_annotations(const Allocation& allocation, std::int64_t unix_seconds,
                                  Segments segments) {
  if (allocation.grants.empty()) return {};
  const std::string now = std::to_string(unix_seconds);
  wire::StringMap marks{{std::string(kNodeKey), allocation.node.text()},
                        {std::string(kTimeKey), now},
                        {std::string(kBindTimeKey), now},
                        {std::string(kBindPhaseKey), kAllocating},
                        {std::string(kPredicateTimeKey), now}};
  if (std::ranges::any_of(allocation.grants, is_soft)) marks[std::string(kModeKey)] = kSoftMode;

  std::set<ModelName> models;
  for (const Grant& grant : allocation.grants) models.insert(grant.model);
  for (const ModelName& model : models) {
    const std::string devices = devices_text(allocation, model, segments);
    marks[to_allocate_key(model)] = devices;
    marks[allocated_key(model)] = devices;
    marks[runtime_key(model)] = runtime_text(allocation, model);
  }
  return marks;
}

}  // namespace npushare::backends
