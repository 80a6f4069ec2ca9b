/// What a verb works with: the books, the rules in force, and the ports to the cluster.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "accounting/ledger_book.hpp"
#include "accounting/published.hpp"
#include "policies/policy.hpp"
#include "scheduler/backends/dialect.hpp"
#include "scheduler/kube/api.hpp"
#include "scheduler/verbs/holds.hpp"
#include "scheduler/verbs/own_bindings.hpp"
#include "scheduler/verbs/ports.hpp"
#include "scheduler/verbs/volcano_rules.hpp"

namespace npushare::verbs {

enum class LockUse { kHami, kNone };

/// What the operator said, as one immutable value; a reload publishes the next one.
struct Rules {
  backends::Dialect dialect;
  const Policy* node_policy = nullptr;
  const Policy* chip_policy = nullptr;
  std::string node_policy_name;
  std::string chip_policy_name;
  bool single_node = false;  // filter itself returns only the best host, as HAMi does
  LockUse lock = LockUse::kHami;
  std::chrono::milliseconds bind_deadline{4000};
  VolcanoRules volcano{};
};

class Quotas;
class ClaimGuard;
class OpinionMemory;
std::shared_ptr<OpinionMemory> make_opinion_memory();

struct Services {
  LedgerBook& book;
  const Published<Rules>& rules;
  kube::Api& api;
  const PodIndex& pods;
  NodeGate& gate;
  const NodeLocks& locks;
  BindObserver& observer;
  const observe::Clock& clock;
  const Leadership& leadership = kSoleReplica;
  const Notices& notices = kNoNotices;
  TentativeHolds* holds = nullptr;  // null: scores look at the books alone
  TrialPlans* trials = &kNoTrials;
  Quotas* quotas = nullptr;      // null: namespaces have no limits
  ClaimGuard* claims = nullptr;  // null: there are no claims on chips
  std::shared_ptr<OpinionMemory> opinions = make_opinion_memory();
  std::shared_ptr<OwnBindings> own = std::make_shared<OwnBindings>();
};

}  // namespace npushare::verbs
