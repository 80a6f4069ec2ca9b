#include "scheduler/metrics/service_page.hpp"

#include <chrono>

namespace npushare::metrics {
namespace {

double number(bool value) {
  return value ? 1.0 : 0.0;
}

double seconds_of(observe::Clock::Wall time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

void write_standing(PageWriter& page, const Sources& sources) {
  page.begin({Kind::kGauge, "npushare_build_info", "Always 1; the version that runs."});
  page.sample(Labels().add("version", sources.version).text(), 1);
  page.one({Kind::kGauge, "npushare_ready", "1 while this replica passes /readyz."},
           number(sources.is_ready()));
  page.one({Kind::kGauge, "npushare_leader", "1 while this replica may bind."},
           number(sources.leadership.may_write()));
  page.begin({Kind::kGauge, "npushare_check_passed",
              "1 for each check of /readyz?verbose that finds nothing to complain about."});
  for (const Check& check : sources.checks())
    page.sample(Labels().add("check", check.name).text(), number(check.is_passed));
}

void write_policy(PageWriter& page, const verbs::Rules& rules) {
  page.begin({Kind::kGauge, "npushare_policy_info", "Always 1; the policies in force."});
  page.sample(Labels()
                  .add("node_policy", rules.node_policy_name)
                  .add("chip_policy", rules.chip_policy_name)
                  .add("single_node", rules.single_node ? "true" : "false")
                  .add("lock", rules.lock == verbs::LockUse::kHami ? "hami" : "none")
                  .text(),
              1);
}

void write_config(PageWriter& page, const ConfigState& config) {
  page.one({Kind::kGauge, "npushare_config_version",
            "Version of the configuration in force, counted from 1 at the start."},
           static_cast<double>(config.version));
  page.one({Kind::kGauge, "npushare_config_needs_restart",
            "Settings that were written and wait for the next start."},
           static_cast<double>(config.needs_restart));
  page.begin({Kind::kGauge, "npushare_config_applied_timestamp_seconds",
              "When the version in force was taken from this source."});
  for (const ConfigOrigin& origin : config.origins)
    page.sample(Labels().add("source", origin.name).text(), seconds_of(origin.applied));
  page.begin({Kind::kGauge, "npushare_config_refused",
              "1 while the newest version of this source is refused."});
  for (const ConfigOrigin& origin : config.origins)
    page.sample(Labels().add("source", origin.name).text(), number(origin.is_refused));
}

void write_waiting(PageWriter& page, const Sources& sources) {
  page.one({Kind::kGauge, "npushare_waiting_pods", "Pods that ask for NPUs and have no node."},
           static_cast<double>(sources.pods.pending().size()));
  page.one({Kind::kGauge, "npushare_binds_in_flight", "Bind calls that run now."},
           static_cast<double>(sources.binds_running()));
  page.one({Kind::kCounter, "npushare_nudges_total",
            "Refused pods that were woken because room has come."},
           static_cast<double>(sources.nudges()));
}

}  // namespace

void write_service(PageWriter& page, const Sources& sources) {
  write_standing(page, sources);
  write_policy(page, *sources.rules.load());
  write_config(page, sources.config());
  if (const auto end = sources.certificate_end()) {
    page.one({Kind::kGauge, "npushare_certificate_end_timestamp_seconds",
              "When the certificate in use ends."},
             seconds_of(*end));
  }
  write_watches(page, sources);
  write_drift(page, sources.drift());
  if (sources.quotas != nullptr) write_quotas(page, *sources.quotas);
  if (sources.leaks) write_leaks(page, sources.leaks());
  write_waiting(page, sources);
}

}  // namespace npushare::metrics
