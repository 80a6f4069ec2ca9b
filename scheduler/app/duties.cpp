#include "scheduler/app/duties.hpp"

namespace npushare {

kube::Duties duties_of(const config::Settings& settings) {
  // Disruption budgets and quotas are not among them: the verbs do without, and readyz says so.
  kube::Duties duties{
      .locks_nodes = settings.node_lock, .writes_events = true, .reads_claims = true};
  duties.writes_capacity = settings.node_resources != config::NodeResources::kKeep;
  const config::ConvertSettings& convert = settings.convert;
  duties.makes_templates = convert.is_on && convert.mode == config::ConvertMode::kTemplate;
  duties.makes_claims = convert.is_on && convert.mode == config::ConvertMode::kClaim;
  if (const auto& lease = settings.leader_election) duties.lease = {lease->space, lease->name};
  if (const auto& map = settings.device_config_map) duties.config_map = {map->space, map->name};
  return duties;
}

}  // namespace npushare
