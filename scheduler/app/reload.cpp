#include "scheduler/app/reload.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "config/device_config.hpp"
#include "scheduler/app/fingerprint.hpp"
#include "scheduler/app/rules.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

std::string origin_of_devices(const config::Settings& settings) {
  if (const auto& map = settings.device_config_map)
    return "ConfigMap " + map->space + "/" + map->name + " key " + map->key;
  return settings.device_config.empty() ? "built in" : settings.device_config;
}

/// What can change while we run; the rest stays as it was at the start.
config::Settings live_part(const config::Settings& wanted, const config::Settings& running) {
  config::Settings settings = running;
  settings.node_policy = wanted.node_policy;
  settings.chip_policy = wanted.chip_policy;
  settings.single_node = wanted.single_node;
  settings.node_lock = wanted.node_lock;
  settings.reserved_memory = wanted.reserved_memory;
  settings.bind_deadline = wanted.bind_deadline;
  settings.log_level = wanted.log_level;
  const bool keeps_its_source = wanted.device_config_map == running.device_config_map;
  if (keeps_its_source) settings.device_config = wanted.device_config;
  return settings;
}

std::vector<config::Change> restricted_to_start(std::vector<config::Change> changes) {
  std::erase_if(changes,
                [](const config::Change& change) { return config::applies_live(change.field); });
  return changes;
}

}  // namespace

// The watches have read nothing yet: the first looks find what has changed since the start.
LiveConfig::LiveConfig(Start start, With with)
    : start_(std::move(start)),
      with_(std::move(with)),
      settings_(start_.settings),
      is_complete_(!settings_.device_config_map) {
  catalogue_ = with_.rules.load()->dialect.catalogue();
  own_.name = "settings";
  own_.origin = start_.config_path.empty() ? "defaults" : start_.config_path;
  devices_.name = "device-config";
  devices_.origin = origin_of_devices(settings_);
  own_.applied = devices_.applied = with_.clock.wall();
}

void LiveConfig::poll() {
  std::vector<Outcome> outcomes;
  {
    const std::lock_guard lock(mutex_);
    if (own_file_.has_changed(start_.config_path)) outcomes.push_back(read_settings_again());
    if (!settings_.device_config_map && device_file_.has_changed(settings_.device_config))
      outcomes.push_back(read_devices_again());
  }
  for (const Outcome& outcome : outcomes) tell(outcome);
}

Result<LiveConfig::Devices> LiveConfig::read_devices(const std::string& path) {
  if (path.empty()) return Devices{config::built_in_catalogue(), {}};
  const Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  Result<Catalogue> catalogue = config::read_device_config(*text, path);
  if (!catalogue) return catalogue.error();
  return Devices{*std::move(catalogue), *text};
}

LiveConfig::Outcome LiveConfig::read_settings_again() {
  const Result<std::string> text = read_text_file(start_.config_path);
  if (!text) return refuse(own_, text.error().message);
  const auto wanted = settings_from(*text, start_.config_path, start_.listen);
  if (!wanted) return refuse(own_, wanted.error().message);
  const config::Settings next = live_part(*wanted, settings_);

  Devices devices{catalogue_, {}};
  const bool has_other_file = next.device_config != settings_.device_config;
  const http::FileStamp stamp = http::stamp_of(next.device_config);
  if (has_other_file) {
    Result<Devices> read = read_devices(next.device_config);
    if (!read) return refuse(own_, read.error().message);
    devices = *std::move(read);
  }
  Outcome outcome = adopt(next, devices.catalogue);
  if (!outcome.refused.empty()) return refuse(own_, start_.config_path + ": " + outcome.refused);
  accept(own_, *text);
  if (has_other_file) change_source(next, devices, stamp);
  outcome.waiting = waiting_ = restricted_to_start(
      config::changes_between(config::fields_of(settings_), config::fields_of(*wanted)));
  return outcome;
}

void LiveConfig::change_source(const config::Settings& settings, const Devices& devices,
                               http::FileStamp stamp) {
  devices_.origin = origin_of_devices(settings);
  device_file_.was_read(stamp);
  accept(devices_, devices.text);
}

LiveConfig::Outcome LiveConfig::read_devices_again() {
  const Result<std::string> text = read_text_file(settings_.device_config);
  return text ? take_devices(*text) : refuse(devices_, text.error().message);
}

LiveConfig::Outcome LiveConfig::take_devices(const std::string& yaml) {
  const Result<Catalogue> catalogue = config::read_device_config(yaml, devices_.origin);
  if (!catalogue) return refuse(devices_, catalogue.error().message);
  Outcome outcome = adopt(settings_, *catalogue);
  if (!outcome.refused.empty()) return refuse(devices_, outcome.refused);
  accept(devices_, yaml);
  is_complete_.store(true);
  return outcome;
}

/// Publishes the next version; on an error nothing has changed.
LiveConfig::Outcome LiveConfig::adopt(const config::Settings& settings,
                                      const Catalogue& catalogue) {
  Outcome outcome;
  const auto rules = make_rules(settings, catalogue);
  if (!rules) {
    outcome.refused = rules.error().message;
    return outcome;
  }
  outcome.applied =
      config::changes_between(config::fields_of(settings_), config::fields_of(settings));
  const std::vector<config::Change> chips =
      config::changes_between(config::fields_of(catalogue_), config::fields_of(catalogue));
  outcome.means_other_chips = !chips.empty() || settings.node_lock != settings_.node_lock ||
                              settings.reserved_memory != settings_.reserved_memory;
  outcome.applied.insert(outcome.applied.end(), chips.begin(), chips.end());
  if (outcome.applied.empty()) return outcome;
  if (settings.log_level != settings_.log_level)
    spdlog::set_level(spdlog::level::from_str(settings.log_level));
  settings_ = settings;
  catalogue_ = catalogue;
  ++version_;
  with_.rules.store(*rules);
  return outcome;
}

LiveConfig::Outcome LiveConfig::refuse(ConfigSource& source, const std::string& why) {
  const bool is_known = source.error == why;
  source.error = why;
  Outcome outcome;
  if (!is_known) outcome.refused = why;
  return outcome;
}

void LiveConfig::accept(ConfigSource& source, const std::string& text) {
  source.fingerprint = fingerprint(text);
  source.applied = with_.clock.wall();
  source.error.clear();
}

void LiveConfig::offer_device_config(const std::string& yaml) {
  Outcome outcome;
  {
    const std::lock_guard lock(mutex_);
    outcome = take_devices(yaml);
  }
  tell(outcome);
}

void LiveConfig::refuse_device_config(std::string why) {
  Outcome outcome;
  {
    const std::lock_guard lock(mutex_);
    outcome = refuse(devices_, devices_.origin + ": " + why);
  }
  tell(outcome);
}

void LiveConfig::tell(const Outcome& outcome) {
  for (const config::Change& change : outcome.applied)
    spdlog::info("config=applied field={} before={} after={}", change.field,
                 wire::quoted(change.before), wire::quoted(change.after));
  for (const config::Change& change : outcome.waiting)
    spdlog::warn("config=waits-for-restart field={} in_force={} written={}", change.field,
                 wire::quoted(change.before), wire::quoted(change.after));
  if (!outcome.refused.empty()) {
    spdlog::error("config=refused error={}", wire::quoted(outcome.refused));
    with_.notices.tell({.reason = "ConfigurationRefused", .object = {}, .text = outcome.refused});
  }
  if (outcome.means_other_chips) with_.read_again();
}

}  // namespace npushare
