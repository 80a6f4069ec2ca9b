/// What pods do to the book.
///
/// A bound pod's annotations are observed, an ended or deleted pod's shares released by its UID
/// whatever its last annotations say, a pending pod's annotations never count, nor do those that
/// grant what was not asked for, or that were edited after the bind. A list that shows what no
/// event has shown mends the book, and that is counted. The node gate is told who is served.
/// Threads: events come from one informer, bind's reports from any thread; one mutex makes each of
///          them whole, so that a deletion never slips between a Binding and its report.
/// Source:  spec/hami-protocol.md 8, design.md 4.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "scheduler/kube/informer.hpp"
#include "scheduler/sync/departed.hpp"
#include "scheduler/sync/doubts.hpp"
#include "scheduler/sync/drift_log.hpp"
#include "scheduler/sync/node_gate.hpp"
#include "scheduler/sync/pod_store.hpp"
#include "scheduler/sync/share_news.hpp"

namespace npushare::sync {

class PodEvents final : public kube::Sink<wire::Pod>, public verbs::BindObserver {
 public:
  /// All must outlive this.
  struct With {
    LedgerBook& book;
    const Published<verbs::Rules>& rules;
    PodStore& store;
    FairGate& gate;
    DriftLog& drift;
    const observe::Clock& clock;
    /// Takes the mark off a served pod by which the node plugin might pick it again.
    std::function<void(PodKey, PodUid)> scrub;
    /// Something left that node.
    std::function<void(const NodeName&)> room;
    /// The pod is bound or gone; may be empty.
    std::function<void(const PodUid&)> turned_up{};
    /// What happens to pods' shares; its functions may be empty.
    ShareNews news{};
  };

  explicit PodEvents(With with) : with_(std::move(with)) {}

  void list_started() override;
  void item(wire::Pod pod) override;
  void list_done() override;
  void changed(wire::Pod pod) override;
  void removed(wire::Pod pod) override;

  void bound(const Allocation& allocation) override;
  void uncertain(const Allocation& allocation) override;
  std::optional<Allocation> open_binding(const NodeName& node, const PodUid& pod) const override;
  bool write_again(const NodeName& node, const PodUid& pod) override;

  /// True once the first list has been applied to its last pod.
  bool is_listed() const { return is_listed_.load(); }

  /// Bindings to settle by a consistent read now.
  std::vector<Doubt> due(observe::Clock::Monotonic now);
  /// What that read showed; null: no such pod.
  void settle(const Doubt& doubt, const wire::Pod* pod);

 private:
  enum class Look { kTrustPrint, kObserveAgain };

  void show(const wire::Pod& pod, Look look);
  void show_bound(const wire::Pod& pod);
  void observe(const wire::Pod& pod);
  void book(const wire::Pod& pod, const Allocation& grants);
  void count_lost(const wire::Pod& pod);
  void pass_gate(const wire::Pod& pod);
  void forget(const PodKey& key, const PodUid& uid, const NodeName& node);
  void settle_waiting(const PodUid& uid, const NodeName& bound_to);
  std::size_t release(const PodKey& key, const PodUid& uid, const NodeName& node);
  void release_doubted(const PodUid& uid, const NodeName& except);
  void add_doubt(const Allocation& allocation, std::shared_ptr<const Allocation> open);

  With with_;
  mutable std::mutex mutex_;
  Doubts doubts_;
  Departed departed_;
  std::uint32_t list_ = 0;
  std::atomic<bool> is_listed_ = false;
};

}  // namespace npushare::sync
