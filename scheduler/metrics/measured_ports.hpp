/// The ports of bind with a meter in front of each: what passes through is counted, and changed in
/// nothing.
///
/// Threads: as the port behind.
#pragma once

#include "scheduler/metrics/meters.hpp"
#include "scheduler/observe/clock.hpp"
#include "scheduler/verbs/ports.hpp"

namespace npushare::metrics {

class MeasuredGate final : public verbs::NodeGate {
 public:
  /// All must outlive this.
  MeasuredGate(verbs::NodeGate& gate, Meters& meters, const observe::Clock& clock)
      : gate_(gate), meters_(meters), clock_(clock) {}

  std::optional<Reservation> come_back(const NodeName& node, const PodUid& pod) override {
    return gate_.come_back(node, pod);
  }
  verbs::asio::awaitable<Result<verbs::Turn>> enter(verbs::Visit visit, Reservation share) override;
  std::size_t waiting(const NodeName& node) const override { return gate_.waiting(node); }
  bool has_waiting() const override { return gate_.has_waiting(); }
  std::optional<NodeName> place_of(const PodUid& pod) const override { return gate_.place_of(pod); }

 private:
  verbs::NodeGate& gate_;
  Meters& meters_;
  const observe::Clock& clock_;
};

class MeasuredObserver final : public verbs::BindObserver {
 public:
  MeasuredObserver(verbs::BindObserver& observer, Meters& meters)
      : observer_(observer), meters_(meters) {}

  void bound(const Allocation& allocation) override { observer_.bound(allocation); }
  void uncertain(const Allocation& allocation) override {
    meters_.doubted();
    observer_.uncertain(allocation);
  }
  void admitted(const Allocation& allocation) override { observer_.admitted(allocation); }
  std::optional<Allocation> open_binding(const NodeName& node, const PodUid& pod) const override {
    return observer_.open_binding(node, pod);
  }
  bool write_again(const NodeName& node, const PodUid& pod) override {
    return observer_.write_again(node, pod);
  }

 private:
  verbs::BindObserver& observer_;
  Meters& meters_;
};

}  // namespace npushare::metrics
