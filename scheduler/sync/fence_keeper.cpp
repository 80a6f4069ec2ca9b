#include "scheduler/sync/fence_keeper.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <mutex>
#include <utility>
#include <vector>

#include "scheduler/kube/informer_loop.hpp"
#include "scheduler/kube/taint_rule_calls.hpp"

namespace npushare::kube {

template <>
struct Decode<wire::TaintRule> {
  static constexpr auto kList = wire::read_taint_rule_list;
  static constexpr auto kEvent = wire::read_taint_rule_event;
};

}  // namespace npushare::kube

namespace npushare::sync {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kGlance{1};     // until something is wanted
constexpr std::chrono::seconds kPatience{60};  // until a server is asked again

/// The watch, as the fences hear it.
class RuleSink final : public kube::Sink<wire::TaintRule> {
 public:
  explicit RuleSink(dra::Fences& into) : into_(into) {}

  void list_started() override { listing_.clear(); }
  void item(wire::TaintRule rule) override { listing_.push_back(std::move(rule)); }
  void list_done() override { into_.listed(std::exchange(listing_, {}), Clock::now()); }
  void changed(wire::TaintRule rule) override { into_.put(rule, Clock::now()); }
  void removed(wire::TaintRule rule) override { into_.remove(rule.name); }

 private:
  dra::Fences& into_;
  std::vector<wire::TaintRule> listing_;
};

}  // namespace

class FenceKeeper::State : public std::enable_shared_from_this<State> {
 public:
  explicit State(With with) : with_(std::move(with)), sink_(fences) {}

  void start() { asio::co_spawn(with_.executor, run(shared_from_this()), asio::detached); }

  void tick() {
    if (!with_.may_write() || version().empty() || is_writing_.exchange(true)) return;
    dra::FenceWrites writes = fences.writes_for(with_.wanted());
    if (writes.empty()) {
      is_writing_ = false;
      return;
    }
    asio::co_spawn(with_.executor, write(shared_from_this(), std::move(writes)), asio::detached);
  }

  std::string problem() const {
    if (with_.wanted().empty()) return {};
    const std::lock_guard lock(mutex_);
    return problem_;
  }

  dra::Fences fences;

 private:
  static asio::awaitable<void> run(std::shared_ptr<State> self) {
    kube::RestClient& client = self->with_.client;
    while (!client.is_stopped() && self->version().empty()) {
      if (!self->with_.wanted().empty()) {
        auto finding = kube::taint_rule_version(client);
        self->found(co_await std::move(finding));
      }
      const bool is_refused = self->version().empty() && !self->problem().empty();
      if (self->version().empty()) {
        auto pausing = client.pause(is_refused ? kPatience : kGlance);
        co_await std::move(pausing);
      }
    }
    if (client.is_stopped()) co_return;
    kube::InformerOptions options;
    options.path = kube::taint_rule_path(self->version());
    using Loop = kube::InformerLoop<wire::TaintRule>;
    auto loop = std::make_unique<Loop>(client, std::move(options), self->sink_, self->stats_);
    auto following = Loop::run(std::move(loop));
    co_await std::move(following);
  }

  static asio::awaitable<void> write(std::shared_ptr<State> self, dra::FenceWrites writes) {
    std::string failure;
    for (const std::string& name : writes.remove) {
      auto deleting = kube::delete_taint_rule(self->with_.client, self->version(), name);
      const Result<> done = co_await std::move(deleting);
      if (!done) failure = done.error().message;
      if (done) spdlog::info("fence=removed rule={}", name);
    }
    for (const wire::TaintRule& rule : writes.create) {
      auto creating = kube::create_taint_rule(self->with_.client, self->version(), rule);
      const Result<> done = co_await std::move(creating);
      if (!done) failure = done.error().message;
      if (done)
        spdlog::info("fence=created rule={} device={}/{}", rule.name, rule.pool, rule.device);
    }
    self->note(std::move(failure));
    self->is_writing_ = false;
  }

  void found(const Result<std::optional<std::string>>& version) {
    if (!version) return note(version.error().message);
    if (!*version)
      return note(
          "the API server has no DeviceTaintRules (gate DRADeviceTaintRules): no chip of a split "
          "node can be kept from claims");
    note({});
    const std::lock_guard lock(mutex_);
    version_ = **version;
  }

  void note(std::string text) {
    const std::lock_guard lock(mutex_);
    if (!text.empty() && text != problem_) spdlog::warn("fence=refused error=\"{}\"", text);
    problem_ = std::move(text);
  }

  std::string version() const {
    const std::lock_guard lock(mutex_);
    return version_;
  }

  const With with_;
  RuleSink sink_;
  kube::InformerStats stats_;
  std::atomic<bool> is_writing_ = false;
  mutable std::mutex mutex_;
  std::string version_;  // guarded by mutex_; empty: not known yet
  std::string problem_;  // guarded by mutex_
};

FenceKeeper::FenceKeeper(With with) : state_(std::make_shared<State>(std::move(with))) {}
FenceKeeper::~FenceKeeper() = default;

void FenceKeeper::start() {
  state_->start();
}
void FenceKeeper::tick() {
  state_->tick();
}
dra::Fence FenceKeeper::of(const dra::DeviceName& device) const {
  return state_->fences.of(device, Clock::now());
}
std::string FenceKeeper::problem() const {
  return state_->problem();
}

}  // namespace npushare::sync
