/// The service's endpoints: HTTP to verbs and back, one log line a request.
///
/// Source: spec/kube-scheduler-extender.md 1.3, 5; docs/reference/http.md.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>

#include "scheduler/app/admin.hpp"
#include "scheduler/app/health.hpp"
#include "scheduler/app/metrics_page.hpp"
#include "scheduler/app/record.hpp"
#include "scheduler/app/reload.hpp"
#include "scheduler/app/watches.hpp"
#include "scheduler/http/router.hpp"
#include "scheduler/metrics/meters.hpp"
#include "scheduler/sync/cluster_sync.hpp"
#include "scheduler/sync/volcano_drift.hpp"
#include "scheduler/verbs/bind_calls.hpp"
#include "scheduler/volcano/tally.hpp"
#include "scheduler/volcano/trials.hpp"

namespace npushare {

/// Counts what runs, so that a stop can wait for it.
class InFlight {
 public:
  void enter();
  void leave();
  void wait_until_idle(std::chrono::milliseconds at_most);
  std::size_t count() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable idle_;
  std::size_t running_ = 0;
};

/// Counts a call as running for as long as this lives.
class Running {
 public:
  explicit Running(InFlight& running) : running_(running) { running_.enter(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() { running_.leave(); }

 private:
  InFlight& running_;
};

class ClaimDesk;

/// What the handlers work with; must outlive the router.
struct RouteContext {
  verbs::Services services;
  verbs::BindCalls& calls;
  sync::ClusterSync& sync;
  const SideWatches& watches;
  const LiveConfig& config;
  volcano::Trials& trials;
  volcano::Tally& tally;
  AdminGate* admin = nullptr;                   // null: whoever reaches us may ask everything
  Record* record = nullptr;                     // null: nothing is remembered
  metrics::Meters* meters = nullptr;            // null: nothing is counted
  const MetricsPage* metrics = nullptr;         // null: there is no page of metrics
  class PodConverter* converter = nullptr;      // never null in a running service
  sync::VolcanoDrift* volcano_drift = nullptr;  // null: Volcano's own ledger is not looked at
  ClaimDesk* claims = nullptr;                  // null: nobody looks after claims
  std::string instance{};                       // this process, unlike any other
  Health health{};
  InFlight running{};
  std::atomic<bool> is_stopping = false;
};

http::Router make_routes(RouteContext& context);

/// The part of make_routes() that people and probes use: our own pages, guarded where they show the
/// cluster's state.
void add_pages(http::Router& router, RouteContext& context);

/// The part of make_routes() that API servers use: what they ask before they write.
void add_webhooks(http::Router& router, RouteContext& context);

/// Likewise, of pods.
void add_pod_webhooks(http::Router& router, RouteContext& context);

/// The part of make_routes() that Volcano uses.
void add_volcano(http::Router& router, RouteContext& context);

/// One word of a log line: what came from outside starts no new line and no new field.
std::string log_word(std::string text);

}  // namespace npushare
