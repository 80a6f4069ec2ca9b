/// kube::Api over a RestClient.
///
/// Deadlines: writes ask the server to give up after 3 s and wait 3.5 s; reads wait 3 s.
/// Errors:    those of RestClient and error_of(), but a write answered by 500, 502 or 504 is
/// kUncertain: the
///            server itself does not know whether it was carried out. kInvalid: a name that cannot
///            be one.
/// Source:    spec/kube-scheduler-extender.md 1.6 and 4.2.
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
  asio::awaitable<Result<std::string>> read(std::string target, std::string what);
  asio::awaitable<Result<>> write(Call call, std::string what);
  asio::awaitable<Result<>> patch(std::string target, std::string body, std::string what);

  RestClient& client_;
};

}  // namespace npushare::kube
