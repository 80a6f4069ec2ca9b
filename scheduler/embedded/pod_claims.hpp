/// Which claims a pod uses, and what a claim's users are.
///
/// Source: spec/dra-accounting.md 2.2, 2.3, 8.2.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scheduler/embedded/kinds.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

bool has_claims(const wire::Json& pod);

/// One entry of spec.resourceClaims. A name is missing until the claim of a template is there.
struct ClaimUse {
  std::string entry;
  std::string template_name;  // empty: the claim is named itself
  std::string claim;
  bool is_left_out = false;  // the status says that no claim is made for it
};

std::vector<ClaimUse> claims_of(const wire::Json& pod);

bool is_reserved_for(const wire::Json& claim, const wire::Json& pod);

/// Whether the pod's kubelet could start it: allocated, and reserved for it.
bool is_ready_for(const wire::Json& claim, const wire::Json& pod);

}  // namespace npushare::embedded
