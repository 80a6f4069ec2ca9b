#include "scheduler/embedded/faulty_plugin.hpp"

#include "scheduler/backends/keys.hpp"

namespace npushare::embedded {

using config::Fault;
using config::PluginStep;
using wire::Json;

namespace {

Error plugin_gone() {
  return {ErrorCode::kInternal, "error reading from server: EOF"};
}

}  // namespace

FaultyPlugin::FaultyPlugin(Objects& objects, std::string node, ModelName model,
                           std::vector<PluginChip> chips, std::shared_ptr<Faults> faults,
                           WallClock clock)
    : objects_(objects),
      node_(node),
      half_(objects, std::move(node), std::move(model), std::move(chips)),
      faults_(std::move(faults)),
      clock_(std::move(clock)) {}

Result<Started> FaultyPlugin::begin(std::size_t count) {
  strike_ = faults_ ? faults_->on_allocate(node_) : std::nullopt;
  if (!struck_by(Fault::kPluginFail)) return half_.begin(count);
  strike_->done();
  half_.refuse();
  return Error{ErrorCode::kInvalid, "the fault script refuses this pod"};
}

std::chrono::milliseconds FaultyPlugin::delay(std::chrono::milliseconds usual) const {
  const bool is_late = struck_by(Fault::kPluginSlow) || struck_by(Fault::kPluginHang);
  return is_late ? strike_->rule().time : usual;
}

Result<> FaultyPlugin::finish(const Started& started) {
  if (!strike_) return half_.finish(started);
  strike_->done();
  if (struck_by(Fault::kPluginHang)) return plugin_gone();
  if (struck_by(Fault::kPluginCrash)) return crash(started, strike_->rule().before);
  if (struck_by(Fault::kPluginKeepLock)) {
    const Result<> erased = half_.erase(started);
    if (erased) half_.mark(started);
    return erased;
  }
  Result<> finished = half_.finish(started);
  if (struck_by(Fault::kPluginStaleLock)) leave_stale_lock();
  return finished;
}

/// The writes that come before the one it dies at.
Result<> FaultyPlugin::crash(const Started& started, PluginStep before) {
  if (before == PluginStep::kErase) return plugin_gone();
  if (const Result<> erased = half_.erase(started); !erased) return erased;
  if (before == PluginStep::kRelease) half_.mark(started);
  return plugin_gone();
}

void FaultyPlugin::leave_stale_lock() {
  const config::FaultRule& rule = strike_->rule();
  std::string value = rfc3339(clock_() - rule.age);
  if (rule.owner == config::LockOwner::kGone) value += ",default,pod-of-a-dead-scheduler";
  Json patch = Json::object();
  patch.member("metadata").member("annotations").set(backends::kNodeLockKey, std::move(value));
  objects_.patch(node_place(node_), Part::kMain, PatchType::kMerge, patch);
}

}  // namespace npushare::embedded
