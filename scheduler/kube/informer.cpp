#include "scheduler/kube/informer.hpp"

#include "scheduler/kube/informer_loop.hpp"

namespace npushare::kube {

template <>
struct Decode<wire::Pod> {
  static constexpr auto kList = wire::read_pod_list;
  static constexpr auto kEvent = wire::read_pod_event;
  static constexpr auto kObject = wire::read_pod;
};

template <>
struct Decode<wire::Node> {
  static constexpr auto kList = wire::read_node_list;
  static constexpr auto kEvent = wire::read_node_event;
  static constexpr auto kObject = wire::read_node;
};

namespace {

template <class Object>
asio::awaitable<void> run(RestClient& client, InformerOptions options, Sink<Object>& sink,
                          InformerStats& stats) {
  using Loop = InformerLoop<Object>;
  return Loop::run(std::make_unique<Loop>(client, std::move(options), sink, stats));
}

}  // namespace

asio::awaitable<void> run_informer(RestClient& client, InformerOptions options,
                                   Sink<wire::Pod>& sink, InformerStats& stats) {
  return run(client, std::move(options), sink, stats);
}

asio::awaitable<void> run_informer(RestClient& client, InformerOptions options,
                                   Sink<wire::Node>& sink, InformerStats& stats) {
  return run(client, std::move(options), sink, stats);
}

}  // namespace npushare::kube
