/// bind: the only commit point. One write sets the node and the grants.
///
/// pod -> request -> plan and reserve -> gate of the node -> is the plan still good? -> node lock
/// -> Binding -> commit. Idempotent; any failure gives the shares back, except an unknown outcome,
/// which keeps them uncertain, and a turn that does not come in time, which keeps place and shares
/// for the retry. Ends before Rules::bind_deadline; an eighth of it is kept for the writes. Source:
/// spec/kube-scheduler-extender.md 1.6, 4.6; spec/node-plugin-contract.md 3.8; design.md 6.
#pragma once

#include "scheduler/verbs/bind_turn.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/extender.hpp"

namespace npushare::verbs {

asio::awaitable<Result<>> bind(wire::BindArgs call, Services& with, HasLeft has_left = {});

}  // namespace npushare::verbs
