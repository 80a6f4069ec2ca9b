/// Pods, nodes and what surrounds them, as far as npushare reads them.
///
/// Plain structs; unknown fields of the API are ignored. Parsing lives in object_reader.hpp, so
/// nothing outside wire/ ever sees a JSON library.
/// Units: quantities stay text here ("8192", "16Gi"); quantity.hpp reads them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/allocation.hpp"
#include "accounting/names.hpp"
#include "scheduler/wire/labels.hpp"

namespace npushare::wire {

using StringMap = std::map<std::string, std::string, std::less<>>;

struct ContainerSpec {
  std::string name;
  ContainerKind kind = ContainerKind::kApp;
  StringMap limits;    // extended resources only: names with a '/'
  StringMap requests;  // likewise
};

/// A ResourceClaim that a pod uses.
struct PodClaim {
  std::string entry;          // its name in spec.resourceClaims; empty: made for extended resources
  std::string claim;          // the ResourceClaim's; empty: none is made yet
  std::string template_name;  // the ResourceClaimTemplate's; empty: the claim is named directly

  friend bool operator==(const PodClaim&, const PodClaim&) = default;
};

struct Pod {
  PodKey key;
  PodUid uid;
  std::string resource_version;
  std::string created;    // RFC 3339, may be empty
  StringMap annotations;  // only keys is_our_annotation() names
  Labels labels;
  std::vector<ContainerSpec> containers;  // init containers first, in spec order; no ephemeral ones
  std::vector<PodClaim> claims;           // in spec order
  NodeName node;                          // empty: not bound
  NodeName nominated_node;                // empty: none
  std::string scheduler_name;
  std::int64_t priority = 0;
  std::string phase;  // Pending, Running, Succeeded, Failed, Unknown or empty
  bool is_terminating = false;
  bool is_gated = false;   // schedulingGates not empty
  bool init_done = false;  // each ordinary init container, if any, has ended with exit code 0

  bool is_over() const { return phase == "Succeeded" || phase == "Failed"; }
};

struct Node {
  NodeName name;
  std::string uid;
  std::string resource_version;
  StringMap annotations;  // only keys is_our_annotation() names
  StringMap labels;       // kubernetes.io/arch, npu-dra/mode, ours
  StringMap allocatable;  // extended resources only
};

/// What a list says besides its items.
struct ListMeta {
  std::string resource_version;
  std::string continue_token;
};

/// metav1.Status: how the API server says no.
struct Status {
  int code = 0;
  std::string reason;  // NotFound, Conflict, Expired, ...
  std::string message;
  std::string continue_token;
};

enum class EventType : std::uint8_t { kAdded, kModified, kDeleted, kBookmark, kError };

/// What a write of annotations looks like: a value sets, no value deletes.
using AnnotationPatch = std::map<std::string, std::optional<std::string>>;

/// hami.io/..., huawei.com/..., npushare.io/..., hami-vnpu-core and predicate-time.
bool is_our_annotation(std::string_view key);

}  // namespace npushare::wire
