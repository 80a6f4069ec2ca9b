/// Bytes of the Kubernetes API to objects.hpp.
///
/// One streaming pass, no document tree: a list of 40,000 pods is never held as JSON in memory.
/// Errors: kInvalid with the path of the field, `spec.containers[1].name: a string is expected`;
///         another kind of object; a list without items; in lists and events a nameless object.
/// Untrusted: depth at most 128; duplicate keys: the last wins; null is the zero value, as in Go.
///         What is not read is looked at only to find its end.
#pragma once

#include <functional>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

Result<Pod> read_pod(std::string_view json);
Result<Node> read_node(std::string_view json);

/// Calls `each` for every item as it is complete; returns the list's own metadata.
Result<ListMeta> read_pod_list(std::string_view json, const std::function<void(Pod&&)>& each);
Result<ListMeta> read_node_list(std::string_view json, const std::function<void(Node&&)>& each);

template <class Object>
struct WatchEvent {
  EventType type = EventType::kError;
  Object object;             // for a bookmark only its resource_version
  Status status;             // for kError
  bool initial_end = false;  // bookmark annotated k8s.io/initial-events-end
};

/// One line of a watch.
Result<WatchEvent<Pod>> read_pod_event(std::string_view line);
Result<WatchEvent<Node>> read_node_event(std::string_view line);

/// Any answer's body. One that is no Status (plain text, say) gives code 0 and the text as message.
Status read_status(std::string_view body);

}  // namespace npushare::wire
