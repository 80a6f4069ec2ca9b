/// What the API server insists on in every write, of whatever kind.
///
/// Units:  annotations of one object together at most 256 KiB, keys and values counted.
/// Errors: an Answer when the write is refused, nothing when it may go on.
/// Source: spec/kube-scheduler-extender.md 4.2.
#pragma once

#include <chrono>
#include <optional>

#include "scheduler/embedded/objects.hpp"

namespace npushare::embedded {

inline constexpr std::size_t kAnnotationLimit = std::size_t{256} << 10;

/// Name and namespace of a new object must be those of the path, and it must have a name.
std::optional<Answer> check_new(const Place& place, const wire::Json& object);

/// Name, UID and resourceVersion that a write carries, against the object as it is.
std::optional<Answer> check_preconditions(const Place& place, const wire::Json& now,
                                          const wire::Json& next);

/// The UID and resourceVersion that a deletion asks for.
std::optional<Answer> check_removal(const Place& place, const wire::Json& now,
                                    const RemoveOptions& options);

/// True while a finalizer keeps the object after its deletion.
bool is_held(const wire::Json& object);
/// Nobody may add a finalizer to an object that is being deleted.
std::optional<Answer> check_finalizers(const Place& place, const wire::Json& now,
                                       const wire::Json& next);
/// The write took the last finalizer of an object that was only kept by it.
bool has_ended(const wire::Json& now, const wire::Json& next);

/// Sets deletionTimestamp; a second deletion may only bring it forward.
void mark_terminating(wire::Json& object, std::int64_t grace_seconds,
                      std::chrono::system_clock::time_point now);

std::optional<Answer> check_size(const Place& place, const wire::Json& object);

/// Takes from `now` what the write may not change: identity, and the other part.
void keep_fixed_parts(const Kind& kind, Part part, const wire::Json& now, wire::Json& next);

}  // namespace npushare::embedded
