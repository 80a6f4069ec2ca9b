/// The pods of the watch, as little of each as is needed.
///
/// A pod that waits for a node and asks for NPUs is kept whole; of every other pod its name, UID,
/// node, containers' names and a few flags, about 360 bytes, so that a bind that is repeated or a
/// deletion without annotations finds it. Threads: one writer, any readers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <shared_mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "accounting/published.hpp"
#include "scheduler/verbs/ports.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::sync {

struct KnownPod {
  PodUid uid;
  NodeName node;
  std::size_t print = 0;   // of what the book was told, 0 for nothing
  std::size_t grants = 0;  // of the annotations that were booked first, 0 for none
  std::uint32_t list = 0;  // the list that showed it last
  bool is_terminating = false;
  bool is_gated = false;
  bool is_scrubbed = false;
  bool is_init_done = false;  // as it was last booked
  wire::Labels labels;        // of a pod with grants: a disruption budget may cover it
  /// Of a pod with grants, in spec order, init containers first; null of any other.
  std::shared_ptr<const std::vector<std::string>> containers;
};

class PodStore final : public verbs::PodIndex {
 public:
  explicit PodStore(const Published<verbs::Rules>& rules) : rules_(rules) {}

  std::optional<KnownPod> known(const PodKey& pod) const;
  /// `list` is the current one's number.
  void put(const wire::Pod& pod, std::size_t print, std::uint32_t list);
  void mark_scrubbed(const PodKey& pod);
  void mark_booked(const PodKey& pod, std::size_t grants, bool is_init_done = false);
  void erase(const PodKey& pod);
  /// What no event or item has shown since that list began.
  std::vector<std::pair<PodKey, KnownPod>> missing_from(std::uint32_t list) const;
  std::size_t size() const;

  std::shared_ptr<const wire::Pod> find(const PodKey& pod) const override;
  std::vector<PodKey> nearest(const PodKey& pod) const override;
  std::vector<std::shared_ptr<const wire::Pod>> pending() const override;
  std::vector<Request> nominated_on(const NodeName& node) const override;
  std::vector<std::pair<PodKey, PodUid>> marked_on(const NodeName& node) const override;
  bool has_nominations() const override;

 private:
  using Whole = std::shared_ptr<const wire::Pod>;

  bool waits_for_npu(const wire::Pod& pod) const;
  std::shared_ptr<const std::vector<std::string>> container_names(const wire::Pod& pod);
  void forget_whole(const PodKey& pod);
  void forget_mark(const PodKey& pod, const NodeName& node);

  const Published<verbs::Rules>& rules_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<PodKey, KnownPod> pods_;
  std::shared_ptr<const std::vector<std::string>> last_names_;  // the next pod may have the same
  std::map<PodKey, Whole> waiting_;
  std::map<NodeName, std::set<PodKey>> nominated_;  // of the waiting
  std::map<NodeName, std::set<PodKey>> marked_;     // bound, not started, with the mark of a bind
};

}  // namespace npushare::sync
