/// What a step of the demo can do and claim: a cluster, a service and a clock.
///
/// Errors:  every call returns the first thing that could not be done; a claim that does not hold
/// is not
///          an error but a Comparison, and the play goes on.
/// Deadlines: every wait ends after Patience::limit with kTimeout and what was still missing.
/// Threads: one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scheduler/cli/demo_printer.hpp"
#include "scheduler/cli/ledger_view.hpp"
#include "scheduler/cli/transport.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

/// What the node plugin registers of a 310P3 in soft split (spec/node-plugin-contract.md 1.9).
inline constexpr std::int64_t kChipMemory = 21527;   // MiB
inline constexpr std::int64_t kSliceMemory = 21525;  // MiB, as lab 20's DRA driver measures it
inline constexpr std::int64_t kChipCores = 100;      // percent

/// How long a wait may take and how to let time pass. A test moves a clock of its own.
struct Patience {
  std::function<std::chrono::steady_clock::time_point()> now;
  std::function<void(std::chrono::milliseconds)> pause;
  std::chrono::milliseconds limit{10'000};
};

/// The real clock.
Patience real_patience();

/// Where the play takes place.
struct World {
  Transport& api;        // the embedded API server
  Transport& service;    // npushare itself
  std::string examples;  // directory of the manifests
  Patience patience;
  std::int64_t chip_memory = kChipMemory;  // MiB of a chip, as the ledger must have it
};

/// What is left of a chip and what is taken: one row of the lab's table.
struct ChipRow {
  std::size_t chip = 0;
  std::int64_t memory_used = 0;
  std::int64_t cores_used = 0;
};

/// How a pod goes: with the grace period it asks for, or without one.
enum class Leave { kInItsTime, kAtOnce };

class Stage {
 public:
  Stage(World& world, DemoPrinter& printer) : world_(world), printer_(printer) {}

  /// Reads examples/pods/FILE.
  Result<wire::Json> manifest(const std::string& file);

  /// Asks filter where the manifest's pod fits. A pure question: nothing is reserved.
  Result<> ask_filter(const wire::Json& pod);

  /// Creates the pod in the cluster; its scheduling loop takes it from there.
  Result<> create(const wire::Json& pod);

  Result<> wait_until_running(const std::string& pod);

  /// Waits until the cluster's scheduler has tried the pod and found no node.
  Result<> wait_until_refused(const std::string& pod);

  /// Deletes the pod and waits until no chip carries a share of it.
  Result<> remove(const std::string& pod, Leave leave);

  /// The pod as the API server has it now.
  Result<wire::Json> pod(const std::string& name);

  /// The environment the node plugin gave the pod's first container.
  Result<wire::Json> environment_of(const std::string& pod);

  Result<LedgersView> ledgers();
  Result<ExplainView> explain(const std::string& pod);

  void show_verdicts(const ExplainView& view) { printer_.verdicts(view); }
  void expect(const std::string& what, const std::string& expected, const std::string& got);
  /// Compares the used and free amounts of the first node's chips with the rows.
  Result<> expect_chips(const std::vector<ChipRow>& rows);
  /// Likewise, as soon as they agree: nothing but a watch tells the ledger of claims.
  Result<> expect_chips_soon(const std::vector<ChipRow>& rows);

  /// A call to the API server, shown.
  Result<wire::Json> tell_api(kube::Call call) {
    return call_and_show(world_.api, std::move(call), Detail::kBrief);
  }
  /// What the API server has at a path.
  Result<wire::Json> look(const std::string& path);
  Result<> wait(const std::string& what, const std::function<Result<bool>()>& is_true);

  /// In the order they were made.
  const std::vector<Comparison>& comparisons() const { return comparisons_; }

 private:
  Result<wire::Json> call(Transport& to, kube::Call call);
  /// Likewise, and shows request and reply.
  Result<wire::Json> call_and_show(Transport& to, kube::Call call, Detail detail);
  Comparison compared(const LedgersView& nodes, const ChipRow& row) const;

  World& world_;
  DemoPrinter& printer_;
  std::vector<Comparison> comparisons_;
};

}  // namespace npushare::cli
