#include "scheduler/app/checks.hpp"

#include <chrono>
#include <string>

#include "scheduler/wire/rfc3339.hpp"

namespace npushare {
namespace {

constexpr std::chrono::hours kWarnBeforeTheEnd{7 * 24};

std::string problem_of(const http::TlsIdentity& identity, const observe::Clock& clock) {
  const http::TlsIdentity::Time end = identity.valid_until();
  if (end <= clock.wall()) return "ended at " + wire::write_rfc3339(end);
  return end - clock.wall() < kWarnBeforeTheEnd ? "ends soon, at " + wire::write_rfc3339(end)
                                                : std::string();
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
  health.add(
      "claims", Health::Reach::kQuestions,
      [&watches = parts.claim_watches] { return watches.problem(); },
      [&watches = parts.claim_watches] { return watches.standing(); });
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
  health.add(
      "policy", Health::Reach::kNobody, [] { return std::string(); },
      [&config = parts.config] { return config.policies(); });
  health.add("node-resources", Health::Reach::kNobody,
             [&resources = parts.node_resources] { return resources.problem(); });
  health.add("claim-fences", Health::Reach::kNobody,
             [&chips = parts.shared_chips] { return chips.problem(); });
  health.add("disruption-budgets", Health::Reach::kNobody,
             [&watches = parts.watches] { return watches.budgets_problem(); });
  health.add("namespace-quotas", Health::Reach::kNobody,
             [&watches = parts.watches] { return watches.quotas_problem(); });
  if (!identity) return;
  health.add(
      "certificate", Health::Reach::kNobody,
      [identity, &clock] { return problem_of(*identity, clock); },
      [identity] { return "valid until " + wire::write_rfc3339(identity->valid_until()); });
}

}  // namespace

void add_checks(Health& health, const Parts& parts,
                const std::shared_ptr<http::TlsIdentity>& identity, const observe::Clock& clock) {
  add_checks_of_books(health, parts);
  add_checks_that_only_show(health, parts, identity, clock);
}

}  // namespace npushare
