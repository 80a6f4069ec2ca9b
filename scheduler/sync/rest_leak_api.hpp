/// LeakApi by REST.
///
/// Threads: any. The client must outlive this.
/// Source:  resource.k8s.io/v1; meta/v1 DeleteOptions.preconditions.
#pragma once

#include "scheduler/kube/rest_client.hpp"
#include "scheduler/sync/leak_api.hpp"

namespace npushare::sync {

class RestLeakApi final : public LeakApi {
 public:
  explicit RestLeakApi(kube::RestClient& client) : client_(client) {}

  boost::asio::awaitable<Result<wire::ResourceClaim>> get_claim(std::string space,
                                                                std::string name) override;
  boost::asio::awaitable<Result<wire::Pod>> get_pod(PodKey pod) override;
  boost::asio::awaitable<Result<std::vector<wire::Pod>>> list_pods(std::string space) override;
  boost::asio::awaitable<Result<>> delete_claim(wire::ResourceClaim as_read) override;
  boost::asio::awaitable<void> pause(std::chrono::milliseconds time) override;

 private:
  boost::asio::awaitable<Result<std::string>> read(std::string target);

  kube::RestClient& client_;
};

}  // namespace npushare::sync
