/// What claims and slices of DRA do to the book, so that a chip is counted once for both worlds.
///
/// An allocated claim's shares are observed, under DRA's own names and the claim's UID; they leave
/// when it is not allocated any more or gone. Inventories of nodes become those of both worlds.
/// What cannot be told or counted blocks the chips concerned for annotation pods, and is drift.
/// Rules:   an object older than what is known of its UID is let be, as is one that was deleted.
/// Threads: events come from two informers; the rest from any thread. complete() may be called
///          under the node watch's lock, so look_again is never called under this one's.
/// Source:  spec/dra-accounting.md 1.5, 2.3, 2.4, 7.3.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scheduler/dra/chip_map.hpp"
#include "scheduler/dra/claim_shares.hpp"
#include "scheduler/kube/informer.hpp"
#include "scheduler/sync/drift_log.hpp"
#include "scheduler/sync/list_diff.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/slice.hpp"

namespace npushare::sync {

class ClaimBooks {
 public:
  using Claim = std::shared_ptr<const wire::ResourceClaim>;
  using Slice = std::shared_ptr<const wire::ResourceSlice>;

  /// All must outlive this.
  struct With {
    LedgerBook& book;
    const Published<verbs::Rules>& rules;
    DriftLog& drift;
    const observe::Clock& clock;
    std::string driver;
    /// The node's inventory is to be made anew.
    std::function<void(const NodeName&)> look_again;
    /// Something left that node.
    std::function<void(const NodeName&)> room;
  };

  explicit ClaimBooks(With with);

  kube::Sink<wire::ResourceClaim>& claims() { return claim_sink_; }
  kube::Sink<wire::ResourceSlice>& slices() { return slice_sink_; }

  /// Both first lists have been applied.
  bool is_listed() const { return claim_sink_.is_listed() && slice_sink_.is_listed(); }

  /// Claims that stand for annotation pods are counted anew: those pods come and go by other
  /// watches.
  void look_at_mirrors();

  /// Makes the annotations' inventory that of both worlds.
  void complete(const NodeName& node, Inventory& inventory);

  /// As the cluster shows them now, sorted by identity.
  std::vector<Claim> all_claims() const;
  std::vector<Slice> all_slices() const;
  /// Nothing before the first list.
  std::optional<std::vector<Slice>> listed_slices() const;
  /// Null: there is none.
  Claim find(const std::string& space, const std::string& name) const;

 private:
  using Nodes = std::set<NodeName>;

  /// What one claim has on the books.
  struct Booked {
    std::uint64_t version = 0;
    dra::SharesByNode shares;
    std::vector<dra::DeviceName> devices;
  };

  void put(wire::ResourceClaim claim);
  void drop_claim(const std::string& identity);
  void put(wire::ResourceSlice slice);
  void drop_slice(const std::string& name);
  void slices_listed();

  dra::SharesByNode shares_of(const wire::ResourceClaim& claim) const;
  bool is_outdated(const wire::ResourceClaim& claim) const;
  void book(const wire::ResourceClaim& claim, Nodes& changed);
  void unbook(const std::string& uid, Nodes& changed);
  void give_names(const wire::ResourceClaim& claim, dra::SharesByNode& shares);
  void take_names(const std::string& uid, const dra::SharesByNode& shares);
  void note_uncountable(const wire::ResourceClaim& claim, const dra::SharesByNode& shares);
  void mark(const std::string& uid, const dra::SharesByNode& shares, bool is_there, Nodes& changed);
  void map_anew(Nodes& changed);
  void note_troubles();
  void tell(const Nodes& changed);

  const With with_;
  mutable std::mutex mutex_;
  std::map<std::string, Claim> claims_;                         // by namespace/name
  std::map<std::string, Slice> slices_;                         // by name
  std::map<std::string, Booked> booked_;                        // by UID
  std::map<std::string, observe::Clock::Monotonic> buried_;     // UIDs of deleted claims
  std::map<std::pair<ChipUuid, ShareId>, std::string> owners_;  // of shares: the claim's UID
  std::map<dra::DeviceName, std::set<std::string>> held_;
  std::map<NodeName, std::set<std::string>> unmapped_;
  std::map<ChipUuid, std::set<std::string>> uncountable_;
  std::set<std::string> mirrors_;  // identities
  dra::ChipMap chips_;
  std::vector<dra::DeviceTrouble> troubles_;
  ListDiff<wire::ResourceClaim> claim_sink_;
  ListDiff<wire::ResourceSlice> slice_sink_;
};

}  // namespace npushare::sync
