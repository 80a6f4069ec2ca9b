#include <utility>

#include "scheduler/app/live_part.hpp"
#include "scheduler/app/reload.hpp"
#include "scheduler/app/rules.hpp"

namespace npushare {

config::Settings LiveConfig::with_conf(const config::Settings& own,
                                       const std::optional<config::VolcanoConf>& conf) {
  return conf ? config::with_volcano(own, *conf) : own;
}

LiveConfig::Outcome LiveConfig::read_volcano_again() {
  const std::string& path = start_.volcano->path;
  const Result<std::string> text = read_text_file(path);
  if (!text) return refuse(volcano_, text.error().message);
  const Result<config::VolcanoReading> read = config::read_volcano_conf(*text, path);
  if (!read) return refuse(volcano_, read.error().message);
  const config::Settings next = live_part(with_conf(own_settings_, read->conf), settings_);
  Outcome outcome = adopt({next, catalogue_, read->conf}, path);
  if (!outcome.refused.empty()) return refuse(volcano_, path + ": " + outcome.refused);
  accept(volcano_, *text);
  if (!outcome.applied.empty()) outcome.warnings = read->warnings;
  std::vector<config::Change> waiting = waiting_for_a_start();
  if (waiting != waiting_) outcome.waiting = waiting;
  waiting_ = std::move(waiting);
  return outcome;
}

std::string LiveConfig::policy_origin() const {
  const bool is_volcanos = conf_ && !conf_->policy.empty();
  return is_volcanos ? volcano_.origin + " key deviceshare.SchedulePolicy" : own_.origin;
}

std::string LiveConfig::policies() const {
  const std::lock_guard lock(mutex_);
  return "node " + settings_.node_policy + ", chip " + settings_.chip_policy + ", from " +
         policy_origin();
}

config::DraMode LiveConfig::dra_mode() const {
  const std::lock_guard lock(mutex_);
  return settings_.dra.mode;
}

config::NodeResources LiveConfig::node_resources() const {
  const std::lock_guard lock(mutex_);
  return settings_.node_resources;
}

}  // namespace npushare
