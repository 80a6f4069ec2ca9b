/// A pod that asks for NPUs in HAMi's words, made into one that has claims.
///
/// Shape:   the objects to create first, and the pod, changed where it must be and nowhere else. A
///          pod that asks for no NPU comes back as it was, with no objects.
/// Errors:  kInvalid, one sentence that names the field and what to do; then nothing is to be
///          created.
/// Threads: pure.
/// Source:  spec/dra-accounting.md 4; docs/dra.md.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/convert/rules.hpp"
#include "scheduler/wire/json.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::convert {

inline constexpr std::string_view kLabel = "hami.io/dra";        // on pods and on what is ours
inline constexpr std::string_view kOptIn = "npu-dra/convert";    // "true" or "false", on a pod
inline constexpr std::string_view kPodKey = "npu-dra/pod-name";  // on claims, as those that follow
inline constexpr std::string_view kContainerKey = "npu-dra/container";
inline constexpr std::string_view kReviewKey = "npu-dra/admission-uid";
inline constexpr std::string_view kHashKey = "npu-dra/spec-hash";

/// What the pod itself does not say.
struct Occasion {
  PodKey pod;                              // the name is empty where it is drawn later
  std::string review;                      // uid of the API server's question
  std::function<std::string()> draw_name;  // five characters, for a claim of such a pod
};

struct Conversion {
  wire::Json pod;
  std::vector<wire::Json> objects;  // ResourceClaimTemplates or ResourceClaims, whole
  std::vector<std::string> warnings;
};

Result<Conversion> convert_pod(const wire::Json& pod, const Occasion& occasion, const Rules& rules);

/// Why a claim that exists under this name cannot be the one that was wanted; empty: it can, for it
/// was made by us for the same container, means the same, and nobody has used it. `is_referenced`:
/// a pod that has not ended names it.
std::string obstacle_to_adoption(const wire::Json& existing, const wire::Json& wanted,
                                 bool is_referenced);

/// Whether the claim is one that was made for this pod by mode claim.
bool is_made_for(const wire::Json& claim, std::string_view pod);

/// The claims that the pod names itself.
std::vector<std::string> claims_named_by(const wire::Json& pod);

}  // namespace npushare::convert
