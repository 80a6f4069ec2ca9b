#include "scheduler/app/parts.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

#include "scheduler/app/checks.hpp"
#include "scheduler/app/claim_parts.hpp"
#include "scheduler/app/duties.hpp"
#include "scheduler/app/metrics_page.hpp"
#include "scheduler/history/audit_line.hpp"
#include "scheduler/wire/object_writer.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare {
namespace {

constexpr std::chrono::seconds kLookAtFiles{2};
constexpr std::chrono::milliseconds kTellOfRefusals{500};

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

sync::CapacityUse capacity_use_of(config::NodeResources wanted) {
  switch (wanted) {
    case config::NodeResources::kKeep: return sync::CapacityUse::kKeep;
    case config::NodeResources::kPublish: return sync::CapacityUse::kPublish;
    case config::NodeResources::kRemove: return sync::CapacityUse::kRemove;
  }
  __builtin_unreachable();
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
          .init_ended = [&parts](const PodKey& pod, const PodUid& uid,
                                 const NodeName& node) { parts.trail.init_ended(pod, uid, node); },
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
  const bool leads = leadership_of(parts.replica).may_write();
  if (parts.replica) parts.troubles.look_at_leader(leads, parts.replica->term());
  if (!parts.sync.is_synced() || !leads) return;
  parts.troubles.look_at(parts.quotas.doubts());
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
      trials(from.clock),
      quotas(from.book, from.rules),
      tally(from.book, from.clock),
      replica(replica_of(from, client, sync)),
      claim_desk(claim_desk_for(*this, from)),
      shared_chips(shared_chips_for(*this, from)),
      sync(from.executor, from.book, from.rules, client, api, from.clock,
           {.registration_timeout = from.config.settings.registration_timeout,
            .turned_up =
                [this](const PodUid& pod) {
                  holds.drop(pod);
                  trials.turned_up(pod);
                  record.turned_up(pod);
                },
            .may_write = [this] { return leadership_of(replica).may_write(); },
            .news = news_for(*this),
            .node_seen = [this](
                             const wire::Node& node,
                             const Inventory& inventory) { node_resources.seen(node, inventory); },
            .pods_too = &claim_desk.pods(),
            .quotas = &quotas,
            .complete = [this](const NodeName& node,
                               Inventory& inventory) { claims.complete(node, inventory); },
            .sharing = &shared_chips.sharing()}),
      claims(claim_books_for(*this, from)),
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
      node_resources({.executor = from.executor,
                      .client = client,
                      .rules = from.rules,
                      .clock = from.clock,
                      .use = [this] { return capacity_use_of(config.node_resources()); },
                      .may_write = [this] { return leadership_of(replica).may_write(); }}),
      watches(from.executor, client, config, quotas, from.config.settings.device_config_map),
      claim_watches(from.executor, client, claims),
      admin(client, from.clock),
      record({.services = context.services,
              .limits = {.decisions = from.config.settings.history_decisions,
                         .per_pod = from.config.settings.history_per_pod},
              .tell = teller_of(*this)}),
      trail({.next = observer, .record = record, .clock = from.clock, .audit = from.audit}),
      troubles(notices),
      volcano_drift({.book = from.book, .drift = sync.drift_log(), .clock = from.clock}),
      claim_cleanup(from.executor, client, from.clock),
      converter({.client = client,
                 .cleanup = claim_cleanup,
                 .rules = from.rules,
                 .settings = from.config.settings.convert}),
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
                           .holds = &holds,
                           .trials = &trials,
                           .quotas = &quotas,
                           .claims = &shared_chips.guard()},
              .calls = calls,
              .sync = sync,
              .watches = watches,
              .config = config,
              .trials = trials,
              .tally = tally,
              .admin = from.config.settings.admin_auth == config::AdminAuth::kKubernetes ? &admin
                                                                                         : nullptr,
              .record = &record,
              .meters = &meters,
              .metrics = &metrics_page,
              .converter = &converter,
              .volcano_drift = &volcano_drift,
              .claims = &claim_desk,
              .instance = kube::new_identity()},
      metrics_page(sources_of(*this, from.hami_names, from.identity), meters),
      web(from.executor, make_routes(context), options_of(from.config.settings, from.identity)),
      housekeeping(from.executor, kLookAtFiles),
      telling(from.executor, kTellOfRefusals) {
  add_checks(context.health, *this, from.identity, from.clock);
  housekeeping.add([this] { config.poll(); });
  housekeeping.add([this] { node_resources.tick(); });
  housekeeping.add([this] { shared_chips.tick(); });
  housekeeping.add([this] { claims.look_at_mirrors(); });
  housekeeping.add([this] { trials.expire(); });
  housekeeping.add([this] { claim_desk.tick(); });
  housekeeping.add([this] { claim_cleanup.tick(); });
  telling.add([this] {
    if (const auto round = tally.finish_if_idle()) record.asked(history::Verb::kFilter, *round);
    record.tell();
  });
  housekeeping.add([this, &clock = from.clock] { look_for_troubles(*this, clock); });
  if (from.audit != nullptr) start_audit_log(*from.audit, *this, from.clock);
  if (from.identity) housekeeping.add([identity = from.identity] { refresh(*identity); });
}

Result<> Parts::start() {
  if (Result<> listening = web.start(); !listening) return listening;
  spdlog::info("policy={}", wire::quoted(config.policies()));
  sync.start();
  watches.start();
  claim_watches.start();
  claim_desk.start();
  shared_chips.start();
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
