/// What talks to the API server and serves the scheduler, put together; made once it is known where
/// that server is.
#pragma once

#include <memory>

#include "config/settings.hpp"
#include "scheduler/app/admin.hpp"
#include "scheduler/app/claim_desk.hpp"
#include "scheduler/app/claim_watches.hpp"
#include "scheduler/app/housekeeping.hpp"
#include "scheduler/app/leadership.hpp"
#include "scheduler/app/node_resources.hpp"
#include "scheduler/app/notices.hpp"
#include "scheduler/app/pod_converter.hpp"
#include "scheduler/app/record.hpp"
#include "scheduler/app/reload.hpp"
#include "scheduler/app/rights.hpp"
#include "scheduler/app/routes.hpp"
#include "scheduler/app/share_trail.hpp"
#include "scheduler/app/shared_chips.hpp"
#include "scheduler/app/troubles.hpp"
#include "scheduler/app/watches.hpp"
#include "scheduler/http/server.hpp"
#include "scheduler/kube/rest_api.hpp"
#include "scheduler/metrics/measured_ports.hpp"
#include "scheduler/sync/cluster_sync.hpp"
#include "scheduler/sync/volcano_drift.hpp"
#include "scheduler/verbs/bind_calls.hpp"
#include "scheduler/verbs/holds.hpp"
#include "scheduler/verbs/quotas.hpp"

namespace npushare {

/// What the parts are made from; all of it must outlive them.
struct PartsFrom {
  boost::asio::any_io_executor executor;
  kube::Endpoint server;
  LedgerBook& book;
  Published<verbs::Rules>& rules;
  const observe::Clock& clock;
  const LiveConfig::Start& config;
  std::shared_ptr<http::TlsIdentity> identity;  // null: plain HTTP
  history::AuditLog* audit = nullptr;           // null: none is kept
  config::HamiNames hami_names = config::HamiNames::kNone;
};

struct Parts {
  explicit Parts(PartsFrom from);

  /// Listens when this returns.
  Result<> start();

  /// Gives the lease back and ends all talk with the API server.
  void stop();

  boost::asio::any_io_executor executor;
  metrics::Meters meters;
  kube::RestClient client;
  kube::RestApi api;
  verbs::TentativeHolds holds;
  volcano::Trials trials;
  verbs::Quotas quotas;
  volcano::Tally tally;
  std::unique_ptr<Replica> replica;  // null: this is the only one
  ClaimDesk claim_desk;
  SharedChips shared_chips;
  sync::ClusterSync sync;
  sync::ClaimBooks claims;
  metrics::MeasuredGate gate;
  metrics::MeasuredObserver observer;
  kube::EventRecorder recorder;
  ToldNotices notices;
  RightsCheck rights;
  verbs::BindCalls calls;
  LiveConfig config;
  NodeResources node_resources;
  SideWatches watches;
  ClaimWatches claim_watches;
  AdminGate admin;
  Record record;
  ShareTrail trail;
  Troubles troubles;
  sync::VolcanoDrift volcano_drift;
  ClaimCleanup claim_cleanup;
  PodConverter converter;
  RouteContext context;
  MetricsPage metrics_page;
  http::Server web;
  Housekeeping housekeeping;
  Housekeeping telling;
};

}  // namespace npushare
