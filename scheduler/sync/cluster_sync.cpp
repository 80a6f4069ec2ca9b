#include "scheduler/sync/cluster_sync.hpp"

#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "scheduler/backends/keys.hpp"
#include "scheduler/sync/both_lists.hpp"
#include "scheduler/sync/both_sinks.hpp"
#include "scheduler/sync/log_notices.hpp"
#include "scheduler/sync/node_events.hpp"
#include "scheduler/sync/nudges.hpp"
#include "scheduler/sync/pod_events.hpp"
#include "scheduler/sync/watched.hpp"

namespace npushare::sync {
namespace {
namespace asio = boost::asio;
constexpr std::chrono::seconds kHousekeeping{1};
constexpr std::chrono::seconds kPatience{3};  // for one call
}  // namespace

class ClusterSync::State : public std::enable_shared_from_this<State> {
 public:
  State(asio::any_io_executor executor, LedgerBook& book, const Published<verbs::Rules>& rules,
        kube::RestClient& client, kube::Api& api, const observe::Clock& clock, SyncOptions options)
      : executor_(std::move(executor)),
        client_(client),
        api_(api),
        clock_(clock),
        may_write_(std::move(options.may_write)),
        nudged_(options.news.nudged),
        store(rules),
        gate(executor_, clock, [this](const NodeName& node) { nudges.room_on(node); }),
        nudges(
            book, rules, store,
            [this](const Allocation& place, std::uint64_t number) { nudge(place, number); },
            options.quotas),
        pods({.book = book,
              .rules = rules,
              .store = store,
              .gate = gate,
              .drift = drift,
              .clock = clock,
              .scrub = [this](PodKey pod, PodUid uid) { scrub(std::move(pod), std::move(uid)); },
              .room = [this](const NodeName& node) { nudges.room_on(node); },
              .turned_up = std::move(options.turned_up),
              .news = std::move(options.news)}),
        nodes({.book = book,
               .rules = rules,
               .drift = drift,
               .room = [this](const NodeName& node) { nudges.room_on(node); },
               .clock = clock,
               .registration_timeout = options.registration_timeout,
               .seen = std::move(options.node_seen),
               .complete = std::move(options.complete),
               .sharing = options.sharing}),
        all_pods(pods, options.pods_too),
        housekeeping_(asio::make_strand(executor_)) {}

  void start() {
    asio::co_spawn(executor_, follow_nodes(shared_from_this()), asio::detached);
    asio::co_spawn(executor_, follow_pods(shared_from_this()), asio::detached);
    asio::co_spawn(housekeeping_.get_executor(), keep_house(shared_from_this()), asio::detached);
  }

  void stop() {
    if (is_stopping_.exchange(true)) return;
    client_.stop();
    asio::post(housekeeping_.get_executor(),
               [self = shared_from_this()] { self->housekeeping_.cancel(); });
  }

  void relist(kube::Relists::Done done) {
    const auto both = std::make_shared<BothLists>(std::move(done));
    node_relists_.ask([both](const Result<>& result) { both->one(result); });
    pod_relists_.ask([both](const Result<>& result) { both->one(result); });
  }

 private:
  static asio::awaitable<void> follow_pods(std::shared_ptr<State> self) {
    auto running = kube::run_informer(self->client_, watch_pods(self->pod_relists_), self->all_pods,
                                      self->pod_stats);
    co_await std::move(running);
  }

  static asio::awaitable<void> follow_nodes(std::shared_ptr<State> self) {
    auto running = kube::run_informer(self->client_, watch_nodes(self->node_relists_), self->nodes,
                                      self->node_stats);
    co_await std::move(running);
  }

  static asio::awaitable<void> keep_house(std::shared_ptr<State> self) {
    while (!self->is_stopping_.load()) {
      self->housekeeping_.expires_after(kHousekeeping);
      auto waiting = self->housekeeping_.async_wait(asio::as_tuple(asio::use_awaitable));
      co_await std::move(waiting);
      if (self->is_stopping_.load()) co_return;
      self->nodes.tick();
      self->nudges.run();
      auto settling = settle_doubts(self);
      co_await std::move(settling);
    }
  }

  static asio::awaitable<void> settle_doubts(std::shared_ptr<State> self) {
    for (const Doubt& doubt : self->pods.due(self->clock_.now())) {
      auto reading = kube::find_pod(self->api_, doubt.pod, self->clock_.now() + kPatience);
      const Result<std::optional<wire::Pod>> pod = co_await std::move(reading);
      if (pod) self->pods.settle(doubt, *pod ? &**pod : nullptr);
    }
  }

