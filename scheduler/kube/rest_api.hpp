/// kube::Api over a RestClient.
///
/// Deadlines: the caller's, and never more than 3 s for a read and 3.5 s for a write, which asks
///            the server to give up after 3 s: a Binding that is sent in time is decided within 4
///            s.
/// Errors:    those of RestClient and error_of(), but a write answered by 408 or 5xx is kUncertain:
///            the server itself may not know whether it was carried out. A 503 that names a time to
///            come back was turned away at the door: kBusy. kInvalid: a name that cannot be one.
/// Rates:     bind, the node lock and what is read for them wait for nobody's bucket; patches of
/// pods
///            take their turn. 128 calls are on their way at once, the next one waits for a slot.
/// Source:    spec/kube-scheduler-extender.md 1.6, 4.2, 4.3 and 4.6.
#pragma once

#include "scheduler/kube/api.hpp"
#include "scheduler/kube/call_slots.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::kube {

class RestApi final : public Api {
 public:
  /// The client must outlive this.
  explicit RestApi(RestClient& client) : client_(client) {}

  asio::awaitable<Result<wire::Pod>> get_pod(PodKey pod, Deadline by) override;
  asio::awaitable<Result<wire::Node>> get_node(NodeName node, Deadline by) override;
  asio::awaitable<BindAnswer> bind(wire::Binding binding, Deadline by) override;
  asio::awaitable<Result<>> patch_pod(PodKey pod, PodUid uid, wire::AnnotationPatch patch,
                                      Deadline by) override;
  asio::awaitable<Result<>> patch_node(NodeName node, std::string resource_version,
                                       wire::AnnotationPatch patch, Deadline by) override;
  asio::awaitable<void> pause(std::chrono::milliseconds time) override;

 private:
  asio::awaitable<Result<std::string>> read(std::string target, std::string what, Deadline by);
  asio::awaitable<BindAnswer> write(Call call, std::string what, Deadline by);
  asio::awaitable<Result<>> patch(std::string target, std::string body, std::string what,
                                  Deadline by, Priority priority);

  static constexpr std::size_t kMostCalls = 128;

  RestClient& client_;
  std::shared_ptr<CallSlots> slots_ = std::make_shared<CallSlots>(kMostCalls);
};

}  // namespace npushare::kube
