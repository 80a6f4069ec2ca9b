/// The pod's half of object_reader.hpp, as the extender's reader needs it.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

/// What tells a pod from another one: name, namespace, uid, resourceVersion, creationTimestamp.
/// Each as it stands in the text, or decoded when it has escapes, and then no longer there.
using PodIdentity = std::array<std::string_view, 5>;

/// How a pod was read.
struct PodTrace {
  PodIdentity identity;
  std::vector<std::string_view> skipped;  // values that were not read, in the text
};

/// Reads the pod that `json` starts with and returns the offset of the byte after it.
Result<std::size_t> read_first_pod(std::string_view json, Pod& pod, PodTrace* trace = nullptr);

/// Sets the part of its identity that has this place in PodIdentity.
void set_identity(Pod& pod, std::size_t part, std::string_view value);

}  // namespace npushare::wire
