/// The end of a run, when nothing goes wrong any more: the service's book must be what the pods'
/// annotations add up to, no pod may be lost, and new pods must run.
///
/// Threads: one.
#pragma once

#include "tests/soak/auditor.hpp"
#include "tests/soak/findings.hpp"
#include "tests/soak/scheduler.hpp"
#include "tests/soak/service.hpp"
#include "tests/soak/world.hpp"

namespace npushare::soak {

struct Parts {
  World& world;
  Service& service;
  Scheduler& scheduler;
  Auditor& auditor;
  Findings& findings;
};

/// The service knows every node and chip as they are.
void expect_all_nodes_known(const Parts& parts);
/// Every pod is running, over, or refused by the service a moment ago.
void expect_quiet(const Parts& parts);
/// GET /v1/ledgers, chip by chip. Shares whose outcome is not known yet get their time.
void expect_equal_books(const Parts& parts);
/// A pod that waits fits nowhere, by the auditor's own sums.
void expect_no_pod_lost(const Parts& parts);
/// Room is made and small pods are created: all of them run.
void expect_new_pods_run(const Parts& parts);

}  // namespace npushare::soak
