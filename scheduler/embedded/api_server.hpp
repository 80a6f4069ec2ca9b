/// The HTTP face of the store: the routes of a Kubernetes API server for the kinds it keeps.
///
/// Routes:  GET, POST, PUT, PATCH, DELETE below /api and /apis; watch=1 streams; /version,
/// /healthz, /livez,
///          /readyz; /debug/plugin-trace, the simulated node plugins' record; /debug/faults, the
///          fault script, which is in front of everything but itself.
/// Limits:  bodies 3 MiB (413), annotations of an object 256 KiB (422).
/// Errors:  Status bodies as recorded; an unknown path is a plain "404 page not found". dryRun is
/// refused
///          with 400, since a write that was to leave no trace must not leave one.
/// Webhooks: where there are some, they are asked first (webhooks.hpp).
/// Threads: start() and stop() from any; handlers on the executor's threads.
/// Source:  spec/kube-scheduler-extender.md 4; data/recorded/kube-apiserver-1.37.2.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <memory>

#include "accounting/result.hpp"
#include "config/cluster_api.hpp"
#include "scheduler/embedded/faults.hpp"
#include "scheduler/embedded/plugin_trace.hpp"
#include "scheduler/embedded/store.hpp"
#include "scheduler/embedded/webhooks.hpp"
#include "scheduler/http/server.hpp"

namespace npushare::embedded {

struct ApiOptions {
  std::uint16_t port = 0;
  config::ClusterApi api{};
  std::shared_ptr<Faults> faults{};  // null: nothing goes wrong
  Webhooks webhooks{};
};

class ApiServer {
 public:
  /// `trace` may be null.
  ApiServer(boost::asio::any_io_executor executor, std::shared_ptr<Store> store,
            std::shared_ptr<const PluginTrace> trace, ApiOptions options);
  ~ApiServer();

  Result<> start();
  std::uint16_t port() const { return server_.port(); }

  /// Ends the watches, too.
  void stop();

 private:
  std::shared_ptr<Store> store_;
  Webhooks webhooks_;
  std::shared_ptr<std::atomic<bool>> is_open_;
  http::Server server_;
};

}  // namespace npushare::embedded
