#include "scheduler/verbs/bind_outcome.hpp"

#include <utility>

namespace npushare::verbs {
namespace {

constexpr std::chrono::milliseconds kLeastTime{100};  // a POST that has less is not begun

/// Only a conflict proves that the write is not still on its way.
Settled judged_by(const wire::Pod& pod, const wire::Binding& binding, const Error& error) {
  if (pod.uid != binding.uid) return {Outcome::kRefused, error};
  if (pod.node == binding.node) return {Outcome::kBound, {}};
  if (!pod.node.empty()) {
    return {Outcome::kRefused,
            {ErrorCode::kConflict,
             "pod " + binding.pod.text() + " is already bound to node " + pod.node.text()}};
  }
  if (error.code == ErrorCode::kConflict) return {Outcome::kRefused, error};
  return {Outcome::kUnknown, error};
}

/// Asked again after the pause that a busy server wants, if that leaves time for an answer.
bool may_ask_again(const kube::BindAnswer& answer, kube::Deadline by, const Services& with) {
  if (answer.done || answer.done.error().code != ErrorCode::kBusy) return false;
  if (answer.retry_after.count() == 0) return false;
  return with.clock.now() + answer.retry_after + kLeastTime <= by;
}

asio::awaitable<kube::BindAnswer> post(wire::Binding binding, kube::Deadline by, Services& with) {
  if (const Result<> allowed = may_still_write(by, with); !allowed)
    co_return kube::BindAnswer{allowed.error()};
  auto posting = with.api.bind(std::move(binding), by);
  co_return co_await std::move(posting);
}

}  // namespace

Error not_leading() {
  return {ErrorCode::kBusy, "this replica of npushare does not lead; nothing was written"};
}

Result<> may_still_write(kube::Deadline by, const Services& with) {
  if (with.clock.now() + kLeastTime > by)
    return Error{ErrorCode::kTimeout, "the time for this bind has run out; nothing was written"};
  if (!with.leadership.may_write()) return not_leading();
  return {};
}

asio::awaitable<Settled> write_binding(wire::Binding binding, kube::Deadline by, Services& with) {
  auto posting = post(binding, by, with);
  kube::BindAnswer answer = co_await std::move(posting);
  if (may_ask_again(answer, by, with)) {
    auto pausing = with.api.pause(answer.retry_after);
    co_await std::move(pausing);
    auto again = post(binding, by, with);
    answer = co_await std::move(again);
  }
  if (answer.done) co_return Settled{Outcome::kBound, {}};
  const Error& error = answer.done.error();
  const bool is_open = error.code == ErrorCode::kConflict || error.code == ErrorCode::kUncertain;
  if (!is_open) co_return Settled{Outcome::kRefused, error};

  auto reading = kube::find_pod(with.api, binding.pod, by);
  const Result<std::optional<wire::Pod>> pod = co_await std::move(reading);
  if (!pod) co_return Settled{Outcome::kUnknown, error};
  if (!*pod) co_return Settled{Outcome::kRefused, error};
  co_return judged_by(**pod, binding, error);
}

}  // namespace npushare::verbs
