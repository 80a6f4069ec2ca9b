/// What running sessions of Volcano have placed, pod by pod, before any Binding exists.
///
/// Trial:      the shares of a pod that a session has allocated (status 2). They are taken in the
///             book, so everybody sees them. They go back when the session takes the pod off again,
///             when a call shows the pod waiting, when a later session does not show it on the
///             node, when the pod is bound or gone, and after kTtl, unless a session has shown the
///             pod committed (8, 16, 32): then it is only waited for.
/// Nomination: where a pod is to go once others have left (status 4). Nothing is charged.
/// Leaving:    pods whose shares a nomination may count on (status 64).
/// Session:    ends with close_session(), or with kSilence without a call. Nominations and who
///             leaves are of one session; the next one says them anew.
/// Threads:    any.
/// Source:     spec/volcano-deviceshare.md 5.8, 7.2, 7.4.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "scheduler/observe/clock.hpp"
#include "scheduler/verbs/ports.hpp"
#include "scheduler/wire/volcano.hpp"

namespace npushare::volcano {

class Trials final : public verbs::TrialPlans {
 public:
  static constexpr std::chrono::milliseconds kSilence{2'000};
  static constexpr std::chrono::milliseconds kTtl{30'000};

  explicit Trials(const observe::Clock& clock, std::chrono::milliseconds ttl = kTtl)
      : clock_(clock), ttl_(ttl), last_heard_(clock.now()) {}

  /// A call has come. Before anything else is done about it: what its time has run out for goes.
  void heard();
  void close_session();
  /// What heard() does, for a time without calls.
  void expire();

  /// Who is on the node in the running session's eyes.
  void see(const wire::VolcanoNode& node);

  /// Whatever is held or hoped for the pod is void. False when there was nothing.
  bool drop(const PodUid& pod);
  /// The same for what it has on that node.
  bool drop_on(const NodeName& node, const PodUid& pod);
  /// The pod is bound or gone.
  void turned_up(const PodUid& pod);

  /// True when the pod's shares on that node are held: they are good for another kTtl.
  bool renew(const NodeName& node, const PodUid& pod);
  /// Gives back what the pod had elsewhere.
  void hold(Reservation share);
  void nominate(Allocation allocation);
  /// Where the pod was placed on that node in this session before it was taken off: it is to get
  /// the same chips again.
  std::optional<Allocation> former(const NodeName& node, const PodUid& pod) const;

  void mark_leaving(const NodeName& node, const PodUid& pod);
  void unmark_leaving(const PodUid& pod);

  /// What is hoped for on that node, but for this pod.
  std::vector<Allocation> nominated_on(const NodeName& node, const PodUid& except) const;
  std::vector<PodUid> leaving(const NodeName& node) const;

  std::optional<Allocation> grants(const NodeName& node, const PodUid& pod) const override;
  std::optional<Reservation> take(const NodeName& node, const PodUid& pod) override;
  void put_back(Reservation share) override;

  struct Counts {
    std::size_t trials = 0;
    std::size_t nominations = 0;
    std::size_t leaving = 0;
  };
  Counts counts() const;

 private:
  using Time = observe::Clock::Monotonic;
  enum class Stage : std::uint8_t { kPlaced, kCommitted };

  struct Trial {
    Reservation share;
    Time until;  // meaningless once committed
    std::uint64_t session = 0;
    Stage stage = Stage::kPlaced;
  };
  using Held = std::unordered_map<PodUid, Trial>;
  /// Shares on their way back: into the book once the lock is left.
  using GoingBack = std::vector<Reservation>;

  void end_session();
  void expire_into(GoingBack& back);
  void see_peer(const NodeName& node, const wire::VolcanoPeer& peer);
  void drop_unseen(const wire::VolcanoNode& node, GoingBack& back);
  Held::iterator give_up(Held::iterator trial, GoingBack& back);
  bool give_up(const PodUid& pod, GoingBack& back);
  void unmark(const PodUid& pod);

  const observe::Clock& clock_;
  const std::chrono::milliseconds ttl_;

  mutable std::mutex mutex_;  // guards all below
  Time last_heard_;
  std::uint64_t session_ = 0;
  Held held_;
  std::map<PodUid, Allocation> nominated_;
  std::map<NodeName, std::set<PodUid>> leaving_;
  std::unordered_map<PodUid, Allocation> former_;
};

}  // namespace npushare::volcano
