/// Pods and nodes as HAMi's annotations describe them, to requests, chips and allocations, and
/// back.
///
/// A dialect knows the chip catalogue and nothing of the cluster's state; every function is pure.
/// Errors:  kInvalid for what a user wrote wrongly, with field and remedy. Nothing is ever read as
/// "no
///          request" because a number was bad, nothing wraps, nothing is charged 0.
/// Threads: immutable after construction.
/// Source:  spec/node-plugin-contract.md 1-3 (what the plugin honours), spec/hami-protocol.md 3, 6.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounting/catalogue.hpp"
#include "accounting/node_ledger.hpp"
#include "accounting/request.hpp"
#include "accounting/result.hpp"
#include "scheduler/backends/grant_writer.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends {

struct DialectOptions {
  MiB reserved_memory;  // taken off every chip's memory (node-plugin-contract 1.9)
  Segments segments =
      Segments::kEveryContainer;  // Volcano's where its deviceshare reads what we write
};

class Dialect {
 public:
  Dialect(Catalogue catalogue, DialectOptions options)
      : catalogue_(std::move(catalogue)), options_(options) {}

  const Catalogue& catalogue() const { return catalogue_; }
  MiB reserved_memory() const { return options_.reserved_memory; }

  /// What the pod asks for; wants_npu() is false when it asks for nothing of ours.
  /// Whether the policies' names exist is for the caller to check.
  Result<Request> read_request(const wire::Pod& pod) const;

  /// The node's chips. Freshness is not judged here: registration is kFresh, kMissing or
  /// kUnsupportedHost. `complaints` receives what was wrong, element by element.
  Inventory read_node(const wire::Node& node, std::vector<std::string>* complaints = nullptr) const;

  /// The pod's annotations for this allocation, bind phase and times included; none for no grants.
  wire::StringMap write_grants(const Allocation& allocation, std::int64_t unix_seconds) const;

  /// What a bound pod's annotations grant it. Nothing when it is not bound (anybody may annotate a
  /// pod) or carries none of ours; kInvalid when they are malformed, negative, or for another node
  /// than the pod's. A chip that the node does not list is not noticed here.
  Result<std::optional<Allocation>> read_allocation(const wire::Pod& pod) const;

  /// True while the node plugin still has containers of this bound pod to serve. Kubelet calls it
  /// only while it admits the pod, so a running pod waits for nothing.
  bool awaits_plugin(const wire::Pod& pod) const;

 private:
  Catalogue catalogue_;
  DialectOptions options_;
};

}  // namespace npushare::backends
