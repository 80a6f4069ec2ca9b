/// A cluster with claims, some of them leaked, and a service that has run for five minutes.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/sync/leak_repair.hpp"
#include "tests/support/dra_objects.hpp"
#include "tests/support/kube_clock.hpp"
#include "tests/support/sync_fake_leaks.hpp"

namespace npushare::sync_test {

using dra::LeakPolicy;
using sync::LeakDecision;
using sync::LeakReport;

inline wire::ResourceClaim hami_claim(const std::string& pod) {
  wire::ResourceClaim claim =
      dra_test::a_claim("ai-" + pod + "-app-ascend310p", "8589934592", "50");
  claim.created = "2026-01-01T10:00:00Z";
  return claim;
}

inline wire::Pod a_pod(const std::string& name, const std::string& claim = "") {
  wire::Pod pod;
  pod.key = {"ai", name};
  pod.uid = PodUid("uid-" + name);
  pod.node = NodeName("n1");
  if (!claim.empty()) pod.claims = {{"npu", claim, ""}};
  return pod;
}

class Repair {
 public:
  Repair() {
    api.on_pause = [this](std::chrono::milliseconds time) {
      pauses.push_back(time);
      clock.advance(time);
    };
    clock.advance(std::chrono::seconds(301));
  }

  /// So many claims that pods use, so that a few leaks are few.
  Repair& busy_claims(int count) {
    for (int i = 0; i < count; ++i) {
      const std::string name = "busy-" + std::to_string(i);
      api.put(hami_claim(name));
      api.put(a_pod(name, "ai-" + name + "-app-ascend310p"));
    }
    return *this;
  }

  LeakReport run(LeakPolicy policy = LeakPolicy::kDeleteHamiShaped) {
    boost::asio::io_context io;
    LeakReport report;
    boost::asio::co_spawn(io, repair.run(policy), [&](const std::exception_ptr&, LeakReport done) {
      report = std::move(done);
    });
    io.run();
    return report;
  }

  testing_support::MovedClock clock;
  FakeLeakApi api;
  bool is_synced = true;
  bool may_write = true;
  std::vector<LeakDecision> told;
  std::vector<std::chrono::milliseconds> pauses;
  sync::LeakPatrol patrol{{.claims = [this] { return api.all_claims(); },
                           .slices = [] { return std::vector<sync::LeakPatrol::Slice>{}; },
                           .users = [this] { return api.all_users(); },
                           .name_of = {},
                           .clock = clock}};
  sync::LeakRepair repair{{.api = api,
                           .patrol = patrol,
                           .clock = clock,
                           .is_synced = [this] { return is_synced; },
                           .may_write = [this] { return may_write; },
                           .tell = [this](const LeakDecision& one) { told.push_back(one); }}};
};

}  // namespace npushare::sync_test
