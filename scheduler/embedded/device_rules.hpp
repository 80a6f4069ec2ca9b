/// What the API server insists on in the objects of resource.k8s.io/v1.
///
/// Claims:  the spec never changes; an allocation may be set once and cleared, never changed; a
///          reservation needs an allocation, and a claim that is being deleted takes no new one.
/// Slices:  driver, node and pool name never change; 128 devices at most. Templates never change.
/// Defaults: allocationMode ExactCount, count 1; quantities in their canonical form, as the typed
///          server writes them. Values of requests are not range-checked, as there.
/// Errors:  an Answer when the write is refused, nothing when it may go on.
/// Source:  spec/dra-accounting.md 1.5, 2.2, 2.3; kube-apiserver 1.37.2
/// pkg/apis/resource/validation.
#pragma once

#include <optional>

#include "scheduler/embedded/objects.hpp"

namespace npushare::embedded {

std::optional<Answer> check_device_object(const Place& place, const wire::Json& object);

std::optional<Answer> check_device_change(const Place& place, const wire::Json& now,
                                          wire::Json& next);

void complete_device_object(const Kind& kind, wire::Json& object);

/// Users of a claim at most.
inline constexpr std::size_t kMostUsers = 256;

}  // namespace npushare::embedded
