/// bind: the only commit point. One write sets the node and the grants.
///
/// pod -> request -> gate of the node -> plan again -> reserve -> node lock -> Binding -> commit.
/// Idempotent; any failure gives the shares back, except an unknown outcome, which keeps them
/// uncertain.
/// Source: spec/kube-scheduler-extender.md 1.6; spec/node-plugin-contract.md 3.8; design.md 6.
#pragma once

#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/extender.hpp"

namespace npushare::verbs {

asio::awaitable<Result<>> bind(wire::BindArgs call, Services& with);

}  // namespace npushare::verbs
