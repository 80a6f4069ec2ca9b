/// Amounts and what is said of them, as JSON for the command line (docs/reference/http.md).
#pragma once

#include <optional>

#include "accounting/amount.hpp"
#include "accounting/reason.hpp"
#include "policies/policy.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::verbs {

wire::Json json_of(const Amount& amount);

/// Null, or {code, text}.
wire::Json json_of(const std::optional<Reason>& reason);

/// 0...100 with two decimals.
wire::Json json_of(Score score);

}  // namespace npushare::verbs
