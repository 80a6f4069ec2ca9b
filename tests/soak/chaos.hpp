/// What goes wrong during a run: fault scripts that change every few seconds, restarts and kills of
/// the service, nodes that lose chips, change their mode, vanish and come back.
///
/// Threads: each step from one thread of its own.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "tests/soak/dice.hpp"
#include "tests/soak/findings.hpp"
#include "tests/soak/options.hpp"
#include "tests/soak/scheduler.hpp"
#include "tests/soak/service.hpp"
#include "tests/soak/world.hpp"

namespace npushare::soak {

/// Another script, or none for a breath.
class ScriptChanger {
 public:
  ScriptChanger(World& world, Findings& findings, std::uint64_t seed)
      : world_(world), findings_(findings), dice_(seed, 4) {}

  std::chrono::milliseconds step();

 private:
  std::string a_rule();

  World& world_;
  Findings& findings_;
  Dice dice_;
};

/// The service ends and starts again.
class Restarter {
 public:
  Restarter(Service& service, const Scheduler& scheduler, Findings& findings,
            const Options& options)
      : service_(service),
        scheduler_(scheduler),
        findings_(findings),
        dice_(options.seed, 5),
        body_(options.body) {}

  std::chrono::milliseconds step();

 private:
  Service& service_;
  const Scheduler& scheduler_;
  Findings& findings_;
  Dice dice_;
  Body body_;
};

class NodeChanger {
 public:
  NodeChanger(World& world, Findings& findings, std::uint64_t seed)
      : world_(world), findings_(findings), dice_(seed, 6) {}

  std::chrono::milliseconds step();

 private:
  void break_node(const NodePlan& plan);
  void remove(const std::string& node);
  void tell(const std::string& what, const std::string& node);

  World& world_;
  Findings& findings_;
  Dice dice_;
  std::vector<NodePlan> broken_;  // to be mended, the oldest first
};

}  // namespace npushare::soak
