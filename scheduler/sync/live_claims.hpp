/// verbs::ClaimGuard on a cluster: by the claims' watch, and by mirror claims on the API server.
///
/// Catching up: a consistent list of one claim names the version that all of them are at. The books
///   have caught up when the watch is there, or when it is alive and has been quiet for a while
///   after the list: the version counts every kind of object, so that a watch of claims alone may
///   never show it, while a server that has answered a consistent list has the claims' events on
///   their way.
/// Mirrors: a claim left by an earlier try is replaced. One that stands is left alone for as long
///   as kube-scheduler may need to see it.
/// Threads: any.
/// Source:  spec/dra-accounting.md 7.6.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/dra/mirror_claim.hpp"
#include "scheduler/kube/informer_stats.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/sync/node_sharing.hpp"
#include "scheduler/verbs/claim_guard.hpp"

namespace npushare::sync {

class LiveClaims final : public verbs::ClaimGuard {
 public:
  static constexpr std::chrono::milliseconds kPatience{1000};
  static constexpr std::chrono::milliseconds kQuiet{100};

  /// What it refers to must outlive this.
  struct With {
    kube::RestClient& client;
    const NodeSharing& sharing;
    /// Of the claims' watch; null: it is not running, and nothing is guarded.
    std::function<const kube::InformerStats*()> watch;
    /// A driver publishes chips of the node, so that claims can come there.
    std::function<bool(const NodeName&)> has_devices;
    /// What each grant is called in DRA's words. An error names the chip that no driver publishes.
    std::function<Result<std::vector<dra::MirrorPart>>(const Allocation&)> parts;
    std::string device_class;
  };

  explicit LiveClaims(With with) : with_(std::move(with)) {}

  verbs::ClaimCare care_for(const NodeName& node) const override;
  boost::asio::awaitable<Result<>> catch_up(kube::Deadline by) override;
  boost::asio::awaitable<Result<>> mirror(Allocation grants, kube::Deadline by) override;
  boost::asio::awaitable<void> withdraw(NodeName node, PodKey pod, PodUid uid,
                                        kube::Deadline by) override;

 private:
  const With with_;
};

}  // namespace npushare::sync
