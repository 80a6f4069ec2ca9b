#include "scheduler/app/parts.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

#include "scheduler/app/metrics_page.hpp"
#include "scheduler/history/audit_line.hpp"
#include "scheduler/wire/object_writer.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare {
namespace {

constexpr std::chrono::seconds kLookAtFiles{2};
constexpr std::chrono::milliseconds kTellOfRefusals{500};
constexpr std::chrono::hours kWarnBeforeTheEnd{7 * 24};

std::string problem_of(const http::TlsIdentity& identity, const observe::Clock& clock) {
  const http::TlsIdentity::Time end = identity.valid_until();
  if (end <= clock.wall()) return "ended at " + wire::write_rfc3339(end);
  return end - clock.wall() < kWarnBeforeTheEnd ? "ends soon, at " + wire::write_rfc3339(end)
                                                : std::string();
}

http::ServerOptions options_of(const config::Settings& settings,
                               std::shared_ptr<const http::TlsIdentity> identity) {
  http::ServerOptions options;
  options.address = settings.listen_address;
  options.port = settings.listen_port;
  options.body_limit = settings.body_limit;
  options.tls = std::move(identity);
  options.open_paths = {"/healthz", "/livez", "/readyz"};
  return options;
}

void refresh(http::TlsIdentity& identity) {
  const Result<http::TlsIdentity::Refresh> done = identity.refresh();
  if (!done) {
    spdlog::error("tls=refused error={}", wire::quoted(done.error().message));
  } else if (*done == http::TlsIdentity::Refresh::kReplaced) {
    spdlog::info("tls=replaced valid_until={}", wire::write_rfc3339(identity.valid_until()));
  }
}

void add_checks_of_books(Health& health, const Parts& parts) {
  health.add("shutdown", Health::Reach::kQuestions, [&context = parts.context] {
    return context.is_stopping.load() ? std::string("the service is stopping") : std::string();
  });
  health.add("configuration", Health::Reach::kQuestions,
             [&config = parts.config] { return config.waiting_for(); });
  for (const std::string cache : {"nodes", "pods"}) {
    health.add(cache, Health::Reach::kQuestions, [&sync = parts.sync, cache] {
      const bool is_awaited = sync.waiting_for().find(cache) != std::string::npos;
      return is_awaited ? cache : std::string();
    });
  }
  health.add("rights", Health::Reach::kReadiness,
             [&rights = parts.rights] { return rights.problem(); });
  if (parts.replica)
    health.add("leadership", Health::Reach::kReadiness,
               [&replica = *parts.replica] { return replica.problem(); });
}

/// A bookmark comes about once a minute, so a watch that is well is never silent for long.
std::string problem_of(const kube::InformerStats& watch) {
  constexpr std::chrono::seconds kLongSilence{150};
  const std::string error = watch.last_error();
  if (!error.empty()) return error;
  const auto silence = watch.silence(kube::InformerStats::Clock::now());
  if (!silence || *silence < kLongSilence) return {};
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*silence);
  return "nothing heard for " + std::to_string(seconds.count()) + " s";
}

void add_checks_that_only_show(Health& health, const Parts& parts,
                               const std::shared_ptr<http::TlsIdentity>& identity,
                               const observe::Clock& clock) {
  health.add("node-watch", Health::Reach::kNobody,
             [&sync = parts.sync] { return problem_of(sync.node_watch()); });
  health.add("pod-watch", Health::Reach::kNobody,
             [&sync = parts.sync] { return problem_of(sync.pod_watch()); });
  health.add("newest-configuration", Health::Reach::kNobody,
             [&config = parts.config] { return config.problem(); });
  health.add("disruption-budgets", Health::Reach::kNobody,
             [&watches = parts.watches] { return watches.budgets_problem(); });
  if (!identity) return;
  health.add(
      "certificate", Health::Reach::kNobody,
      [identity, &clock] { return problem_of(*identity, clock); },
      [identity] { return "valid until " + wire::write_rfc3339(identity->valid_until()); });
}

kube::Duties duties_of(const config::Settings& settings) {
  // Disruption budgets are not among them: preempt does without, and readyz says so.
  kube::Duties duties{.locks_nodes = settings.node_lock, .writes_events = true};
  if (const auto& lease = settings.leader_election) duties.lease = {lease->space, lease->name};
  if (const auto& map = settings.device_config_map) duties.config_map = {map->space, map->name};
  return duties;
}

/// Null for a service that has no other replica.
std::unique_ptr<Replica> replica_of(const PartsFrom& from, kube::RestClient& client,
                                    sync::ClusterSync& sync) {
  const auto& lease = from.config.settings.leader_election;
  if (!lease) return nullptr;
  return std::make_unique<Replica>(*lease, Replica::With{.executor = from.executor,
                                                         .client = client,
                                                         .clock = from.clock,
                                                         .relist = [&sync](Replica::Done done) {
                                                           sync.relist(std::move(done));
                                                         }});
}

