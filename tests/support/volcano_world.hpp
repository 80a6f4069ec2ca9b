/// A small cluster that a Volcano session asks about: verbs_world.hpp with trials, and its calls as
/// a scheduler makes them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scheduler/volcano/allocate.hpp"
#include "scheduler/volcano/deallocate.hpp"
#include "scheduler/volcano/predicate.hpp"
#include "scheduler/volcano/prioritize.hpp"
#include "scheduler/volcano/session_close.hpp"
#include "tests/support/verbs_world.hpp"
#include "tests/support/volcano_bodies.hpp"
#include "tests/support/volcano_client.hpp"

namespace npushare::volcano_test {

using verbs_test::a_hard_pod;
using verbs_test::a_soft_pod;

inline constexpr const char* kU1 = "68496E64-20E05477-92C31323-6E78030A-BD003019";
inline constexpr const char* kU2 = "D8496E64-20E05477-92C31323-6E78030A-BD003020";

/// The same pod with an exact count: `soft{n,m,c}` of the vectors; an empty text is not asked.
inline wire::Pod soft(const std::string& name, const std::string& chips, const std::string& memory,
                      const std::string& cores = "") {
  return a_soft_pod(name, memory, cores, chips);
}

class VolcanoWorld : public verbs_test::World {
 public:
  explicit VolcanoWorld(verbs::Rules first = verbs_test::rules_with()) : World(std::move(first)) {
    services.trials = &trials;
  }

  Verdict predicate(const wire::Pod& pod, const std::string& on, const Peers& peers = {}) {
    notes = {};
    return read_verdict(
        volcano::predicate(predicate_body(pod, node_of(on, peers)), services, trials, notes));
  }
  Scores prioritize(const wire::Pod& pod, const std::vector<std::string>& names) {
    notes = {};
    return read_scores(volcano::prioritize(prioritize_body(pod, names), services, trials, notes));
  }
  std::optional<std::string> allocate(const wire::Pod& pod, const std::string& on,
                                      TaskStatus status = TaskStatus::kAllocated) {
    notes = {};
    return read_event(volcano::allocate(event_body(pod, status, on), services, trials, notes));
  }
  std::optional<std::string> deallocate(const wire::Pod& pod, const std::string& on,
                                        TaskStatus status = TaskStatus::kPending) {
    notes = {};
    return read_event(volcano::deallocate(event_body(pod, status, on), services, trials, notes));
  }
  void close() { volcano::session_close(trials); }

  /// The chips that the pod's shares are on.
  std::vector<std::string> chips_of(const wire::Pod& pod, const std::string& on) const {
    std::vector<std::string> chips;
    for (const DeviceLedger& chip : book.snapshot(NodeName{on})->chips())
      for (const auto& [id, share] : chip.shares())
        if (share.holder->uid == pod.uid) chips.push_back(chip.chip().uuid.text());
    return chips;
  }

  volcano::Trials trials{clock};
  verbs::CallNotes notes;

 private:
  static Json node_of(const std::string& name, const Peers& peers) {
    return volcano_test::node(name, peers);
  }
};

}  // namespace npushare::volcano_test
