/// What a scrape asks of the rest of the service. Each is read when the page is made; nothing is
/// kept beside its owner.
///
/// Threads: what stands here may be asked from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "accounting/ledger_book.hpp"
#include "config/settings.hpp"
#include "scheduler/kube/informer_stats.hpp"
#include "scheduler/observe/clock.hpp"
#include "scheduler/sync/sighting.hpp"
#include "scheduler/verbs/ports.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::metrics {

struct Watch {
  std::string resource;  // pods
  const kube::InformerStats* stats = nullptr;
};

/// One of the checks of /readyz.
struct Check {
  std::string name;
  bool is_passed = false;
};

/// One place that configuration comes from.
struct ConfigOrigin {
  std::string name;  // settings, device-config
  observe::Clock::Wall applied;
  bool is_refused = false;  // its newest version is not the one in force
};

struct ConfigState {
  std::uint64_t version = 0;
  std::size_t needs_restart = 0;  // settings written that only a start takes over
  std::vector<ConfigOrigin> origins;
};

struct DriftState {
  std::map<std::string, std::uint64_t> noted;   // since the start, by cause
  std::map<std::string, std::size_t> standing;  // now, by cause
};

struct LeakState {
  std::map<std::string, double> claims;   // leaked now, by kind
  std::map<std::string, double> repairs;  // since the start, by outcome
};

struct Sources {
  const LedgerBook& book;
  const Published<verbs::Rules>& rules;
  const verbs::PodIndex& pods;
  const verbs::NodeGate& gate;
  const verbs::Leadership& leadership;
  const observe::Clock& clock;
  std::string version;  // of the program
  config::HamiNames hami_names = config::HamiNames::kNone;
  kube::InformerStats::Clock::time_point started{};
  std::vector<Watch> watches{};
  verbs::Quotas* quotas = nullptr;     // null: namespaces have no limits
  std::function<LeakState()> leaks{};  // empty: nobody looks for leaked claims
  // Asked each time; none of them may be empty.
  std::function<sync::Sightings()> sightings;
  std::function<DriftState()> drift;
  std::function<std::uint64_t()> nudges;
  std::function<std::size_t()> binds_running;
  std::function<ConfigState()> config;
  std::function<std::vector<Check>()> checks;
  std::function<bool()> is_ready;
  std::function<std::optional<observe::Clock::Wall>()> certificate_end;  // nothing without TLS
};

}  // namespace npushare::metrics
