#include "scheduler/app/claim_desk.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <mutex>
#include <utility>

#include "scheduler/app/leak_json.hpp"
#include "scheduler/app/leak_news.hpp"
#include "scheduler/app/list_sink.hpp"
#include "scheduler/dra/claim_explain.hpp"
#include "scheduler/kube/informer_loop.hpp"
#include "scheduler/sync/pod_users.hpp"
#include "scheduler/sync/rest_leak_api.hpp"
#include "scheduler/wire/device_class.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::kube {

template <>
struct Decode<wire::DeviceClass> {
  static constexpr auto kList = wire::read_device_class_list;
  static constexpr auto kEvent = wire::read_device_class_event;
};

}  // namespace npushare::kube

namespace npushare {
namespace {

namespace asio = boost::asio;
using wire::Json;

constexpr std::chrono::seconds kLookEvery{10};
constexpr std::chrono::seconds kRepairEvery{60};

template <class Object>
std::vector<const Object*> pointers(const std::vector<std::shared_ptr<const Object>>& objects) {
  std::vector<const Object*> all;
  all.reserve(objects.size());
  for (const auto& object : objects) all.push_back(object.get());
  return all;
}

}  // namespace

class ClaimDesk::State : public std::enable_shared_from_this<State> {
 public:
  explicit State(With with)
      : with_(std::move(with)),
        api_(with_.client),
        patrol_({.claims = with_.claims,
                 .slices = with_.slices,
                 .users = [this] { return users.all(); },
                 .name_of = with_.name_of,
                 .clock = with_.clock}),
        repair_({.api = api_,
                 .patrol = patrol_,
                 .clock = with_.clock,
                 .is_synced = [this] { return is_synced(); },
                 .may_write = with_.may_write,
                 .tell = [this](const sync::LeakDecision& one) { news_.decided(one); }}),
        news_(with_.tell),
        class_sink_([this](std::vector<wire::DeviceClass> all) { publish(std::move(all)); }) {}

  void start() {
    asio::co_spawn(with_.executor, follow_classes(shared_from_this()), asio::detached);
  }

  void tick() {
    const auto now = with_.clock.now();
    if (!is_synced() || now - looked_ < kLookEvery) return;
    looked_ = now;
    const auto sight = patrol_.look();
    if (!with_.may_write()) return;
    news_.look_at(*sight);
    if (with_.policy == dra::LeakPolicy::kReport || now - repaired_ < kRepairEvery) return;
    repaired_ = now;
    asio::co_spawn(with_.executor, repair_alone(shared_from_this()), asio::detached);
  }

  Json leaks() {
    const bool is_complete = is_synced();
    const auto sight = is_complete ? patrol_.look() : patrol_.last();
    Json page = json_of(*sight, patrol_.scope(), with_.policy);
    page.set("complete", is_complete);
    return page;
  }

  static asio::awaitable<Json> fix(std::shared_ptr<State> self, dra::LeakPolicy policy) {
    auto running = self->repair_.run(policy);
    const sync::LeakReport report = co_await std::move(running);
    if (!report.stopped.empty())
      spdlog::warn("leaks=stopped policy={} why={}", dra::word_of(policy),
                   wire::quoted(report.stopped));
    Json page = json_of(report);
    page.set("policy", dra::word_of(policy));
    co_return page;
  }

  void explain(const PodKey& pod, Json& answer) const {
    const std::optional<dra::ClaimUser> user = users.find(pod);
    if (!user || user->claims.empty() || !with_.is_listed()) return;
    const auto claims = with_.claims();
    const auto slices = with_.slices();
    const dra::ClassSelectors classes = known_classes();
    const auto claim_list = pointers(claims);
    const auto slice_list = pointers(slices);
    Json page =
        dra::explain_claims({.space = pod.space, .claims = user->claims},
                            {.slices = slice_list, .claims = claim_list, .classes = classes});
    for (const Json& hint : page["hints"].items()) answer.member("hints").push_back(hint);
    if (answer["state"].string() != "no-npu" || page["nodes"].items().empty()) return;
    answer.set("state", "waiting");
    for (const char* part : {"summary", "request", "nodes"}) answer.set(part, page[part]);
  }

  std::map<std::string, double> by_kind() const {
    const auto sight = patrol_.last();
    std::map<std::string, double> counts;
    if (sight->at == 0) return counts;
    for (const dra::LeakKind kind : dra::kLeakKinds) counts.emplace(dra::word_of(kind), 0.0);
    for (const dra::Leak& leak : sight->leaks) ++counts[std::string(dra::word_of(leak.kind))];
    return counts;
  }

  std::map<std::string, double> by_outcome() const { return news_.outcomes(); }

  sync::PodUsers users;

 private:
  bool is_synced() const { return with_.is_listed() && users.is_listed(); }

  static asio::awaitable<void> repair_alone(std::shared_ptr<State> self) {
    auto fixing = fix(self, self->with_.policy);
    [[maybe_unused]] const Json page = co_await std::move(fixing);
  }

  /// Classes are asked for once it is clear that the server serves claims.
  static asio::awaitable<void> follow_classes(std::shared_ptr<State> self) {
    while (!self->with_.is_listed() && !self->with_.client.is_stopped()) {
      auto waiting = self->with_.client.pause(std::chrono::seconds{1});
      co_await std::move(waiting);
    }
    if (self->with_.client.is_stopped()) co_return;
    using Loop = kube::InformerLoop<wire::DeviceClass>;
    kube::InformerOptions options;
    options.path = "/apis/resource.k8s.io/v1/deviceclasses";
    auto following = Loop::run(std::make_unique<Loop>(self->with_.client, std::move(options),
                                                      self->class_sink_, self->class_stats_));
    co_await std::move(following);
  }

  void publish(std::vector<wire::DeviceClass> all) {
    dra::ClassSelectors classes;
    for (wire::DeviceClass& one : all)
      classes.insert_or_assign(std::move(one.name), std::move(one.selectors));
    const std::lock_guard lock(mutex_);
    classes_ = std::move(classes);
  }
  dra::ClassSelectors known_classes() const {
    const std::lock_guard lock(mutex_);
    return classes_;
  }

  const With with_;
  sync::RestLeakApi api_;
  sync::LeakPatrol patrol_;
  sync::LeakRepair repair_;
  LeakNews news_;
  observe::Clock::Monotonic looked_{};  // tick() only, as the one below
  observe::Clock::Monotonic repaired_{};
  mutable std::mutex mutex_;
  dra::ClassSelectors classes_;
  ListSink<wire::DeviceClass> class_sink_;
  kube::InformerStats class_stats_;
};

ClaimDesk::ClaimDesk(With with) : state_(std::make_shared<State>(std::move(with))) {}
ClaimDesk::~ClaimDesk() = default;

kube::Sink<wire::Pod>& ClaimDesk::pods() {
  return state_->users;
}
void ClaimDesk::start() {
  state_->start();
}
void ClaimDesk::tick() {
  state_->tick();
}
Json ClaimDesk::leaks() const {
  return state_->leaks();
}
asio::awaitable<Json> ClaimDesk::fix(dra::LeakPolicy policy) {
  return State::fix(state_, policy);
}
void ClaimDesk::explain(const PodKey& pod, Json& answer) const {
  state_->explain(pod, answer);
}
std::map<std::string, double> ClaimDesk::leaks_by_kind() const {
  return state_->by_kind();
}
std::map<std::string, double> ClaimDesk::repairs_by_outcome() const {
  return state_->by_outcome();
}

}  // namespace npushare
