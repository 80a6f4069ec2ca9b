/// The pods that want one node, in the order they came, each with the share it will get.
///
/// The node is held by pods that are being bound or still have to be served by its node plugin.
/// When it is free the first in line whose caller is there has its turn; who is away is passed over
/// and stays where it is in the line. A place is kept for kKept after its caller was sent away.
/// Threads: none; the gate guards it. What comes of a step is put into `Steps`, for the gate to
///          carry out once it holds no lock.
/// Source:  spec/node-plugin-contract.md 3.8.4, 3.11; design.md 3.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scheduler/sync/pace.hpp"
#include "scheduler/verbs/ports.hpp"

namespace npushare::sync {

enum class Answer : std::uint8_t { kNone, kTurn, kSentAway, kHungUp, kDropped };

/// One bind that waits.
struct Caller {
  explicit Caller(verbs::Visit call) : visit(std::move(call)) {}

  verbs::Visit visit;
  observe::Clock::Monotonic since;
  std::function<void()> wake;  // after the answer is there

  Answer answer = Answer::kNone;
  std::optional<Reservation> share;  // kTurn
  std::string text;                  // kSentAway
};

struct Steps {
  std::vector<std::shared_ptr<Caller>> answered;
  std::list<Reservation> given_back;
  std::vector<PodUid> dropped;    // pods that have no place any more
  std::vector<NodeName> roomier;  // where shares went back
};

class NodeLine {
 public:
  using Time = observe::Clock::Monotonic;

  /// Longer than the longest back-off of kube-scheduler, with time for a long queue of its own.
  static constexpr std::chrono::seconds kKept{30};

  /// The share of a pod that comes back to its place, which stays in line.
  std::optional<Reservation> reclaim(const PodUid& pod, Time now);

  /// False when a caller of that pod waits already.
  bool join(std::shared_ptr<Caller> caller, Reservation share, Time now);

  void occupy(const PodUid& pod, Time now);
  /// The pod holds the node no longer.
  void release(const PodUid& pod, Time now);
  /// The pod needs no place any more.
  void drop(const PodUid& pod, Steps& steps);

  /// Whose turn is it, who is to be sent away?
  void look(Time now, Steps& steps);
  /// Who has hung up, whose place has run out? Asks every caller, so not at each turn.
  void sweep(Time now, Steps& steps);

  std::size_t waiting() const { return places_.size(); }
  bool is_unused() const { return holders_.empty() && places_.empty(); }

 private:
  struct Place {
    PodUid pod;
    std::optional<Reservation> share{};  // none while its bind looks at it
    std::shared_ptr<Caller> caller{};    // null while it is away
    Time kept_until{};
    int failures = 0;
  };
  using Places = std::list<Place>;

  Places::iterator find(const PodUid& pod);
  Places::iterator remove(Places::iterator place, Answer answer, Steps& steps);
  static bool has_hung_up(const Place& place);
  void admit(Time now, Steps& steps);
  void send_away(Time now, Steps& steps);
  std::string text_for(std::size_t position) const;

  std::set<PodUid> holders_;
  Time held_since_{};
  Pace pace_;
  Places places_;
};

}  // namespace npushare::sync
