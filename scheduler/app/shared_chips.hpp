/// Chips that annotation pods and claims (DRA) share: the modes of nodes, the look at claims before
/// a Binding, mirror claims and fences, put together.
///
/// Threads: start() once; tick() from housekeeping; the rest from any.
/// Source:  docs/dra-modes.md.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "accounting/ledger_book.hpp"
#include "accounting/published.hpp"
#include "scheduler/dra/node_devices.hpp"
#include "scheduler/sync/fence_keeper.hpp"
#include "scheduler/sync/live_claims.hpp"
#include "scheduler/sync/node_sharing.hpp"

namespace npushare {

class SharedChips {
 public:
  using Slices = std::vector<std::shared_ptr<const wire::ResourceSlice>>;

  /// What it refers to must outlive what the executor runs.
  struct With {
    boost::asio::any_io_executor executor;
    kube::RestClient& client;
    const LedgerBook& book;
    std::function<dra::NodeMode()> fallback;
    std::function<bool()> may_write;
    /// As the watch shows them; nothing: not listed yet. Empty: slices are not watched.
    std::function<std::optional<Slices>()> slices;
    /// Of claims; null: they are not watched.
    std::function<const kube::InformerStats*()> claim_watch;
    std::string driver;
    std::string device_class;
  };

  explicit SharedChips(With with);

  sync::NodeSharing& sharing() { return sharing_; }
  verbs::ClaimGuard& guard() { return guard_; }

  void start() { fences_.start(); }
  /// Looks at slices and fences anew.
  void tick();

  /// Why fences cannot be kept; empty while they can.
  std::string problem() const { return fences_.problem(); }

 private:
  bool has_devices(const NodeName& node) const;
  std::set<dra::DeviceName> wanted_fences() const;
  dra::Fence fence_of(const NodeName& node, const ChipUuid& chip) const;
  Result<std::vector<dra::MirrorPart>> parts_of(const Allocation& grants) const;

  const With with_;
  Published<dra::NodeDevices> devices_;
  std::atomic<bool> is_known_;  // what devices_ says; until then claims may come anywhere
  sync::NodeSharing sharing_;
  sync::FenceKeeper fences_;
  sync::LiveClaims guard_;
};

}  // namespace npushare
