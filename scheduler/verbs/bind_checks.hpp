/// May this pod be bound to that node now? What bind asks before it touches anything.
#pragma once

#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/extender.hpp"

namespace npushare::verbs {

enum class Standing { kReady, kBoundThere };

/// The pod as the watch shows it; read afresh when the watch does not know it, knows another of
/// that name, or a Binding of it is on the books.
asio::awaitable<Result<wire::Pod>> current_pod(wire::BindArgs call, kube::Deadline by,
                                               Services& with);

/// kConflict: another UID, ending, gated or bound elsewhere.
Result<Standing> standing_of(const wire::Pod& pod, const wire::BindArgs& call);

/// kNotFound. The API server would bind to a node that does not exist.
Result<> check_node(const NodeName& node, const Services& with);

}  // namespace npushare::verbs
