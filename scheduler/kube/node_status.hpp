/// Writes a node's status.
///
/// Errors: those of RestClient and error_of(); a node that is gone is kNotFound.
/// Source: Kubernetes, "Advertise Extended Resources for a Node".
#pragma once

#include <boost/asio/awaitable.hpp>

#include "accounting/names.hpp"
#include "accounting/result.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/wire/node_status.hpp"

namespace npushare::kube {

/// One PATCH of nodes/status; it takes its turn behind what is urgent.
asio::awaitable<Result<>> patch_capacity(RestClient& client, NodeName node,
                                         wire::CapacityPatch patch);

}  // namespace npushare::kube
