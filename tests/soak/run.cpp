#include "tests/soak/run.hpp"

#include <memory>

#include "tests/soak/auditor.hpp"
#include "tests/soak/chaos.hpp"
#include "tests/soak/scheduler.hpp"
#include "tests/soak/verdict.hpp"
#include "tests/soak/worker.hpp"
#include "tests/soak/workload.hpp"

namespace npushare::soak {
namespace {

constexpr std::chrono::milliseconds kAuditEvery{20};

/// Until enough has gone wrong. False: it took too long.
bool live_through(const Options& options, World& world, Service& service, Scheduler& scheduler,
                  Findings& findings) {
  Workload workload(world, findings, options.seed);
  ScriptChanger scripts(world, findings, options.seed);
  Restarter restarter(service, scheduler, findings, options);
  NodeChanger nodes(world, findings, options.seed);
  Auditor auditor(world.store(), findings);
  Worker changing([&] { return scripts.step(); });
  Worker restarting([&] { return restarter.step(); });
  Worker breaking([&] { return nodes.step(); });
  Worker working([&] { return workload.step(); });
  Worker scheduling([&] { return scheduler.step(); });
  Worker auditing([&] {
    auditor.look();
    return kAuditEvery;
  });
  const bool is_enough =
      holds_within(options.at_most, [&] { return world.faults().injected() >= options.faults; });
  for (Worker* worker : {&working, &breaking, &changing, &restarting, &scheduling, &auditing})
    worker->stop();
  return is_enough;
}

void judge(const Options& options, World& world, Service& service, Scheduler& scheduler,
           Findings& findings) {
  world.faults().replace({});
  world.restore();
  if (!service.is_running() &&
      !service.start(options.body == Body::kBoth ? Body::kProgram : options.body)) {
    findings.breach("never quiet", "the service does not start without faults");
    return;
  }
  Worker scheduling([&] { return scheduler.step(); });
  Auditor auditor(world.store(), findings);
  const Parts parts{world, service, scheduler, auditor, findings};
  expect_all_nodes_known(parts);
  expect_quiet(parts);
  expect_equal_books(parts);
  expect_no_pod_lost(parts);
  expect_new_pods_run(parts);
  expect_equal_books(parts);
}

std::string line(const std::string& what, std::uint64_t count) {
  return "  " + std::to_string(count) + " " + what + "\n";
}

std::string report_of(const Options& options, World& world, const Findings& findings) {
  std::string text = "soak seed " + std::to_string(options.seed) + "\n";
  text += line("faults injected", world.faults().injected());
  for (std::size_t k = 0; k < config::kFaults; ++k) {
    const auto fault = static_cast<config::Fault>(k);
    text += "  " + line(std::string(config::word_of(fault)), world.faults().injected(fault));
  }
  for (const auto& [what, count] : findings.counts()) text += line(what, count);
  for (const auto& [kind, texts] : findings.breaches()) {
    text += "BREACH " + kind + ": " + std::to_string(texts.size()) + "\n";
    for (const std::string& one : texts) text += "    " + one + "\n";
  }
  return text;
}

}  // namespace

Outcome run(const Options& options) {
  Findings findings(options.diary);
  World world(options.seed);
  {
    Service service(world.port(), options);
    Scheduler scheduler(world, service, findings, options.seed);
    if (!live_through(options, world, service, scheduler, findings))
      findings.breach("too slow", "the faults were not injected in time");
    judge(options, world, service, scheduler, findings);
  }
  return {findings.breaches().empty(), report_of(options, world, findings)};
}

}  // namespace npushare::soak
