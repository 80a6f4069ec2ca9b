/// What bind asks of the cluster's claims (DRA), which others allocate on the same chips.
///
/// Threads: any.
/// Source:  spec/dra-accounting.md 7.6.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>

#include "accounting/allocation.hpp"
#include "accounting/result.hpp"
#include "scheduler/kube/api.hpp"

namespace npushare::verbs {

/// What a node's mode wants of a bind.
enum class ClaimCare : std::uint8_t {
  kNone,    // no claim can take what an annotation pod is given: convert, split, or no DRA there
  kCheck,   // the newest claims are looked at before the write
  kMirror,  // and a claim of the same amount is written first, for kube-scheduler to count
};

class ClaimGuard {
 public:
  virtual ~ClaimGuard() = default;

  virtual ClaimCare care_for(const NodeName& node) const = 0;

  /// Waits until the books show every claim that was allocated before this call. kTimeout: they
  /// did not within 1 s, or by then.
  virtual boost::asio::awaitable<Result<>> catch_up(kube::Deadline by) = 0;

  /// Writes the claim that stands for these grants; one of an earlier try is taken over or
  /// replaced. An error: none stands, or it is as good as none and goes with its pod.
  virtual boost::asio::awaitable<Result<>> mirror(Allocation grants, kube::Deadline by) = 0;

  /// The pod is not bound there: its claim goes. One that cannot be taken back in time is replaced
  /// at the pod's next try, and goes with the pod at the latest.
  virtual boost::asio::awaitable<void> withdraw(NodeName node, PodKey pod, PodUid uid,
                                                kube::Deadline by) = 0;
};

}  // namespace npushare::verbs
