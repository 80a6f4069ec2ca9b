/// kube::Api over a RestClient.
#pragma once

#include "scheduler/kube/api.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::kube {

class RestApi final : public Api {
 public:
  /// The client must outlive this.
  explicit RestApi(RestClient& client) : client_(client) {}

  asio::awaitable<Result<wire::Pod>> get_pod(PodKey pod) override;
  asio::awaitable<Result<wire::Node>> get_node(NodeName node) override;
  asio::awaitable<Result<>> bind(wire::Binding binding) override;
  asio::awaitable<Result<>> patch_pod(PodKey pod, PodUid uid, wire::AnnotationPatch patch) override;
  asio::awaitable<Result<>> patch_node(NodeName node, std::string resource_version,
                                       wire::AnnotationPatch patch) override;

 private:
  RestClient& client_;
};

}  // namespace npushare::kube
