#include "scheduler/embedded/registration.hpp"

#include <algorithm>

#include "scheduler/backends/keys.hpp"
#include "scheduler/embedded/times.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

void set_unless_zero(Json& element, const char* key, std::int64_t value) {
  if (value != 0) element.set(key, value);
}

/// 910C chips are all on one network; of the others the first four are, and the rest are on the
/// next.
std::int64_t network_of(const ModelName& model, std::size_t index) {
  return model.text() != "Ascend910C" && index > 3 ? 1 : 0;
}

Json element_of(const NodeProfile& profile, const PluginChip& chip, std::size_t index) {
  const ChipModel& model = profile.model;
  const std::int64_t cores = profile.mode == Mode::kSoft ? 100 : model.ai_cores.value();
  Json element = Json::object();
  if (!chip.uuid.empty()) element.set("id", chip.uuid);
  set_unless_zero(element, "index", static_cast<std::int64_t>(index));
  set_unless_zero(element, "count", profile.slots);
  set_unless_zero(element, "devmem", model.allocatable.value());
  set_unless_zero(element, "devcore", cores);
  element.set("type", model.name.text());
  if (chip.is_healthy) element.set("health", true);
  if (model.name.text().starts_with("Ascend910"))
    element.member("custominfo").set("NetworkID", network_of(model.name, index));
  element.set("devicepairscore", Json::object());
  return element;
}

}  // namespace

std::string register_json(const NodeProfile& profile, std::span<const PluginChip> chips) {
  Json list = Json::array();
  for (std::size_t k = 0; k < chips.size(); ++k) list.push_back(element_of(profile, chips[k], k));
  return list.text();
}

Json registration_patch(const NodeProfile& profile, std::span<const PluginChip> chips,
                        std::chrono::system_clock::time_point now) {
  const ModelName& model = profile.model.name;
  Json patch = Json::object();
  Json& annotations = patch.member("metadata").member("annotations");
  annotations.set(backends::register_key(model), register_json(profile, chips));
  // The plugin's clock is set one second ahead by its default --report_time_offset.
  annotations.set(backends::handshake_key(model), reported_text(now + std::chrono::seconds(1)));
  annotations.set(backends::kSoftNodeKey, profile.mode == Mode::kSoft ? "true" : "false");
  return patch;
}

Json status_patch(const NodeProfile& profile, std::span<const PluginChip> chips) {
  const auto all = static_cast<std::int64_t>(chips.size());
  const auto healthy = std::ranges::count_if(chips, &PluginChip::is_healthy);
  const std::string& resource = profile.model.count_resource;
  Json patch = Json::object();
  Json& status = patch.member("status");
  status.member("capacity").set(resource, std::to_string(all * profile.slots));
  status.member("allocatable").set(resource, std::to_string(healthy * profile.slots));
  return patch;
}

}  // namespace npushare::embedded
