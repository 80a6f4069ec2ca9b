/// What one call of Volcano asks: its pod's question, judged by the policies Volcano was told.
///
/// The pod's own choice of a policy wins, but not where Volcano picks the chips (mode A): it knows
/// no such choice, so chips are then taken in its own order.
/// Threads: each its own.
/// Source:  spec/volcano-deviceshare.md 4 (MindCluster), 5.9.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/verbs/extender_call.hpp"
#include "scheduler/wire/volcano.hpp"

namespace npushare::volcano {

/// One call, read. What it points to lives until the thread's next call.
struct Asked {
  const wire::VolcanoArgs* args = nullptr;
  std::shared_ptr<const verbs::Rules> rules;
  std::optional<verbs::Question> question;  // nothing: the pod is none of ours
  /// What is wrong with the pod itself: no node can mend it.
  std::string complaint{};

  const wire::VolcanoTask& task() const { return args->task; }
};

/// Fills in the notes what the call is about. kInvalid: it cannot be read.
Result<Asked> read_call(std::string_view body, const verbs::Services& with,
                        verbs::CallNotes& notes);

/// The policy by which Volcano's deviceshare orders chips where the operator's is this one.
const Policy* as_volcano_orders(const Policy* policy);

}  // namespace npushare::volcano
