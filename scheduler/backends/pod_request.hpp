/// A pod's containers and annotations, to one ask for each container and chip model.
///
/// Errors: kInvalid with container, resource and remedy.
/// Source: spec/hami-protocol.md 3, spec/node-plugin-contract.md 3.8 and 6.
#pragma once

#include <vector>

#include "accounting/catalogue.hpp"
#include "accounting/request.hpp"
#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends {

Result<Request> read_pod_request(const Catalogue& catalogue, const wire::Pod& pod);

/// Annotated for soft split. Any other value means hard split, as for the plugin.
bool is_soft(const wire::Pod& pod);

/// The pod's containers in annotation order. kInvalid: more than the ledger can number.
Result<std::vector<Container>> containers_of(const wire::Pod& pod);

}  // namespace npushare::backends
