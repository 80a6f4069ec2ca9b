#include <utility>

#include "scheduler/app/reload.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare {
namespace {

using wire::Json;

Json json_of(const ConfigSource& source) {
  return Json::Object{{"name", source.name},
                      {"from", source.origin},
                      {"fingerprint", source.fingerprint},
                      {"appliedAt", wire::write_rfc3339(source.applied)},
                      {"error", source.error}};
}

Json json_of(const std::vector<config::FieldValue>& fields) {
  Json object = Json::object();
  for (const config::FieldValue& field : fields) object.set(field.field, field.value);
  return object;
}

Json json_of(const std::vector<config::Change>& waiting) {
  Json list = Json::array();
  for (const config::Change& change : waiting) {
    list.push_back(Json::Object{
        {"field", change.field}, {"inForce", change.before}, {"written", change.after}});
  }
  return list;
}

}  // namespace

std::string LiveConfig::waiting_for() const {
  if (is_complete_.load()) return {};
  const std::lock_guard lock(mutex_);
  return devices_.error.empty() ? devices_.origin : devices_.error;
}

std::string LiveConfig::problem() const {
  const std::lock_guard lock(mutex_);
  std::string text = own_.error;
  for (const ConfigSource* source : {&volcano_, &devices_})
    if (!source->error.empty()) text += (text.empty() ? "" : "; ") + source->error;
  if (text.empty() || !is_complete_.load()) return text;
  return "the last good version is in force; the newest is refused: " + text;
}

metrics::ConfigState LiveConfig::state() const {
  const std::lock_guard lock(mutex_);
  metrics::ConfigState state{.version = version_, .needs_restart = waiting_.size(), .origins = {}};
  for (const ConfigSource* source : {&own_, &devices_, &volcano_}) {
    if (source == &volcano_ && !start_.volcano) continue;
    state.origins.push_back(
        {.name = source->name, .applied = source->applied, .is_refused = !source->error.empty()});
  }
  return state;
}

Json LiveConfig::page() const {
  const std::lock_guard lock(mutex_);
  Json sources = Json::Array{json_of(own_), json_of(devices_)};
  if (start_.volcano) sources.push_back(json_of(volcano_));
  Json page = Json::Object{{"version", static_cast<std::int64_t>(version_)},
                           {"settings", json_of(config::fields_of(settings_))},
                           {"policyFrom", policy_origin()},
                           {"devices", json_of(config::fields_of(catalogue_))},
                           {"sources", std::move(sources)},
                           {"needsRestart", json_of(waiting_)}};
  if (conf_) page.set("volcano", json_of(config::fields_of(*conf_)));
  return page;
}

}  // namespace npushare
