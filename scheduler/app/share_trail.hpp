/// What happens to pods' shares, on its way to the audit log and the history.
///
/// Stands before the BindObserver that acts on it. Threads: any; waits for nobody.
#pragma once

#include "scheduler/app/record.hpp"
#include "scheduler/history/audit_log.hpp"
#include "scheduler/sync/share_news.hpp"
#include "scheduler/verbs/ports.hpp"

namespace npushare {

class ShareTrail final : public verbs::BindObserver {
 public:
  /// What it refers to must outlive it.
  struct With {
    verbs::BindObserver& next;
    Record& record;
    const observe::Clock& clock;
    history::AuditLog* audit = nullptr;  // null: none is kept
  };

  explicit ShareTrail(With with) : with_(with) {}

  void bound(const Allocation& allocation) override;
  void uncertain(const Allocation& allocation) override;
  void admitted(const Allocation& allocation) override;
  std::optional<Allocation> open_binding(const NodeName& node, const PodUid& pod) const override;
  bool write_again(const NodeName& node, const PodUid& pod) override;

  void seen_bound(const Allocation& allocation);
  void init_ended(const PodKey& pod, const PodUid& uid, const NodeName& node);
  void released(const PodKey& pod, const PodUid& uid, const NodeName& node);

 private:
  With with_;
};

}  // namespace npushare
