/// Names that Kubernetes itself writes into claims.
///
/// Source: spec/dra-accounting.md 2.1, 2.2.
#pragma once

namespace npushare::embedded {

inline constexpr const char* kClaimFinalizer = "resource.kubernetes.io/delete-protection";
inline constexpr const char* kPodClaimKey = "resource.kubernetes.io/pod-claim-name";

}  // namespace npushare::embedded
