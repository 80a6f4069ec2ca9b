#include "scheduler/app/reload.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "config/device_config.hpp"
#include "scheduler/app/fingerprint.hpp"
#include "scheduler/app/live_part.hpp"
#include "scheduler/app/rules.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

std::string origin_of_devices(const config::Settings& settings) {
  if (const auto& map = settings.device_config_map)
    return "ConfigMap " + map->space + "/" + map->name + " key " + map->key;
  return settings.device_config.empty() ? "built in" : settings.device_config;
}

}  // namespace

// The watches have read nothing yet: the first looks find what has changed since the start.
LiveConfig::LiveConfig(Start start, With with)
    : start_(std::move(start)),
      with_(std::move(with)),
      own_settings_(start_.volcano ? start_.volcano->own : start_.settings),
      settings_(start_.settings),
      is_complete_(!settings_.device_config_map) {
  if (start_.volcano) conf_ = start_.volcano->conf;
  catalogue_ = with_.rules.load()->dialect.catalogue();
  own_.name = "settings";
  own_.origin = start_.config_path.empty() ? "defaults" : start_.config_path;
  devices_.name = "device-config";
  devices_.origin = origin_of_devices(settings_);
  volcano_.name = "volcano";
  volcano_.origin = start_.volcano ? start_.volcano->path : "none";
  own_.applied = devices_.applied = volcano_.applied = with_.clock.wall();
}

void LiveConfig::poll() {
  std::vector<Outcome> outcomes;
  {
    const std::lock_guard lock(mutex_);
    if (own_file_.has_changed(start_.config_path)) outcomes.push_back(read_settings_again());
    if (start_.volcano && volcano_file_.has_changed(start_.volcano->path))
      outcomes.push_back(read_volcano_again());
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
  const config::Settings next = live_part(with_conf(*wanted, conf_), settings_);

  Devices devices{catalogue_, {}};
  const bool has_other_file = next.device_config != settings_.device_config;
  const http::FileStamp stamp = http::stamp_of(next.device_config);
  if (has_other_file) {
    Result<Devices> read = read_devices(next.device_config);
    if (!read) return refuse(own_, read.error().message);
    devices = *std::move(read);
  }
  Outcome outcome = adopt({next, devices.catalogue, conf_}, start_.config_path);
  if (!outcome.refused.empty()) return refuse(own_, start_.config_path + ": " + outcome.refused);
  accept(own_, *text);
  own_settings_ = *wanted;
  if (has_other_file) change_source(next, devices, stamp);
  outcome.waiting = waiting_ = waiting_for_a_start();
  return outcome;
}

std::vector<config::Change> LiveConfig::waiting_for_a_start() const {
  return restricted_to_start(config::changes_between(
      config::fields_of(settings_), config::fields_of(with_conf(own_settings_, conf_))));
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
  Outcome outcome = adopt({settings_, *catalogue, conf_}, devices_.origin);
  if (!outcome.refused.empty()) return refuse(devices_, outcome.refused);
  accept(devices_, yaml);
  is_complete_.store(true);
  return outcome;
}

/// Publishes the next version; on an error nothing has changed.
LiveConfig::Outcome LiveConfig::adopt(const Version& next, const std::string& origin) {
  Outcome outcome;
  outcome.origin = origin;
  const auto rules = make_rules(next.settings, next.catalogue, next.conf);
  if (!rules) {
    outcome.refused = rules.error().message;
    return outcome;
  }
  const std::vector<config::Change> chips =
      config::changes_between(config::fields_of(catalogue_), config::fields_of(next.catalogue));
  outcome.applied = changes_to(next);
  outcome.shows_nodes_anew = !chips.empty() || next.settings.node_lock != settings_.node_lock ||
                             next.settings.node_resources != settings_.node_resources ||
                             next.settings.reserved_memory != settings_.reserved_memory;
  outcome.applied.insert(outcome.applied.end(), chips.begin(), chips.end());
  conf_ = next.conf;
  if (outcome.applied.empty()) return outcome;
  if (next.settings.log_level != settings_.log_level)
    spdlog::set_level(spdlog::level::from_str(next.settings.log_level));
  settings_ = next.settings;
  catalogue_ = next.catalogue;
  ++version_;
  with_.rules.store(*rules);
  return outcome;
}

/// Of the settings and of Volcano's file.
std::vector<config::Change> LiveConfig::changes_to(const Version& next) const {
  std::vector<config::Change> changes =
      config::changes_between(config::fields_of(settings_), config::fields_of(next.settings));
  if (!next.conf || !conf_) return changes;
  const std::vector<config::Change> volcano =
      config::changes_between(config::fields_of(*conf_), config::fields_of(*next.conf));
  changes.insert(changes.end(), volcano.begin(), volcano.end());
  return changes;
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
    spdlog::info("config=applied field={} before={} after={} from={}", change.field,
                 wire::quoted(change.before), wire::quoted(change.after),
                 wire::quoted(outcome.origin));
  for (const std::string& warning : outcome.warnings)
    spdlog::warn("config=surprising warning={}", wire::quoted(warning));
  for (const config::Change& change : outcome.waiting)
    spdlog::warn("config=waits-for-restart field={} in_force={} written={}", change.field,
                 wire::quoted(change.before), wire::quoted(change.after));
  if (!outcome.refused.empty()) {
    spdlog::error("config=refused error={}", wire::quoted(outcome.refused));
    with_.notices.tell({.reason = "ConfigurationRefused", .object = {}, .text = outcome.refused});
  }
  if (outcome.shows_nodes_anew) with_.read_again();
}

}  // namespace npushare
