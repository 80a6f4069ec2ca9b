/// GET /v1/quotas: every limit of the namespaces and how far it is used (docs/reference/http.md).
#pragma once

#include "scheduler/verbs/quotas.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::verbs {

/// {"quotas":[...]} by namespace, then quota, then model; empty without any.
wire::Json quota_page(Quotas* quotas);

}  // namespace npushare::verbs
