#include "scheduler/embedded/pod_claims.hpp"

#include <algorithm>

namespace npushare::embedded {

using wire::Json;

bool has_claims(const Json& pod) {
  return !pod.at("spec", "resourceClaims").items().empty();
}

std::vector<ClaimUse> claims_of(const Json& pod) {
  std::vector<ClaimUse> found;
  const Json& statuses = pod.at("status", "resourceClaimStatuses");
  for (const Json& entry : pod.at("spec", "resourceClaims").items()) {
    ClaimUse use;
    use.entry = entry["name"].string();
    use.claim = entry["resourceClaimName"].string();
    use.template_name = entry["resourceClaimTemplateName"].string();
    for (const Json& status : statuses.items()) {
      if (use.template_name.empty() || status["name"].string() != use.entry) continue;
      use.claim = status["resourceClaimName"].string();
      use.is_left_out = use.claim.empty();
    }
    found.push_back(std::move(use));
  }
  return found;
}

bool is_reserved_for(const Json& claim, const Json& pod) {
  return std::ranges::any_of(claim.at("status", "reservedFor").items(), [&](const Json& user) {
    return user["uid"] == pod.at("metadata", "uid") && user["resource"].string() == "pods" &&
           user["apiGroup"].string().empty();
  });
}

bool is_ready_for(const Json& claim, const Json& pod) {
  return !claim.at("status", "allocation").is_null() && is_reserved_for(claim, pod);
}

}  // namespace npushare::embedded
