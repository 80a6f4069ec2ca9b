/// An API server that keeps one Lease, over real HTTP, and fails when told to.
///
/// Threads: any.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_election_world.hpp"

namespace npushare::testing_support {

class LeaseServer {
 public:
  /// What is wrong with it.
  enum class Ill { kNo, kBroken, kLosesAnswers };

  LeaseServer() : server_(router()) {}

  RunningServer& server() { return server_; }
  void be(Ill ill) {
    const std::lock_guard lock(mutex_);
    ill_ = ill;
  }
  /// Somebody else writes the lease.
  void put(const std::string& holder, const std::string& renewed) {
    const std::lock_guard lock(mutex_);
    wire::Lease lease = store_.read().value_or(wire::new_lease("kube-system", "npushare"));
    lease.holder = holder;
    lease.renewed = renewed;
    lease.duration = std::chrono::seconds(15);
    if (!store_.replace(lease)) store_.create(lease);
  }
  std::optional<wire::Lease> lease() const {
    const std::lock_guard lock(mutex_);
    return store_.read();
  }
  /// The methods of the requests so far.
  std::vector<std::string> calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  std::size_t count(const std::string& method) const {
    const std::vector<std::string> all = calls();
    return static_cast<std::size_t>(std::count(all.begin(), all.end(), method));
  }

 private:
  http::Router router() {
    const std::string all = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
    http::Router router;
    router.on("GET", all + "/npushare", [this](http::Request& request) { return answer(request); });
    router.on("PUT", all + "/npushare", [this](http::Request& request) { return answer(request); });
    router.on("POST", all, [this](http::Request& request) { return answer(request); });
    return router;
  }

  asio::awaitable<http::Response> answer(http::Request& request) {
    const std::lock_guard lock(mutex_);
    calls_.push_back(request.method);
    http::Response response;
    response.status = 500;
    if (ill_ == Ill::kBroken) co_return response;
    http::Response done = request.method == "GET" ? read() : write(request);
    co_return ill_ == Ill::kLosesAnswers&& request.method != "GET" ? response : done;
  }

  http::Response read() const {
    http::Response response;
    response.status = store_.read() ? 200 : 404;
    if (store_.read()) response.body = wire::write_lease(*store_.read());
    return response;
  }

  http::Response write(http::Request& request) {
    const bool is_new = request.method == "POST";
    wire::Lease lease;
    lease.object = *wire::Json::parse(request.text());
    const wire::Json& spec = lease.object["spec"];
    lease.holder = spec["holderIdentity"].string();
    lease.duration = std::chrono::seconds(spec["leaseDurationSeconds"].integer());
    lease.acquired = spec["acquireTime"].string();
    lease.renewed = spec["renewTime"].string();
    lease.transitions = spec["leaseTransitions"].integer();
    const auto stored = is_new ? store_.create(lease) : store_.replace(lease);
    http::Response response;
    response.status = stored ? (is_new ? 201 : 200) : 409;
    if (stored) response.body = wire::write_lease(*stored);
    return response;
  }

  mutable std::mutex mutex_;
  LeaseStore store_;
  Ill ill_ = Ill::kNo;
  std::vector<std::string> calls_;
  RunningServer server_;  // last: its threads end before the rest goes
};

}  // namespace npushare::testing_support
