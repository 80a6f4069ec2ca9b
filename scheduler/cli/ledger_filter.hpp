/// An answer of GET /v1/ledgers cut down to one node, chip, namespace or pod.
///
/// Shape: what the service answers; with a namespace or a pod, only chips that carry a share of
///        theirs and only those shares, with the chip's amounts as they are.
#pragma once

#include <string>

#include "scheduler/wire/json.hpp"

namespace npushare::cli {

struct LedgerFilter {
  std::string node;   // its name; each of these is empty for all
  std::string chip;   // its index on the node, or its uuid
  std::string space;  // namespace
  std::string pod;    // its name
};

wire::Json filtered(const wire::Json& ledgers, const LedgerFilter& filter);

}  // namespace npushare::cli
