/// What npushare decided about pods, noted as it happens and told to people a moment later.
///
/// A call is noted after its answer is made, at the cost of about a microsecond. The words of a
/// refusal, which need a look at the nodes, and the pod's event are made afterwards by tell().
/// Threads: any; tell() from one.
#pragma once

#include <functional>
#include <string>

#include "scheduler/app/refusals.hpp"
#include "scheduler/history/decision_log.hpp"
#include "scheduler/history/waiting_list.hpp"
#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/wire/extender.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare {

class Record {
 public:
  /// What it refers to must outlive it.
  struct With {
    const verbs::Services& services;
    history::LogLimits limits{};
    /// A pod was refused, in words; empty: nobody is told.
    Refusals::Tell tell{};
  };

  explicit Record(With with);

  void asked(history::Verb verb, const verbs::CallNotes& notes);
  /// False for a pod that asks for no NPU. Asked before the bind: afterwards little is known of it.
  bool concerns(const wire::BindArgs& call) const;
  void bound(const wire::BindArgs& call, const Result<>& outcome);
  /// Of a Binding that a webhook asked about; a dry run decides nothing and is not to be told.
  void admitted(const wire::BindArgs& call, const Result<>& outcome);
  void nudged(const PodKey& pod, const PodUid& uid, const NodeName& node);
  void released(const PodKey& pod, const PodUid& uid, const NodeName& node);
  /// The pod is bound or gone: it does not wait any more.
  void turned_up(const PodUid& pod) { waiting_.gone(pod); }

  /// Puts into words what was refused of late.
  void tell() { refusals_.run(); }

  const history::DecisionLog& decisions() const { return log_; }
  /// GET /v1/decisions, and GET /v1/waiting.
  Result<wire::Json> decisions_page(std::string_view limit, std::string_view pod,
                                    std::string_view verb) const;
  wire::Json waiting_page() const;
  /// What explain said of the pod, with the last decisions about it, the newest first. A pod that
  /// is not on the watch any more is remembered as long as there are any.
  Result<wire::Json> recalled(const PodKey& pod, const Result<wire::Json>& explained) const;

 private:
  history::Decision decision_of(history::Verb verb, const verbs::CallNotes& notes) const;

  With with_;
  history::DecisionLog log_;
  history::WaitingList waiting_;
  Refusals refusals_;
};

}  // namespace npushare
