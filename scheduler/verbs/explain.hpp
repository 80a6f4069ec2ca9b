/// explain: why does this pod wait, or where would it go? Runs the very code that filter runs.
///
/// Answers as JSON (docs/reference/http.md); cli/ prints it as tables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::verbs {

/// A pod the watch shows. kNotFound offers near names.
Result<wire::Json> explain(const PodKey& pod, const Services& with);

/// A pod that is only a file: its manifest as JSON.
Result<wire::Json> explain_manifest(std::string_view pod_json, const Services& with);

/// A pod that is not there any more, for whoever remembers something of it.
wire::Json explain_gone(const PodKey& pod);

/// Every chip with what is taken from it, share by share; all nodes, or those named that there are.
/// kNotFound: there is none of them.
Result<wire::Json> ledgers(std::span<const NodeName> only, const Services& with);

/// Every node's name with a number that changes when its ledger does: whoever looks again and again
/// asks for the nodes that have changed. `instance` tells these numbers from another process's.
wire::Json ledger_versions(const std::string& instance, const Services& with);

/// Every node's ledger of this moment, sorted by name.
std::vector<LedgerBook::Snapshot> ledgers_by_name(const LedgerBook& book);

}  // namespace npushare::verbs
