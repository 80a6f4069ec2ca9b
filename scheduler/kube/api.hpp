/// The Kubernetes API as the verbs need it. RestApi talks to a server; tests have a fake that
/// behaves.
///
/// Deadlines: every call has ended when its deadline passes; one that comes too late is not sent.
/// Errors:    by what to do about it: kNotFound, kConflict (409, 422 of a precondition), kExpired
///            (410), kBusy (429, 503), kTimeout, ... A write that may have been carried out
///            although it failed is kUncertain, and with any other error it was not.
/// Threads:   any; calls may run at the same time.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "accounting/result.hpp"
#include "scheduler/wire/object_writer.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::kube {

namespace asio = boost::asio;

/// Of the machine's monotonic clock.
using Deadline = std::chrono::steady_clock::time_point;

/// How a Binding ended.
struct BindAnswer {
  Result<> done;
  /// With kBusy: the server asks to be left alone that long. Zero: it did not say.
  std::chrono::milliseconds retry_after{0};
};

class Api {
 public:
  virtual ~Api() = default;

  /// Reads the current state, not a cache.
  virtual asio::awaitable<Result<wire::Pod>> get_pod(PodKey pod, Deadline by) = 0;
  virtual asio::awaitable<Result<wire::Node>> get_node(NodeName node, Deadline by) = 0;

  /// One POST: sets the node and the annotations, or neither.
  virtual asio::awaitable<BindAnswer> bind(wire::Binding binding, Deadline by) = 0;

  /// Merge patches; an empty resource_version means "whatever it is now".
  virtual asio::awaitable<Result<>> patch_pod(PodKey pod, PodUid uid, wire::AnnotationPatch patch,
                                              Deadline by) = 0;
  virtual asio::awaitable<Result<>> patch_node(NodeName node, std::string resource_version,
                                               wire::AnnotationPatch patch, Deadline by) = 0;

  /// Waits, or returns early when the service stops.
  virtual asio::awaitable<void> pause(std::chrono::milliseconds time) = 0;
};

/// Settles a doubt by reading the pod: there as shown, gone (nothing), or not to be told (an
/// error).
inline asio::awaitable<Result<std::optional<wire::Pod>>> find_pod(Api& api, PodKey pod,
                                                                  Deadline by) {
  auto reading = api.get_pod(std::move(pod), by);
  Result<wire::Pod> shown = co_await std::move(reading);
  if (shown) co_return std::optional(*std::move(shown));
  if (shown.error().code == ErrorCode::kNotFound) co_return std::optional<wire::Pod>{};
  co_return shown.error();
}

}  // namespace npushare::kube
