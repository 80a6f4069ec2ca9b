#include "scheduler/app/metrics_page.hpp"

#include <memory>
#include <string>
#include <utility>

#include "scheduler/app/parts.hpp"
#include "scheduler/metrics/scrape.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

metrics::DriftState drift_of(const sync::ClusterSync& sync) {
  metrics::DriftState state{.noted = sync.drift_counts(), .standing = {}};
  for (const sync::Drift& entry : sync.drift()) ++state.standing[entry.kind];
  return state;
}

std::vector<metrics::Watch> watches_of(const Parts& parts) {
  std::vector<metrics::Watch> watches{
      {.resource = "nodes", .stats = &parts.sync.node_watch()},
      {.resource = "pods", .stats = &parts.sync.pod_watch()},
      {.resource = "poddisruptionbudgets", .stats = &parts.watches.budget_watch()},
      {.resource = "resourcequotas", .stats = &parts.watches.quota_watch()}};
  if (const kube::InformerStats* map = parts.watches.map_watch())
    watches.push_back({.resource = "configmaps", .stats = map});
  return watches;
}

struct Sending {
  Sending(const metrics::Sources& sources, const metrics::Meters& meters,
          std::shared_ptr<const int> held)
      : scrape(sources, meters), token(std::move(held)) {}

  metrics::Scrape scrape;
  std::shared_ptr<const int> token;
};

/// Between two pieces the connection's strand gives way: a large page stops no verb.
asio::awaitable<void> send(std::shared_ptr<Sending> sending, http::Stream& stream) {
  for (;;) {
    std::string piece = sending->scrape.next();
    if (piece.empty()) co_return;
    auto writing = stream.write(std::move(piece));
    if (!co_await std::move(writing)) co_return;
  }
}

}  // namespace

metrics::Sources sources_of(const Parts& parts, config::HamiNames hami_names,
                            std::shared_ptr<const http::TlsIdentity> identity) {
  const verbs::Services& services = parts.context.services;
  metrics::Sources sources{.book = services.book,
                           .rules = services.rules,
                           .pods = services.pods,
                           .gate = services.gate,
                           .leadership = services.leadership,
                           .clock = services.clock,
                           .version = NPUSHARE_VERSION,
                           .hami_names = hami_names,
                           .started = kube::InformerStats::Clock::now(),
                           .watches = watches_of(parts),
                           .quotas = services.quotas};
  sources.sightings = [&sync = parts.sync] { return sync.sightings(); };
  sources.drift = [&sync = parts.sync] { return drift_of(sync); };
  sources.leaks = [&desk = parts.claim_desk] {
    return metrics::LeakState{.claims = desk.leaks_by_kind(), .repairs = desk.repairs_by_outcome()};
  };
  sources.nudges = [&sync = parts.sync] { return sync.nudges_sent(); };
  sources.binds_running = [&running = parts.context.running] { return running.count(); };
  sources.config = [&config = parts.config] { return config.state(); };
  sources.checks = [&health = parts.context.health] { return health.results(); };
  sources.is_ready = [&health = parts.context.health] { return health.waits_for().empty(); };
  sources.certificate_end = [identity]() -> std::optional<observe::Clock::Wall> {
    if (!identity) return std::nullopt;
    return identity->valid_until();
  };
  return sources;
}

http::Response MetricsPage::answer() const {
  std::shared_ptr<const int> token = token_;
  const long sent_now = token_.use_count() - 2;  // without ours and this one
  if (sent_now >= kMost)
    return http::error_response(503, "enough pages of metrics are being sent; ask again later");
  auto sending = std::make_shared<Sending>(sources_, meters_, std::move(token));
  http::Response response{.content_type = metrics::kContentType};
  response.stream = [sending](http::Stream& stream) { return send(sending, stream); };
  return response;
}

}  // namespace npushare
