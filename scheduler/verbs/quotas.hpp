/// Namespace quotas: what namespaces may hold of the chips, what they hold, and the one gate that
/// reservations of limited namespaces pass.
///
/// What is held is summed up from the ledgers, never counted beside them: a node's part is added up
/// anew when its ledger has changed. A reservation is checked and made under one lock, so that of
/// two pods that race for a namespace's rest on different nodes the second sees the first's shares;
/// they go back with the Reservation. Namespaces without a limit pass without the lock.
/// Several quotas of one namespace all hold: the tightest decides.
/// Threads: any. The lock is held for memory work alone, and taken before a node's.
/// Source:  spec/hami-protocol.md 3.9, but checked where shares are charged.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scheduler/backends/quota_limits.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/verbs/spending.hpp"

namespace npushare::verbs {

/// By namespace.
using QuotaLimits = std::map<std::string, std::vector<backends::QuotaLimit>, std::less<>>;

/// A limit that a pod would break.
struct QuotaExcess {
  backends::QuotaLimit limit;
  std::int64_t used = 0;  // by the others of the namespace
  std::int64_t asked = 0;
};

/// `limits.huawei.com/Ascend310P-memory of quota "npu": 1000 MiB asked, 12288 used, limit 12288`.
std::string text_of(const QuotaExcess& excess);

/// One limit and how far it is used.
struct QuotaUse {
  std::string space;
  backends::QuotaLimit limit;
  std::int64_t used = 0;
};

/// A limit that is hardly meant, or that cannot be read and therefore allows nothing.
struct QuotaDoubt {
  std::string space;
  std::string quota;
  std::string text;  // `limits.huawei.com/Ascend310P-memory: "10Gi" is 10737418240 MiB, ...`
};

/// What pods that are about to come will hold, by namespace.
using ExpectedSpending = std::map<std::string, Spending, std::less<>>;

class Quotas {
 public:
  /// Both must outlive this.
  Quotas(LedgerBook& book, const Published<Rules>& rules) : book_(book), rules_(rules) {}

  /// The cluster's ResourceQuotas of this moment. Read again when the chips' catalogue changes.
  void publish(std::vector<wire::ResourceQuota> quotas);

  /// The first limit that the pod would break wherever it went, with what others hold now. What the
  /// pod itself holds does not count against it.
  std::optional<QuotaExcess> excess_of(const Request& request);

  /// LedgerBook::reserve, within the namespace's limits. kConflict: they do not leave so much.
  Result<Reservation> reserve(const Allocation& allocation);

  /// Those of the pods that break no limit with what others hold now, in their order. Asked
  /// together: the namespaces' sums are made once.
  std::vector<const Request*> within_limits(const std::vector<const Request*>& pods);

  /// Whether `place` may be reserved beside what is held and what is expected; then it is expected
  /// as well.
  bool expect(const Allocation& place, ExpectedSpending& expected);

  /// Every limit, by namespace.
  std::vector<QuotaUse> uses();
  /// The limits of one namespace.
  std::vector<QuotaUse> uses_of(std::string_view space);

  /// By namespace and quota.
  std::vector<QuotaDoubt> doubts();

 private:
  struct Limits {
    std::vector<wire::ResourceQuota> quotas;
    std::shared_ptr<const Rules> read_by;
    QuotaLimits by_space;
  };
  struct Counted {
    std::shared_ptr<NodeSlot> slot;
    std::uint64_t version = 0;
    SpendingByPod spent;
  };

  std::shared_ptr<const Limits> limits();
  void read(std::vector<wire::ResourceQuota> quotas);
  void catch_up();
  void count(Counted& node, const Catalogue& catalogue);
  void forget(const Counted& node);
  Spending spent_in(std::string_view space) const;
  Spending spent_by(const PodUid& pod, std::string_view space) const;
  Spending spent_by_others(const Holder& holder) const;
  void add_uses(const std::string& space, const std::vector<backends::QuotaLimit>& limits,
                std::vector<QuotaUse>& to) const;
  Result<Spending> cost_of(const Allocation& allocation) const;

  LedgerBook& book_;
  const Published<Rules>& rules_;
  Published<Limits> limits_{std::make_shared<const Limits>()};
  std::mutex mutex_;
  // What follows is guarded by mutex_.
  std::unordered_map<const NodeSlot*, Counted> nodes_;
  std::map<std::string, std::map<PodUid, Spending>, std::less<>> sums_;
  LedgerBook::Directory directory_;
  std::shared_ptr<const Rules> counted_by_;
};

/// Through the quotas where the service has any; else the book's own.
Result<Reservation> reserve_within_quota(const Allocation& allocation, const Services& with);
std::optional<QuotaExcess> quota_excess(const Request& request, const Services& with);

}  // namespace npushare::verbs
