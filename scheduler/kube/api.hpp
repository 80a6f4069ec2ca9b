/// The Kubernetes API as the verbs need it. RestApi talks to a server; tests have a fake that
/// behaves.
///
/// Deadlines: every call ends within the client's own time limit.
/// Errors:    by what to do about it: kNotFound, kConflict (409, 422 of a precondition), kExpired
/// (410),
///            kBusy (429, 503), kTimeout and kUncertain (a write whose answer never came), ...
/// Threads:   any; calls may run at the same time.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/wire/object_writer.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::kube {

namespace asio = boost::asio;

class Api {
 public:
  virtual ~Api() = default;

  /// Reads the current state, not a cache.
  virtual asio::awaitable<Result<wire::Pod>> get_pod(PodKey pod) = 0;
  virtual asio::awaitable<Result<wire::Node>> get_node(NodeName node) = 0;

  /// One POST: sets the node and the annotations, or neither.
  virtual asio::awaitable<Result<>> bind(wire::Binding binding) = 0;

  /// Merge patches; an empty resource_version means "whatever it is now".
  virtual asio::awaitable<Result<>> patch_pod(PodKey pod, PodUid uid,
                                              wire::AnnotationPatch patch) = 0;
  virtual asio::awaitable<Result<>> patch_node(NodeName node, std::string resource_version,
                                               wire::AnnotationPatch patch) = 0;
};

}  // namespace npushare::kube