  void scrub(PodKey pod, PodUid uid) {
    wire::AnnotationPatch patch;
    patch.emplace(std::string(backends::kBindTimeKey), std::nullopt);
    send(std::move(pod), std::move(uid), std::move(patch));
  }

  void nudge(const Allocation& place, std::uint64_t number) {
    if (may_write_ && !may_write_()) return;
    ++nudges_sent;
    const Holder& holder = *place.holder;
    if (nudged_) nudged_(holder.pod, holder.uid, place.node);
    wire::AnnotationPatch patch;
    patch.emplace(std::string(backends::kNudgeKey), std::to_string(number));
    send(holder.pod, holder.uid, std::move(patch));
  }

  void send(PodKey pod, PodUid uid, wire::AnnotationPatch patch) {
    if (may_write_ && !may_write_()) return;
    auto patching = patch_pod(shared_from_this(), std::move(pod), std::move(uid), std::move(patch));
    asio::co_spawn(executor_, std::move(patching), asio::detached);
  }

  /// A failure is let be: the plugin has its lock to go by, and the scheduler retries by itself.
  static asio::awaitable<void> patch_pod(std::shared_ptr<State> self, PodKey pod, PodUid uid,
                                         wire::AnnotationPatch patch) {
    auto patching =
        self->api_.patch_pod(pod, uid, std::move(patch), self->clock_.now() + kPatience);
    [[maybe_unused]] const Result<> patched = co_await std::move(patching);
  }

  asio::any_io_executor executor_;
  kube::RestClient& client_;
  kube::Api& api_;
  const observe::Clock& clock_;
  const std::function<bool()> may_write_;
  const std::function<void(const PodKey&, const PodUid&, const NodeName&)> nudged_;
  kube::Relists pod_relists_;
  kube::Relists node_relists_;
  std::atomic<bool> is_stopping_ = false;

 public:
  kube::InformerStats pod_stats;
  kube::InformerStats node_stats;
  LogNotices notices;
  DriftLog drift;
  PodStore store;
  FairGate gate;
  Nudges nudges;
  std::atomic<std::uint64_t> nudges_sent = 0;
  PodEvents pods;
  NodeEvents nodes;
  BothSinks<wire::Pod> all_pods;

 private:
  asio::steady_timer housekeeping_;  // used on its own strand only
};

ClusterSync::ClusterSync(asio::any_io_executor executor, LedgerBook& book,
                         const Published<verbs::Rules>& rules, kube::RestClient& client,
                         kube::Api& api, const observe::Clock& clock, SyncOptions options)
    : state_(
          std::make_shared<State>(std::move(executor), book, rules, client, api, clock, options)) {}
ClusterSync::~ClusterSync() {
  stop();
}
void ClusterSync::start() {
  state_->start();
}
void ClusterSync::stop() {
  state_->stop();
}
std::string ClusterSync::waiting_for() const {
  if (!state_->nodes.is_listed()) return state_->pods.is_listed() ? "nodes" : "nodes, pods";
  return state_->pods.is_listed() ? "" : "pods";
}
void ClusterSync::rules_changed() {
  relist({});
}
void ClusterSync::relist(kube::Relists::Done done) {
  state_->relist(std::move(done));
}
const kube::InformerStats& ClusterSync::pod_watch() const {
  return state_->pod_stats;
}
const kube::InformerStats& ClusterSync::node_watch() const {
  return state_->node_stats;
}

Nudges& ClusterSync::nudges() {
  return state_->nudges;
}
void ClusterSync::room_on(const NodeName& node) {
  state_->nudges.room_on(node);
}
void ClusterSync::look_again(const NodeName& node) {
  state_->nodes.look_again(node);
}

std::vector<Drift> ClusterSync::drift() const {
  return state_->drift.list();
}
DriftLog& ClusterSync::drift_log() {
  return state_->drift;
}
Sightings ClusterSync::sightings() const {
  return state_->nodes.sightings();
}
std::uint64_t ClusterSync::nudges_sent() const {
  return state_->nudges_sent.load();
}
std::map<std::string, std::uint64_t> ClusterSync::drift_counts() const {
  return state_->drift.counts();
}
const verbs::PodIndex& ClusterSync::pods() const {
  return state_->store;
}
verbs::NodeGate& ClusterSync::gate() {
  return state_->gate;
}
const verbs::Notices& ClusterSync::notices() const {
  return state_->notices;
}
const verbs::NodeLocks& ClusterSync::locks() const {
  return state_->nodes;
}
verbs::BindObserver& ClusterSync::observer() {
  return state_->pods;
}

}  // namespace npushare::sync
