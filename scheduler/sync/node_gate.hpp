/// One pod of a node at a time, first come, first served: the lines of all nodes.
///
/// A pass gives its hold back when it dies; a hold kept until the pod is served, or found by the
/// watch after a restart, is given back by release(). Giving back twice is harmless. While somebody
/// is in line the lines are looked at every kTick, for callers that have hung up or must be
/// answered.
/// Threads: any; callers wait on one strand, which holds no thread.
/// Source:  spec/node-plugin-contract.md 3.8.4, 3.11; design.md 3.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "scheduler/verbs/ports.hpp"

namespace npushare::sync {

class FairGate final : public verbs::NodeGate {
 public:
  static constexpr std::chrono::milliseconds kTick{100};
  enum class Ticks : std::uint8_t { kByTimer, kByOwner };

  /// `room`: a share that was kept for a pod at that node went back.
  FairGate(boost::asio::any_io_executor executor, const observe::Clock& clock,
           std::function<void(const NodeName&)> room = {}, Ticks ticks = Ticks::kByTimer);
  ~FairGate() override;

  std::optional<Reservation> come_back(const NodeName& node, const PodUid& pod) override;
  boost::asio::awaitable<Result<verbs::Turn>> enter(verbs::Visit visit, Reservation share) override;
  std::size_t waiting(const NodeName& node) const override;
  bool has_waiting() const override;
  std::optional<NodeName> place_of(const PodUid& pod) const override;

  /// The pod is on the node and not served yet.
  void occupy(const NodeName& node, const PodUid& pod);

  /// The pod is served, gone, or known not to be there.
  void release(const NodeName& node, const PodUid& pod);

  /// The cluster shows the pod gone or ended (no node) or bound there: it needs no place, wherever
  /// it has one. Call it before the book is told of the pod.
  void settle(const PodUid& pod, const NodeName& bound_to);

  /// What happens every kTick while somebody is in line.
  void tick();

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare::sync
