#include <array>
#include <ctime>

#include "scheduler/reload.hpp"

namespace npushare {
namespace {

using wire::Json;

std::string rfc3339(observe::Clock::Wall time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

Json json_of(const ConfigSource& source) {
  return Json::Object{{"name", source.name},
                      {"from", source.origin},
                      {"fingerprint", source.fingerprint},
                      {"appliedAt", rfc3339(source.applied)},
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
  if (!devices_.error.empty()) text += (text.empty() ? "" : "; ") + devices_.error;
  if (text.empty() || !is_complete_.load()) return text;
  return "the last good version is in force; the newest is refused: " + text;
}

Json LiveConfig::page() const {
  const std::lock_guard lock(mutex_);
  return Json::Object{{"version", static_cast<std::int64_t>(version_)},
                      {"settings", json_of(config::fields_of(settings_))},
                      {"devices", json_of(config::fields_of(catalogue_))},
                      {"sources", Json(Json::Array{json_of(own_), json_of(devices_)})},
                      {"needsRestart", json_of(waiting_)}};
}

}  // namespace npushare
