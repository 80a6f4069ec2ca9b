/// A node plugin's half that fails as the fault script says.
///
/// Errors:  kInvalid with the plugin's own text; kInternal when the plugin died, which the kubelet
///          sees as a broken connection.
/// Threads: one at a time; one Allocate after the other.
/// Source:  spec/node-plugin-contract.md 3.7, 7.5, 8 (F5, F7).
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "scheduler/embedded/faults.hpp"
#include "scheduler/embedded/plugin_half.hpp"
#include "scheduler/embedded/times.hpp"

namespace npushare::embedded {

class FaultyPlugin {
 public:
  /// `faults` may be null. `objects` must outlive this.
  FaultyPlugin(Objects& objects, std::string node, ModelName model, std::vector<PluginChip> chips,
               std::shared_ptr<Faults> faults, WallClock clock);

  Result<Started> begin(std::size_t count);
  /// Between begin() and finish().
  std::chrono::milliseconds delay(std::chrono::milliseconds usual) const;
  Result<> finish(const Started& started);

  std::string lock() const { return half_.lock(); }

  /// The plugin was started again and found these.
  void set_chips(std::vector<PluginChip> chips) { half_.set_chips(std::move(chips)); }

 private:
  bool struck_by(config::Fault fault) const { return strike_ && strike_->rule().fault == fault; }
  Result<> crash(const Started& started, config::PluginStep before);
  void leave_stale_lock();

  Objects& objects_;
  std::string node_;
  PluginHalf half_;
  std::shared_ptr<Faults> faults_;
  WallClock clock_;
  std::optional<Faults::Strike> strike_;  // of the Allocate that is under way
};

}  // namespace npushare::embedded
