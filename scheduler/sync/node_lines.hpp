/// The lines of all nodes, and where in them each pod stands.
///
/// Threads: any; one mutex, never held while a caller is woken or told of room.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <unordered_map>

#include "scheduler/sync/node_line.hpp"

namespace npushare::sync {

class NodeLines {
 public:
  /// `room`: a share that was kept for a pod at that node went back.
  NodeLines(const observe::Clock& clock, std::function<void(const NodeName&)> room)
      : clock_(clock), room_(std::move(room)) {}

  std::optional<Reservation> come_back(const NodeName& node, const PodUid& pod);
  /// False when a caller of that pod waits already.
  bool join(const std::shared_ptr<Caller>& caller, Reservation share);
  void occupy(const NodeName& node, const PodUid& pod);
  void release(const NodeName& node, const PodUid& pod);
  void settle(const PodUid& pod, const NodeName& bound_to);
  void tick();
  /// Everything that is kept goes back; nobody is told of it.
  void close();

  bool is_empty() const { return in_line_.load() == 0; }
  std::size_t waiting(const NodeName& node) const;
  std::optional<NodeName> place_of(const PodUid& pod) const;

 private:
  void look(const NodeName& node, Steps& steps);
  void drop(const PodUid& pod, Steps& steps);
  static void give_back(Steps& steps);
  void carry_out(const Steps& steps) const;

  const observe::Clock& clock_;
  std::function<void(const NodeName&)> room_;

  mutable std::mutex mutex_;
  std::unordered_map<NodeName, NodeLine> lines_;  // guarded by mutex_
  std::unordered_map<PodUid, NodeName> places_;   // guarded by mutex_
  std::atomic<std::size_t> in_line_ = 0;          // places_.size()
};

}  // namespace npushare::sync
