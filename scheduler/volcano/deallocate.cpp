#include "scheduler/volcano/deallocate.hpp"

#include "scheduler/volcano/asked.hpp"

namespace npushare::volcano {
namespace {

/// A pod that waits with its share at the node's gate is not bound there: the share goes back too.
void take_off(const wire::VolcanoTask& task, verbs::Services& with, Trials& trials) {
  if (task.node.empty()) {
    trials.drop(task.uid);
    return;
  }
  trials.drop_on(task.node, task.uid);
  if (with.gate.place_of(task.uid) == task.node) {
    const std::optional<Reservation> given_back = with.gate.come_back(task.node, task.uid);
  }
}

}  // namespace

std::string deallocate(std::string_view body, verbs::Services& with, Trials& trials,
                       verbs::CallNotes& notes) {
  trials.heard();
  const Result<Asked> asked = read_call(body, with, notes);
  if (!asked) {
    notes.error = asked.error().message;
    return wire::write_volcano_event(notes.error);
  }
  const wire::VolcanoTask& task = asked->task();
  notes.best = task.node.text();
  if (task.status == wire::TaskStatus::kReleasing) {
    trials.mark_leaving(task.node, task.uid);
  } else {
    take_off(task, with, trials);
  }
  return wire::write_volcano_event({});
}

}  // namespace npushare::volcano
