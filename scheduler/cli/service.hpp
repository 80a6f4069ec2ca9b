/// npushare's own endpoints, as the commands ask them.
///
/// Errors: kInvalid, kNotFound, ... with the service's own sentence for a 4xx or 5xx; kInternal for
/// an
///         answer that is no JSON; the transport's for no answer at all.
#pragma once

#include <string>

#include "scheduler/cli/transport.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

/// Sends and reads one JSON document. A status below 200 or above 299 is an error with the text of
/// {"error":"..."} or of a Kubernetes Status.
Result<wire::Json> ask(Transport& transport, kube::Call call);

/// The second half of ask(): what the reply to this call says.
Result<wire::Json> read_reply(const kube::Call& call, const kube::Reply& reply);

/// GET /v1/ledgers, all nodes or one.
Result<wire::Json> ask_ledgers(Transport& transport, const std::string& node);

/// GET /v1/decisions. Empty words are left out.
struct DecisionsAsked {
  int limit = 100;
  std::string pod;  // NAMESPACE/NAME
  std::string verb;
};
Result<wire::Json> ask_decisions(Transport& transport, const DecisionsAsked& asked);

/// GET /v1/waiting.
Result<wire::Json> ask_waiting(Transport& transport);

/// GET /v1/quotas.
Result<wire::Json> ask_quotas(Transport& transport);

/// GET /v1/drift.
Result<wire::Json> ask_drift(Transport& transport);

/// GET /v1/leaks.
Result<wire::Json> ask_leaks(Transport& transport);

/// POST /v1/leaks: deletes leaked claims under that policy, one a second.
Result<wire::Json> ask_to_fix_leaks(Transport& transport, const std::string& policy);

/// GET /v1/explain of a pod of the cluster.
Result<wire::Json> ask_explanation(Transport& transport, const std::string& space,
                                   const std::string& pod);

/// POST /v1/explain of a manifest, as JSON.
Result<wire::Json> ask_explanation_of(Transport& transport, std::string manifest);

}  // namespace npushare::cli
