/// Notices for the operator: a line of the log, and an event beside the object concerned.
///
/// A notice about no object goes to the device configuration's ConfigMap where there is one.
/// Threads: any; never waits.
#pragma once

#include <optional>

#include "config/settings.hpp"
#include "scheduler/kube/event_recorder.hpp"
#include "scheduler/verbs/ports.hpp"

namespace npushare {

class ToldNotices final : public verbs::Notices {
 public:
  /// What it refers to must outlive it.
  struct With {
    const verbs::Notices& log;
    const verbs::PodIndex& pods;
    kube::EventRecorder& recorder;
    std::optional<config::ConfigMapSource> config_map;
  };

  explicit ToldNotices(With with) : with_(std::move(with)) {}

  void tell(const verbs::Notice& notice) const override;

  /// Why the pod was refused: an event of the pod alone, the log has had its line.
  void refused(const PodKey& pod, const PodUid& uid, const std::string& text) const;

 private:
  std::optional<wire::ObjectRef> object_of(const verbs::Notice& notice) const;

  With with_;
};

}  // namespace npushare
