/// A whole cluster with two replicas of npushare, and what goes wrong in it: everything that a seed
/// decides.
///
/// Shape:   some minutes of pods coming and going under faults, then fair weather until all is
///          quiet, then the verdict.
/// Threads: one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/simulation/sim_node.hpp"
#include "tests/simulation/sim_scheduler.hpp"
#include "tests/soak/auditor.hpp"

namespace npushare::simulation {

class World {
 public:
  explicit World(std::uint64_t seed);
  ~World();

  /// Virtual time of faults; then until it is quiet.
  void run(Millis faults);

  Findings& findings() { return findings_; }
  const Diary& diary() const { return diary_; }
  std::uint64_t steps() const { return timeline_.steps(); }

 private:
  struct Machine {
    std::unique_ptr<Replica> replica;  // null: not running
    int boots = 0;
  };

  Sky sky() { return {timeline_, store_, dice_, weather_, findings_}; }
  void step_until(Millis end);
  void look_at_pods();

  Replica* leader();
  void boot(std::size_t machine);
  void kill(std::size_t machine);

  void bring_pods();
  void end_pods();
  void go_wrong();
  void trouble_machine();
  void trouble_node();
  void change_weather();
  void mend_all();

  bool is_quiet();
  void judge();
  void compare(const Replica& replica, const std::string& name);
  void expect_none_lost();

  Timeline timeline_;
  Dice dice_;
  Weather weather_;
  Findings findings_;
  Diary diary_;
  embedded::Store store_;
  soak::Auditor auditor_;
  std::vector<std::unique_ptr<SimNode>> nodes_;
  std::vector<NodeName> names_;
  std::array<Machine, 2> machines_;
  std::unique_ptr<SimScheduler> scheduler_;
  embedded::Version audited_ = 0;
  bool is_wild_ = true;
  int created_ = 0;
};

}  // namespace npushare::simulation
