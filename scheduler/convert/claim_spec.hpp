/// The specification of a claim for one container's devices of one model.
///
/// Shape:  resource.k8s.io/v1 ResourceClaimSpec with one request, `npu`. Members stand in the order
///         of their names and quantities in the API server's own form, so that the text is
///         canonical: equal wishes, equal texts.
/// Source: spec/dra-accounting.md 4.4, 4.9 and 2.5 (how a quantity is written).
#pragma once

#include <string>
#include <vector>

#include "scheduler/convert/device_ask.hpp"
#include "scheduler/convert/rules.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::convert {

wire::Json claim_spec(const DeviceAsk& ask, const std::vector<std::string>& selectors,
                      const Rules& rules);

/// Whether two specifications mean the same: quantities compare as numbers.
bool is_same_spec(const wire::Json& one, const wire::Json& other);

}  // namespace npushare::convert
