#include "tests/simulation/replica.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

#include "config/device_config.hpp"
#include "policies/planner.hpp"
#include "policies/registry.hpp"
#include "scheduler/backends/keys.hpp"

namespace npushare::simulation {

namespace {

constexpr std::chrono::seconds kHousekeeping{1};
constexpr std::chrono::seconds kPatience{3};  // for one call of housekeeping
constexpr std::chrono::seconds kRegistrationTimeout{120};

std::shared_ptr<const verbs::Rules> the_rules() {
  return std::make_shared<const verbs::Rules>(
      verbs::Rules{.dialect = {config::built_in_catalogue(), {}},
                   .node_policy = find_policy("binpack"),
                   .chip_policy = find_policy("binpack"),
                   .node_policy_name = "binpack",
                   .chip_policy_name = "binpack"});
}

}  // namespace

Replica::Replica(const Boot& boot, Sky sky)
    : sky_(sky),
      clock_(sky.timeline, boot.clock_start, boot.clock_drift),
      rules_(the_rules()),
      store_(rules_),
      kube_(io_, clock_, sky),
      election_(boot.identity, {.io = io_, .kube = kube_, .clock = clock_, .dice = sky.dice},
                [this](std::uint64_t term) { relist(term); }),
      nudges_(book_, rules_, store_,
              [this](const Allocation& place, std::uint64_t number) {
                sky_.findings.count("nudges");
                send(place.holder->pod, place.holder->uid,
                     {{std::string(backends::kNudgeKey), std::to_string(number)}});
              }),
      gate_(
          io_.get_executor(), clock_, [this](const NodeName& node) { nudges_.room_on(node); },
          sync::FairGate::Ticks::kByOwner),
      pods_({.book = book_,
             .rules = rules_,
             .store = store_,
             .gate = gate_,
             .drift = drift_,
             .clock = clock_,
             .scrub =
                 [this](const PodKey& pod, const PodUid& uid) {
                   send(pod, uid, {{std::string(backends::kBindTimeKey), std::nullopt}});
                 },
             .room = [this](const NodeName& node) { nudges_.room_on(node); },
             .turned_up = [this](const PodUid& pod) { holds_.drop(pod); }}),
      nodes_({.book = book_,
              .rules = rules_,
              .drift = drift_,
              .room = [this](const NodeName& node) { nudges_.room_on(node); },
              .clock = clock_,
              .registration_timeout = kRegistrationTimeout}),
      pod_watch_(std::make_shared<SimWatch<wire::Pod>>(
          embedded::pods(), pods_, sky,
          [this](Millis wait, std::function<void()> what) { after(wait, std::move(what)); })),
      node_watch_(std::make_shared<SimWatch<wire::Node>>(
          embedded::nodes(), nodes_, sky,
          [this](Millis wait, std::function<void()> what) { after(wait, std::move(what)); })),
      services_{.book = book_,
                .rules = rules_,
                .api = kube_,
                .pods = store_,
                .gate = gate_,
                .locks = nodes_,
                .observer = pods_,
                .clock = clock_,
                .leadership = election_,
                .holds = &holds_},
      calls_(io_.get_executor()),
      self_(std::make_shared<Replica*>(this)) {
  pod_watch_->start();
  node_watch_->start();
  election_.start();
  keep_house();
  tick_gate();
}

Replica::~Replica() = default;

void Replica::poll() {
  if (is_frozen_) return;
  io_.restart();
  while (io_.poll() > 0) {
  }
}

void Replica::thaw() {
  is_frozen_ = false;
  for (const std::function<void()>& what : std::exchange(missed_, {})) what();
}

void Replica::after(Millis wait, std::function<void()> what) {
  sky_.timeline.after(wait, [weak = std::weak_ptr(self_), what = std::move(what)] {
    const std::shared_ptr<Replica*> alive = weak.lock();
    if (!alive) return;
    if ((*alive)->is_frozen_) {
      (*alive)->missed_.push_back(what);
    } else {
      what();
    }
  });
}

void Replica::relist(std::uint64_t term) {
  sky_.findings.count("terms");
  const auto left = std::make_shared<int>(2);
  const auto one_done = [this, left, term] {
    if (--*left == 0) election_.serve(term);
  };
  pod_watch_->list(one_done);
  node_watch_->list(one_done);
}

void Replica::keep_house() {
  after(kHousekeeping, [this] {
    nodes_.tick();
    nudges_.run();
    if (!std::exchange(is_settling_, true))
      asio::co_spawn(io_, settle_doubts(*this, is_settling_), asio::detached);
    keep_house();
  });
}

void Replica::tick_gate() {
  after(sync::FairGate::kTick, [this] {
    gate_.tick();
    tick_gate();
  });
}

asio::awaitable<void> Replica::settle_doubts(Replica& self, bool& is_settling) {
  for (const sync::Doubt& doubt : self.pods_.due(self.clock_.now())) {
    self.sky_.findings.count("doubts that came due");
    auto reading = kube::find_pod(self.kube_, doubt.pod, self.clock_.now() + kPatience);
    const Result<std::optional<wire::Pod>> pod = co_await std::move(reading);
    if (pod) self.pods_.settle(doubt, *pod ? &**pod : nullptr);
  }
  is_settling = false;
}

void Replica::send(const PodKey& pod, const PodUid& uid, wire::AnnotationPatch patch) {
  if (election_.may_write())
    asio::co_spawn(io_, patch_pod(*this, pod, uid, std::move(patch)), asio::detached);
}

asio::awaitable<void> Replica::patch_pod(Replica& self, PodKey pod, PodUid uid,
                                         wire::AnnotationPatch patch) {
  auto patching = self.kube_.patch_pod(std::move(pod), std::move(uid), std::move(patch),
                                       self.clock_.now() + kPatience);
  [[maybe_unused]] const Result<> patched = co_await std::move(patching);
}

std::vector<NodeName> Replica::fitting(const wire::Pod& pod, const std::vector<NodeName>& among) {
  std::vector<NodeName> names;
  const std::shared_ptr<const verbs::Rules> rules = rules_.load();
  const Result<Request> request = rules->dialect.read_request(pod);
  if (!request) return names;
  const std::optional<NodeName> place = gate_.place_of(pod.uid);
  for (const NodeName& name : among) {
    const LedgerBook::Snapshot node = book_.snapshot(name);
    if (node == nullptr) continue;
    // Where it waits in line its own share is room to it.
    if (place == name || plan_on(*node, *request, *rules->chip_policy).fits())
      names.push_back(name);
  }
  if (names.empty()) nudges_.refused(pod.key);
  return names;
}

bool Replica::is_settled(const std::vector<NodeName>& nodes) const {
  return std::ranges::all_of(nodes, [this](const NodeName& name) {
    const LedgerBook::Snapshot node = book_.snapshot(name);
    return node == nullptr || std::ranges::all_of(node->chips(), [](const DeviceLedger& chip) {
             return std::ranges::all_of(chip.shares(), [](const auto& share) {
               return share.second.state == ShareState::kBound;
             });
           });
  });
}

void Replica::bind(wire::BindArgs call, Done done, verbs::HasLeft has_left) {
  asio::co_spawn(io_, calls_.bind(std::move(call), services_, std::move(has_left)),
                 [done = std::move(done)](const std::exception_ptr&, const Result<>& result) {
                   done(result);
                 });
}

}  // namespace npushare::simulation
