/// What is taken from one chip.
///
/// Shape:   shares in ShareId order, one entry a share; used is always the sum of the shares.
/// Errors:  take() -> kConflict: the share is already held, or the chip lacks room.
/// Threads: a plain value; LedgerBook publishes immutable copies.
/// Source:  resource.k8s.io/v1 DeviceRequestAllocationResult: shareID, consumedCapacity.
#pragma once

#include <boost/container/flat_map.hpp>
#include <memory>

#include "accounting/chip.hpp"
#include "accounting/result.hpp"
#include "accounting/share.hpp"
#include "accounting/share_id.hpp"

namespace npushare {

class DeviceLedger {
 public:
  using Shares = boost::container::flat_map<ShareId, Share>;

  explicit DeviceLedger(Chip chip) : chip_(std::make_shared<const Chip>(std::move(chip))) {}

  const Chip& chip() const { return *chip_; }
  const Amount& capacity() const { return chip_->capacity; }
  const Amount& used() const { return used_; }
  const Shares& shares() const { return shares_; }

  /// Negative in a component that the cluster has overcommitted.
  Amount free() const { return chip_->capacity - used_; }

  bool is_idle() const { return shares_.empty(); }

  /// Some share wants no company.
  bool is_closed() const;

  /// Some share belongs to the other mode: the node was switched while its pod still runs.
  bool carries_other_mode(Mode mode) const;

  /// Takes a new share. On an error nothing has changed.
  Result<> take(const ShareId& id, const Share& share);

  /// Records a share that a running pod already uses, in place of what was recorded under its name.
  /// Never refuses: the cluster is the truth.
  void observe(const ShareId& id, const Share& share);

  /// False when the share is unknown, so a repeated release is harmless.
  bool release(const ShareId& id);

  /// Releases every share of a pod; how many there were.
  std::size_t release(const PodUid& pod);

  /// Releases what the pod only has reserved.
  std::size_t give_back(const PodUid& pod);

  /// Marks what the pod only has reserved; how many shares that were.
  std::size_t settle(const PodUid& pod, ShareState state);

  /// The same shares on the chip as it is registered now; whole shares follow its capacity.
  void replace_chip(Chip chip);

 private:
  template <class IsGoing>
  std::size_t release_if(const IsGoing& is_going);

  /// A whole share is all of the chip that the pod's other shares there leave.
  Share sized(Share share) const;

  std::shared_ptr<const Chip> chip_;
  Shares shares_;
  Amount used_;  // always the sum of shares_
};

}  // namespace npushare
