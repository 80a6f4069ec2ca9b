#include "scheduler/verbs/admit.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/verbs/admit_marks.hpp"
#include "scheduler/verbs/bind_checks.hpp"
#include "scheduler/verbs/bind_outcome.hpp"
#include "scheduler/verbs/bind_place.hpp"

namespace npushare::verbs {
namespace {

enum class DryRun { kNo, kYes };

wire::BindArgs call_of(const wire::AdmissionRequest& asked) {
  return {.pod = asked.pod, .uid = asked.pod_uid, .node = asked.node};
}

bool is_our_own(const wire::AdmissionRequest& asked, const Services& with) {
  return with.own->contains({.pod = asked.pod,
                             .uid = asked.pod_uid,
                             .node = asked.node,
                             .annotations = asked.annotations});
}

/// Nothing is taken, nothing is locked.
Result<Allocation> grants_of_dry_run(const BindTry& bind, Services& with) {
  if (std::optional<Allocation> open = open_grants(bind.call, with)) return *std::move(open);
  if (std::optional<Allocation> tried = with.trials->grants(bind.call.node, bind.call.uid))
    return *std::move(tried);
  return plan_place(bind.question, bind.call.node, with);
}

/// What was admitted before is admitted again: whichever Binding arrives, the pod gets these.
asio::awaitable<Result<Allocation>> admit_again(BindTry bind, Allocation grants, Services& with) {
  auto resuming = take_up_again(bind.call, bind.rules->lock, bind.by, with);
  if (const Result<> resumed = co_await std::move(resuming); !resumed) co_return resumed.error();
  if (const Result<> allowed = may_still_write(bind.by, with); !allowed) co_return allowed.error();
  with.observer.admitted(grants);
  co_return grants;
}

/// From here on the API server decides, and the watch tells.
Allocation hand_over(Turn turn, Services& with) {
  turn.pass.keep_until_served();
  turn.share.commit(ShareState::kUncertain);
  with.observer.admitted(turn.share.allocation());
  return turn.share.allocation();
}

asio::awaitable<Result<Allocation>> admit_npu(BindTry bind, Services& with) {
  if (std::optional<Allocation> open = open_grants(bind.call, with)) {
    auto admitting = admit_again(std::move(bind), *std::move(open), with);
    co_return co_await std::move(admitting);
  }
  auto waiting = take_turn(bind, with);
  Result<Turn> turn = co_await std::move(waiting);
  if (!turn) co_return turn.error();
  if (const Result<> allowed = may_still_write(bind.by, with); !allowed) {
    auto leaving = leave_turn(std::move(bind), with);
    co_await std::move(leaving);
    co_return allowed.error();
  }
  co_return hand_over(*std::move(turn), with);
}

/// May the pod be bound there now, and by this replica? The API server answers a Binding of a pod
/// that is bound already with a conflict, and so do we.
Result<> check(const wire::Pod& pod, const wire::BindArgs& call, const AdmitCall& from,
               const Services& with) {
  if (!from.waits_for.empty())
    return Error{ErrorCode::kBusy, "npushare is not ready: " + from.waits_for};
  if (!from.asked.is_dry_run && !with.leadership.may_write()) return not_leading();
  const Result<Standing> standing = standing_of(pod, call);
  if (!standing) return standing.error();
  if (*standing == Standing::kReady) return check_node(call.node, with);
  return Error{ErrorCode::kConflict,
               "pod " + call.pod.text() + " is bound to node " + call.node.text() + " already"};
}

asio::awaitable<Result<Allocation>> grants_for(BindTry bind, DryRun dry_run, Services& with) {
  if (dry_run == DryRun::kYes) co_return grants_of_dry_run(bind, with);
  auto admitting = admit_npu(std::move(bind), with);
  co_return co_await std::move(admitting);
}

}  // namespace

asio::awaitable<Result<Admission>> admit(AdmitCall from, Services& with) {
  const std::shared_ptr<const Rules> rules = with.rules.load();
  const kube::Deadline by = std::min(from.by, with.clock.now() + rules->bind_deadline);
  wire::BindArgs call = call_of(from.asked);
  auto reading = current_pod(call, by, with);
  const Result<wire::Pod> pod = co_await std::move(reading);
  if (!pod) co_return pod.error();
  if (call.uid.empty()) call.uid = pod->uid;

  Result<Question> question = read_question(*pod, *rules);
  if (!question) co_return question.error();
  Admission admission{.uid = call.uid, .wants_npu = question->request.wants_npu()};
  if (!admission.wants_npu || is_our_own(from.asked, with)) co_return admission;
  if (const Result<> allowed = check(*pod, call, from, with); !allowed) co_return allowed.error();

  BindTry bind{.call = std::move(call),
               .question = *std::move(question),
               .rules = rules,
               .by = by,
               .has_left = std::move(from.has_left)};
  const DryRun dry_run = from.asked.is_dry_run ? DryRun::kYes : DryRun::kNo;
  auto granting = grants_for(std::move(bind), dry_run, with);
  const Result<Allocation> grants = co_await std::move(granting);
  if (!grants) co_return grants.error();
  admission.marks = marks_for(*grants, from.asked.annotations, with);
  co_return admission;
}

}  // namespace npushare::verbs
