/// The claims of a pod, as its spec and its status name them.
///
/// Shape:  a claim made from a template has its name in the status only; the two are joined by the
///         entry's name.
/// Source: k8s.io/api/core/v1 PodSpec.resourceClaims, PodStatus.resourceClaimStatuses and
///         extendedResourceClaimStatus.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scheduler/wire/objects.hpp"
#include "scheduler/wire/shape.hpp"

namespace npushare::wire {

/// What one pass collects of them; a pod's Build has it as `claims`.
struct PodClaimsBuild {
  std::vector<PodClaim> named;  // by the spec
  std::vector<PodClaim> made;   // by the status
  std::string extended;

  std::vector<PodClaim> take() {
    std::vector<PodClaim> all = std::exchange(named, {});
    for (PodClaim& claim : std::exchange(made, {})) {
      const auto entry = std::ranges::find(all, claim.entry, &PodClaim::entry);
      if (entry == all.end()) {
        all.push_back(std::move(claim));
      } else if (!claim.claim.empty()) {
        entry->claim = std::move(claim.claim);
      }
    }
    if (!extended.empty()) all.push_back({.claim = std::exchange(extended, {})});
    return all;
  }
};

template <class Build>
inline constexpr Field<Build> kNamedClaim[] = {
    {.key = "name",
     .set_text = [](Build& b, std::string_view v) { b.claims.named.back().entry = v; }},
    {.key = "resourceClaimName",
     .set_text = [](Build& b, std::string_view v) { b.claims.named.back().claim = v; }},
    {.key = "resourceClaimTemplateName",
     .set_text = [](Build& b, std::string_view v) { b.claims.named.back().template_name = v; }},
};

template <class Build>
inline constexpr Field<Build> kMadeClaim[] = {
    {.key = "name",
     .set_text = [](Build& b, std::string_view v) { b.claims.made.back().entry = v; }},
    {.key = "resourceClaimName",
     .set_text = [](Build& b, std::string_view v) { b.claims.made.back().claim = v; }},
};

template <class Build>
inline constexpr Field<Build> kExtendedClaim[] = {
    {.key = "resourceClaimName",
     .set_text = [](Build& b, std::string_view v) { b.claims.extended = v; }},
};

/// Of the spec.
template <class Build>
inline constexpr Field<Build> kResourceClaims = {
    .key = "resourceClaims",
    .kind = FieldKind::kItems,
    .inner = kNamedClaim<Build>,
    .open = [](Build& b) { b.claims.named.clear(); },
    .item = [](Build& b, std::size_t) { b.claims.named.emplace_back(); }};

/// Of the status.
template <class Build>
inline constexpr Field<Build> kResourceClaimStatuses = {
    .key = "resourceClaimStatuses",
    .kind = FieldKind::kItems,
    .inner = kMadeClaim<Build>,
    .open = [](Build& b) { b.claims.made.clear(); },
    .item = [](Build& b, std::size_t) { b.claims.made.emplace_back(); }};

template <class Build>
inline constexpr Field<Build> kExtendedClaimStatus = {.key = "extendedResourceClaimStatus",
                                                      .kind = FieldKind::kObject,
                                                      .inner = kExtendedClaim<Build>};

}  // namespace npushare::wire
