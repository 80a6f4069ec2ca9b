/// Did the Binding happen? One POST, and what its answer or the lack of one means.
///
/// A conflict may be our own earlier Binding, a lost answer may hide a success: both are settled by
/// reading the pod. What that cannot settle is kUnknown. A server that asks us to come back is
/// asked once more, if there is time. Nothing is sent by a replica that does not lead, or too late
/// to be answered. Source: spec/kube-scheduler-extender.md 1.6, the outcome table, and 4.6.
#pragma once

#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/extender.hpp"

namespace npushare::verbs {

enum class Outcome { kBound, kRefused, kUnknown };

struct Settled {
  Outcome outcome = Outcome::kUnknown;
  Error error;  // unless bound
};

asio::awaitable<Settled> write_binding(wire::Binding binding, kube::Deadline by, Services& with);

/// Right before a write. kTimeout: too late for an answer; kBusy: another replica writes.
Result<> may_still_write(kube::Deadline by, const Services& with);

/// kBusy: another replica writes.
Error not_leading();

}  // namespace npushare::verbs
