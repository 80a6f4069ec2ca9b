/// Why a pod's claims wait: each device's first failing check, from slices and claims alone.
///
/// Shape:   the parts `summary`, `request`, `nodes` and `hints` of explain's answer, in the form
///          that pods with annotations have (docs/reference/http.md). A chip is asked once for each
///          request of each claim that has no devices yet.
/// Units:   memory in MiB: what is needed rounded up, what is free rounded down.
/// Threads: pure functions of values.
/// Source:  spec/dra-accounting.md 3.
#pragma once

#include <string>
#include <vector>

#include "scheduler/dra/claim_search.hpp"
#include "scheduler/wire/json.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::dra {

/// What is known of the cluster at one moment.
struct ClaimWorld {
  Slices slices;
  Claims claims;
  const ClassSelectors& classes;
};

/// A pod and what it uses.
struct ClaimWish {
  std::string space;
  std::vector<wire::PodClaim> claims;
};

wire::Json explain_claims(const ClaimWish& wish, const ClaimWorld& world);

/// The same for claims that are not in the cluster, as a preview of a conversion.
wire::Json explain_new_claims(Claims wanted, const ClaimWorld& world);

}  // namespace npushare::dra
