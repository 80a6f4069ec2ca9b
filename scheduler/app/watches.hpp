/// The small watches beside pods and nodes: the ConfigMap with the device configuration, the
/// PodDisruptionBudgets, and the ResourceQuotas.
///
/// Threads: start() once; the rest from any. The watches end with the client.
/// Source:  spec/kube-scheduler-extender.md 4.1.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <optional>
#include <string>

#include "config/settings.hpp"
#include "scheduler/app/reload.hpp"
#include "scheduler/kube/informer_stats.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/verbs/preempt.hpp"
#include "scheduler/verbs/quotas.hpp"

namespace npushare {

class SideWatches {
 public:
  /// `quotas` and `config` are told of changes. All must outlive what the executor runs.
  SideWatches(boost::asio::any_io_executor executor, kube::RestClient& client, LiveConfig& config,
              verbs::Quotas& quotas, std::optional<config::ConfigMapSource> device_config_map);
  ~SideWatches();

  void start();

  /// As the cluster shows them now; none before they are listed.
  std::shared_ptr<const verbs::Budgets> budgets() const;
  /// Why budgets are not known; empty when they are.
  std::string budgets_problem() const;

  /// Why quotas are not enforced yet; empty when they are.
  std::string quotas_problem() const;

  /// How the watches fare.
  const kube::InformerStats& quota_watch() const;
  const kube::InformerStats& budget_watch() const;
  /// Null without a ConfigMap to watch.
  const kube::InformerStats* map_watch() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare
