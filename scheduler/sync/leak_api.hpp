/// What the repair of leaked claims needs of the API server; tests have a fake that behaves.
///
/// Every read is of the current state, not of a cache. Errors: as kube::Api's; a DELETE whose
/// preconditions do not hold any more is kConflict. Threads: any.
/// Source: spec/dra-accounting.md 8.3.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/claim.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::sync {

class LeakApi {
 public:
  virtual ~LeakApi() = default;

  virtual boost::asio::awaitable<Result<wire::ResourceClaim>> get_claim(std::string space,
                                                                        std::string name) = 0;
  virtual boost::asio::awaitable<Result<wire::Pod>> get_pod(PodKey pod) = 0;
  /// All pods of the namespace.
  virtual boost::asio::awaitable<Result<std::vector<wire::Pod>>> list_pods(std::string space) = 0;
  /// Only the very object that was read: its UID and resourceVersion are preconditions.
  virtual boost::asio::awaitable<Result<>> delete_claim(wire::ResourceClaim as_read) = 0;
  virtual boost::asio::awaitable<void> pause(std::chrono::milliseconds time) = 0;
};

}  // namespace npushare::sync
