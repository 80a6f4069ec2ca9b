/// One pod of a node at a time, first come, first served.
///
/// A node is held by the pods that are being bound to it or still have to be served by its node
/// plugin. A pass gives its hold back when it dies; a hold kept until the pod is served, or found
/// by the watch after a restart, is given back by release(). Giving back twice is harmless.
/// Threads: any; all state lives on one strand, so waiting holds no thread.
/// Source:  spec/node-plugin-contract.md 3.8.4, 3.11; design.md 3.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>

#include "scheduler/verbs/ports.hpp"

namespace npushare::sync {

class FairGate final : public verbs::NodeGate {
 public:
  FairGate(boost::asio::any_io_executor executor, const observe::Clock& clock);
  ~FairGate() override;

  boost::asio::awaitable<Result<verbs::GatePass>> enter(
      NodeName node, PodUid pod, observe::Clock::Monotonic deadline) override;

  /// The pod is on the node and not served yet.
  void occupy(const NodeName& node, const PodUid& pod);

  /// The pod is served, gone, or known not to be there.
  void release(const NodeName& node, const PodUid& pod);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare::sync
