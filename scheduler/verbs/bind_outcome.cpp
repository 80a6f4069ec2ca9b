#include "scheduler/verbs/bind_outcome.hpp"

#include <utility>

namespace npushare::verbs {
namespace {

/// What the answer says by itself.
Outcome meaning_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalid:
    case ErrorCode::kNotFound:
    case ErrorCode::kExpired:
    case ErrorCode::kUnauthorized:
    case ErrorCode::kTooLarge:
    case ErrorCode::kBusy: return Outcome::kRefused;
    case ErrorCode::kConflict:
    case ErrorCode::kTimeout:
    case ErrorCode::kUncertain:
    case ErrorCode::kInternal: return Outcome::kUnknown;
  }
  __builtin_unreachable();
}

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

}  // namespace

asio::awaitable<Settled> write_binding(wire::Binding binding, Services& with) {
  auto posting = with.api.bind(binding);
  const Result<> posted = co_await std::move(posting);
  if (posted) co_return Settled{Outcome::kBound, {}};
  const Error& error = posted.error();
  if (meaning_of(error.code) == Outcome::kRefused) co_return Settled{Outcome::kRefused, error};

  auto reading = with.api.get_pod(binding.pod);
  const Result<wire::Pod> pod = co_await std::move(reading);
  if (pod) co_return judged_by(*pod, binding, error);
  if (pod.error().code == ErrorCode::kNotFound) co_return Settled{Outcome::kRefused, error};
  co_return Settled{Outcome::kUnknown, error};
}

}  // namespace npushare::verbs