const verbs::Leadership& leadership_of(const std::unique_ptr<Replica>& replica) {
  if (replica) return *replica;
  return verbs::kSoleReplica;
}

/// Told when the parts are at work, not before.
sync::ShareNews news_for(Parts& parts) {
  return {.seen_bound = [&parts](const Allocation& grants) { parts.trail.seen_bound(grants); },
          .released = [&parts](const PodKey& pod, const PodUid& uid,
                               const NodeName& node) { parts.trail.released(pod, uid, node); },
          .nudged = [&parts](const PodKey& pod, const PodUid& uid,
                             const NodeName& node) { parts.record.nudged(pod, uid, node); }};
}

/// Of several replicas one writes events.
Refusals::Tell teller_of(Parts& parts) {
  return [&parts](const PodKey& pod, const PodUid& uid, const std::string& text) {
    if (leadership_of(parts.replica).may_write()) parts.notices.refused(pod, uid, text);
  };
}

void look_for_troubles(Parts& parts, const observe::Clock& clock) {
  if (!parts.sync.is_synced() || !leadership_of(parts.replica).may_write()) return;
  parts.troubles.look_at(parts.sync.drift());
  parts.troubles.look_at(parts.sync.sightings(), clock.wall());
}

void start_audit_log(history::AuditLog& log, Parts& parts, const observe::Clock& clock) {
  log.note(history::start_line(parts.context.instance, NPUSHARE_VERSION, clock.wall()));
  parts.context.health.add("audit-log", Health::Reach::kNobody, [&log] { return log.problem(); });
}

}  // namespace

Parts::Parts(PartsFrom from)
    : executor(from.executor),
      client(from.executor, std::move(from.server),
             [this](const kube::CallEnd& call) { meters.called(call); }),
      api(client),
      replica(replica_of(from, client, sync)),
      sync(from.executor, from.book, from.rules, client, api, from.clock,
           {.registration_timeout = from.config.settings.registration_timeout,
            .turned_up =
                [this](const PodUid& pod) {
                  holds.drop(pod);
                  record.turned_up(pod);
                },
            .may_write = [this] { return leadership_of(replica).may_write(); },
            .news = news_for(*this)}),
      gate(sync.gate(), meters, from.clock),
      observer(sync.observer(), meters),
      recorder(client, {.instance = kube::new_identity()}, from.clock),
      notices({.log = sync.notices(),
               .pods = sync.pods(),
               .recorder = recorder,
               .config_map = from.config.settings.device_config_map}),
      rights(from.executor, client, duties_of(from.config.settings)),
      calls(from.executor),
      config(from.config, {.rules = from.rules,
                           .clock = from.clock,
                           .notices = notices,
                           .read_again = [this] { sync.rules_changed(); }}),
      watches(from.executor, client, config, from.config.settings.device_config_map),
      admin(client, from.clock),
      record({.services = context.services,
              .limits = {.decisions = from.config.settings.history_decisions,
                         .per_pod = from.config.settings.history_per_pod},
              .tell = teller_of(*this)}),
      trail({.next = observer, .record = record, .clock = from.clock, .audit = from.audit}),
      troubles(notices),
      context{.services = {.book = from.book,
                           .rules = from.rules,
                           .api = api,
                           .pods = sync.pods(),
                           .gate = gate,
                           .locks = sync.locks(),
                           .observer = trail,
                           .clock = from.clock,
                           .leadership = leadership_of(replica),
                           .notices = notices,
                           .holds = &holds},
              .calls = calls,
              .sync = sync,
              .watches = watches,
              .config = config,
              .admin = from.config.settings.admin_auth == config::AdminAuth::kKubernetes ? &admin
                                                                                         : nullptr,
              .record = &record,
              .meters = &meters,
              .metrics = &metrics_page,
              .instance = kube::new_identity()},
      metrics_page(sources_of(*this, from.hami_names, from.identity), meters),
      web(from.executor, make_routes(context), options_of(from.config.settings, from.identity)),
      housekeeping(from.executor, kLookAtFiles),
      telling(from.executor, kTellOfRefusals) {
  add_checks_of_books(context.health, *this);
  add_checks_that_only_show(context.health, *this, from.identity, from.clock);
  housekeeping.add([this] { config.poll(); });
  telling.add([this] { record.tell(); });
  housekeeping.add([this, &clock = from.clock] { look_for_troubles(*this, clock); });
  if (from.audit != nullptr) start_audit_log(*from.audit, *this, from.clock);
  if (from.identity) housekeeping.add([identity = from.identity] { refresh(*identity); });
}

Result<> Parts::start() {
  if (Result<> listening = web.start(); !listening) return listening;
  sync.start();
  watches.start();
  housekeeping.start();
  telling.start();
  rights.start();
  if (replica) replica->start();
  auto recording = recorder.run();
  boost::asio::co_spawn(executor, std::move(recording), boost::asio::detached);
  return {};
}

void Parts::stop() {
  if (replica) replica->stop();
  telling.stop();
  recorder.stop();
  sync.stop();
}

}  // namespace npushare
