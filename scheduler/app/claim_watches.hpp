/// The watches of DRA's claims and slices, where the API server serves them.
///
/// Rules:   the server is asked once whether it knows resource.k8s.io/v1; one that does not is
/// asked
///          again every five minutes, since it may be upgraded beneath us.
/// Threads: start() once; the rest from any. The watches end with the client.
/// Source:  spec/dra-accounting.md 0.2.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <string>

#include "scheduler/kube/informer_stats.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/sync/claim_books.hpp"

namespace npushare {

class ClaimWatches {
 public:
  /// All must outlive what the executor runs.
  ClaimWatches(boost::asio::any_io_executor executor, kube::RestClient& client,
               sync::ClaimBooks& books);
  ~ClaimWatches();

  void start();

  /// Why the books may lack claims; empty: they have all, or the server knows none.
  std::string problem() const;
  /// "watched", or "not served by the API server".
  std::string standing() const;

  /// How the watches fare; never begun where DRA is not served.
  const kube::InformerStats& claim_watch() const;
  const kube::InformerStats& slice_watch() const;
  /// Null where DRA is not served.
  const kube::InformerStats* running_claim_watch() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare
