// Random mixes of claims (DRA) and annotation pods on shared chips, in each mode. Two schedulers
// act: ours, by bind, and kube-scheduler, which allocates claims by what it sees: other claims,
// fences, and mirror claims. The recount is from what both have written, never from the books.
//
// kube-scheduler decides and writes in two steps; it sees a mirror, and has written what it decided
// without it, by the time that the mirror has stood for the guard's pause.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "scheduler/sync/node_events.hpp"
#include "scheduler/verbs/bind.hpp"
#include "tests/support/verbs_claims.hpp"

namespace npushare::sync {
namespace {

using dra::NodeMode;
using verbs_test::a_claim;
using verbs_test::a_soft_pod;
using verbs_test::a_wire_node;

int draw(int least, int most) {
  return *rc::gen::inRange(least, most + 1);
}

struct Claim {
  std::string chip;
  Amount amount;
};

class Mix {
 public:
  explicit Mix(NodeMode mode) : mode_(mode) {
    wire::Node node = a_wire_node("n1", Mode::kSoft, {"A", "B"});
    node.labels["npu-dra/mode"] = std::string(dra::word_of(mode));
    if (mode == NodeMode::kSplit) node.annotations["npushare.io/claim-chips"] = "B";
    nodes_.changed(node);
    world_.kube.put(node);
    if (mode == NodeMode::kChecked || mode == NodeMode::kMirror) world_.services.claims = &guard_;
    guard_.care = mode == NodeMode::kMirror ? verbs::ClaimCare::kMirror : verbs::ClaimCare::kCheck;
  }

  /// An annotation pod is bound, or refused, while kube-scheduler goes on.
  void bind_pod() {
    const std::string name = "p" + std::to_string(++count_);
    const wire::Pod pod =
        a_soft_pod(name, std::to_string(draw(1, 21)) + "000", std::to_string(draw(1, 10) * 10));
    world_.waiting(pod);
    const int decided = draw(0, 2);
    for (int i = 0; i < decided; ++i) decide();
    guard_.meanwhile = [this] {
      write_decided();
      deliver();
    };
    const wire::BindArgs call{.pod = pod.key, .uid = pod.uid, .node = NodeName{"n1"}};
    const Result<> bound = world_.run(verbs::bind(call, world_.services));
    guard_.meanwhile = nullptr;
    write_decided();
    if (bound) pods_[pod.uid] = held_by(pod.uid);
  }
  void end_pod() {
    if (pods_.empty()) return;
    const PodUid uid = pods_.begin()->first;
    world_.book.release(NodeName{"n1"}, uid);
    pods_.erase(uid);
    guard_.mirrors.erase(uid);
  }
  void allocate_claim() {
    decide();
    write_decided();
    if (draw(0, 1) == 0) deliver();
  }
  void end_claim() {
    if (claims_.empty()) return;
    const std::string name = claims_.begin()->first;
    claims_.erase(name);
    undelivered_.push_back(name);
    if (draw(0, 1) == 0) deliver();
  }
  /// The watch of claims has shown everything.
  void deliver() {
    for (const std::string& name : std::exchange(undelivered_, {})) {
      const auto claim = claims_.find(name);
      const PodUid uid{"uid-" + name};
      if (claim == claims_.end()) {
        world_.book.release(NodeName{"n1"}, uid);
        continue;
      }
      const Amount& taken = claim->second.amount;
      const Allocation shown =
          a_claim("n1", claim->second.chip, taken.memory.value(), taken.cores.value(), name);
      std::vector<Charge> charges = charges_of(shown, InitPhase::kDone);
      for (Charge& charge : charges) charge.share.source = Source::kClaim;
      world_.book.observe(shown.node, uid, charges);
    }
    drift_.check(*world_.book.snapshot(NodeName{"n1"}));
  }

  std::map<std::string, Amount> recount() const {
    std::map<std::string, Amount> used{{"A", {}}, {"B", {}}};
    for (const auto& [uid, shares] : pods_)
      for (const Claim& share : shares) used[share.chip] += share.amount;
    for (const auto& [name, claim] : claims_) used[claim.chip] += claim.amount;
    return used;
  }
  bool is_within(const std::string& chip) const { return recount().at(chip).within(kChip); }
  Amount booked(const std::string& chip) const {
    return world_.book.snapshot(NodeName{"n1"})->find(ChipUuid{chip})->used();
  }
  bool is_told(const std::string& chip) const {
    return std::ranges::any_of(drift_.list(), [&](const Drift& entry) {
      return entry.kind == "overcommitted-chip" && entry.object == "n1/" + chip;
    });
  }
  std::size_t pods() const { return pods_.size(); }
  std::size_t claims() const { return claims_.size(); }

 private:
  static constexpr Amount kChip{MiB{21527}, Cores{100}, Cpus{0}, Slots{7}};

  /// kube-scheduler picks a device by what it sees now; it knows no slots.
  void decide() {
    const Amount asked{MiB{draw(1, 21) * 1000}, Cores{draw(1, 10) * 10}, Cpus{0}, Slots{1}};
    for (const std::string chip : {"A", "B"}) {
      if (mode_ == NodeMode::kSplit && chip == "A") continue;  // fenced
      Amount seen = asked;
      for (const auto& [name, claim] : claims_)
        if (claim.chip == chip) seen += claim.amount;
      for (const Claim& claim : decided_)
        if (claim.chip == chip) seen += claim.amount;
      for (const auto& [uid, grants] : guard_.mirrors)
        for (const Grant& grant : grants.grants)
          if (grant.chip.text() == chip) seen += grant.amount;
      seen.slots = Slots{0};
      if (!seen.within(kChip)) continue;
      decided_.push_back({chip, asked});
      return;
    }
  }
  void write_decided() {
    for (const Claim& claim : std::exchange(decided_, {})) {
      const std::string name = "c" + std::to_string(++count_);
      claims_[name] = claim;
      undelivered_.push_back(name);
    }
  }
  std::vector<Claim> held_by(const PodUid& uid) const {
    std::vector<Claim> held;
    for (const DeviceLedger& chip : world_.book.snapshot(NodeName{"n1"})->chips())
      for (const auto& [id, share] : chip.shares())
        if (share.holder->uid == uid) held.push_back({chip.chip().uuid.text(), share.amount});
    return held;
  }

  const NodeMode mode_;
  verbs_test::World world_;
  verbs_test::FakeClaims guard_;
  NodeSharing sharing_{{.fallback = [] { return NodeMode::kChecked; }}};
  DriftLog drift_;
  NodeEvents nodes_{{.book = world_.book,
                     .rules = world_.rules,
                     .drift = drift_,
                     .room = [](const NodeName&) {},
                     .clock = world_.clock,
                     .registration_timeout = std::chrono::seconds{120},
                     .sharing = &sharing_}};
  std::map<PodUid, std::vector<Claim>> pods_;
  std::map<std::string, Claim> claims_;
  std::vector<Claim> decided_;
  std::vector<std::string> undelivered_;
  int count_ = 0;
};

void step(Mix& mix) {
  switch (draw(0, 5)) {
    case 0:
    case 1: return mix.bind_pod();
    case 2: return mix.end_pod();
    case 3: return mix.allocate_claim();
    case 4: return mix.end_claim();
    default: return mix.deliver();
  }
}

/// Slots bind annotation pods alone, so claims may bring a chip above them in every mode.
bool is_over(Mix& mix, const std::string& chip) {
  Amount used = mix.recount().at(chip);
  return used.memory > MiB{21527} || used.cores > Cores{100};
}

void run_and_expect_no_overcommit(NodeMode mode) {
  Mix mix(mode);
  for (int i = 0; i < 60; ++i) {
    step(mix);
    for (const std::string chip : {"A", "B"}) RC_ASSERT(!is_over(mix, chip));
  }
  mix.deliver();
  for (const auto& [chip, used] : mix.recount()) RC_ASSERT(mix.booked(chip) == used);
  RC_CLASSIFY(mix.pods() > 0 && mix.claims() > 0, "both");
}

RC_GTEST_PROP(ClaimMix, NeverExceedsAChipInModeConvert, ()) {
  run_and_expect_no_overcommit(NodeMode::kConvert);
}
RC_GTEST_PROP(ClaimMix, NeverExceedsAChipInModeSplit, ()) {
  run_and_expect_no_overcommit(NodeMode::kSplit);
}
RC_GTEST_PROP(ClaimMix, NeverExceedsAChipInModeMirror, ()) {
  run_and_expect_no_overcommit(NodeMode::kMirror);
}

/// kube-scheduler sees no annotations there: collisions happen, and each one is told.
RC_GTEST_PROP(ClaimMix, ToldOfEachCollisionInModeChecked, ()) {
  Mix mix(NodeMode::kChecked);
  for (int i = 0; i < 60; ++i) {
    step(mix);
    mix.deliver();
    for (const std::string chip : {"A", "B"}) {
      RC_ASSERT(mix.is_told(chip) == !mix.is_within(chip));
      RC_ASSERT(mix.booked(chip) == mix.recount().at(chip));
    }
  }
}

}  // namespace
}  // namespace npushare::sync
