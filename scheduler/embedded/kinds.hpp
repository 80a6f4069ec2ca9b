/// The resource kinds that the embedded API server keeps, as a table.
///
/// Threads: constant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace npushare::embedded {

struct Kind {
  std::string_view group;  // empty: the core group
  std::string_view version;
  std::string_view plural;    // as in the path
  std::string_view name;      // as in the objects
  std::string_view registry;  // how storage errors spell it
  bool is_namespaced = true;
  bool has_status = false;     // status is written through its own path only
  bool needs_version = false;  // an update must name the resourceVersion it replaces

  std::string api_version() const;
  /// As messages spell it: pods, leases.coordination.k8s.io.
  std::string resource() const;
};

std::span<const Kind> all_kinds();

/// Null when it is not kept.
const Kind* find_kind(std::string_view group, std::string_view version, std::string_view plural);

const Kind& pods();
const Kind& nodes();

// resource.k8s.io, which a cluster serves when its file says so.
const Kind& slices();
const Kind& claims();
const Kind& claim_templates();
const Kind& device_classes();
const Kind& taint_rules();
bool is_of_devices(const Kind& kind);

/// Where one object lives; `space` is empty for cluster-wide kinds.
struct Place {
  const Kind* kind = nullptr;
  std::string space;
  std::string name;

  /// The key inside its kind: namespace/name, or name.
  std::string key() const { return space.empty() ? name : space + "/" + name; }
};

inline Place pod_place(std::string space, std::string name) {
  return {&pods(), std::move(space), std::move(name)};
}
inline Place node_place(std::string name) {
  return {&nodes(), {}, std::move(name)};
}

inline Place claim_place(std::string space, std::string name) {
  return {&claims(), std::move(space), std::move(name)};
}

}  // namespace npushare::embedded
