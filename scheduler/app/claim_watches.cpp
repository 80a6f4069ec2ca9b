#include "scheduler/app/claim_watches.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <mutex>
#include <utility>

#include "scheduler/kube/informer_loop.hpp"
#include "scheduler/wire/claim.hpp"
#include "scheduler/wire/slice.hpp"

namespace npushare::kube {

template <>
struct Decode<wire::ResourceClaim> {
  static constexpr auto kList = wire::read_claim_list;
  static constexpr auto kEvent = wire::read_claim_event;
};

template <>
struct Decode<wire::ResourceSlice> {
  static constexpr auto kList = wire::read_slice_list;
  static constexpr auto kEvent = wire::read_slice_event;
};

}  // namespace npushare::kube

namespace npushare {
namespace {

namespace asio = boost::asio;

constexpr const char* kGroup = "/apis/resource.k8s.io/v1";
constexpr std::chrono::seconds kAskAgain{1};
constexpr std::chrono::minutes kAskLater{5};

kube::InformerOptions watch(const std::string& resource) {
  kube::InformerOptions options;
  options.path = std::string(kGroup) + "/" + resource;
  return options;
}

enum class Served : std::uint8_t { kUnknown, kNo, kYes };

}  // namespace

class ClaimWatches::State : public std::enable_shared_from_this<State> {
 public:
  State(asio::any_io_executor executor, kube::RestClient& client, sync::ClaimBooks& books)
      : executor_(std::move(executor)), client_(client), books_(books) {}

  void start() { asio::co_spawn(executor_, begin(shared_from_this()), asio::detached); }

  std::string problem() const {
    switch (served_.load()) {
      case Served::kNo: return {};
      case Served::kUnknown: return question_problem();
      case Served::kYes: break;
    }
    if (books_.is_listed()) return {};
    const std::string error = claim_stats.last_error() + slice_stats.last_error();
    return error.empty() ? "claims and slices are not listed yet" : error;
  }
  std::string standing() const {
    return served_.load() == Served::kNo ? "not served by the API server" : "watched";
  }

  bool is_watching() const { return served_.load() == Served::kYes; }

  kube::InformerStats claim_stats;
  kube::InformerStats slice_stats;

 private:
  static asio::awaitable<void> begin(std::shared_ptr<State> self) {
    while (!self->client_.is_stopped() && self->served_.load() != Served::kYes) {
      auto asking = ask(self);
      co_await std::move(asking);
      if (self->served_.load() == Served::kYes) break;
      const bool is_answered = self->served_.load() == Served::kNo;
      auto waiting = self->client_.pause(is_answered ? std::chrono::milliseconds(kAskLater)
                                                     : std::chrono::milliseconds(kAskAgain));
      co_await std::move(waiting);
    }
    if (self->client_.is_stopped()) co_return;
    spdlog::info("dra=watched");
    asio::co_spawn(self->executor_, follow_claims(self), asio::detached);
    asio::co_spawn(self->executor_, follow_slices(self), asio::detached);
  }

  static asio::awaitable<void> ask(std::shared_ptr<State> self) {
    auto calling = self->client_.call({.target = kGroup});
    const Result<kube::Reply> reply = co_await std::move(calling);
    if (reply && reply->status == 200) {
      self->served_.store(Served::kYes);
    } else if (reply && reply->status == 404) {
      self->served_.store(Served::kNo);
    } else {
      self->note(reply ? kube::error_of(*reply, kGroup).message : reply.error().message);
    }
  }

  static asio::awaitable<void> follow_claims(std::shared_ptr<State> self) {
    using Loop = kube::InformerLoop<wire::ResourceClaim>;
    auto following = Loop::run(std::make_unique<Loop>(self->client_, watch("resourceclaims"),
                                                      self->books_.claims(), self->claim_stats));
    co_await std::move(following);
  }
  static asio::awaitable<void> follow_slices(std::shared_ptr<State> self) {
    using Loop = kube::InformerLoop<wire::ResourceSlice>;
    auto following = Loop::run(std::make_unique<Loop>(self->client_, watch("resourceslices"),
                                                      self->books_.slices(), self->slice_stats));
    co_await std::move(following);
  }

  void note(std::string error) {
    const std::lock_guard lock(mutex_);
    error_ = std::move(error);
  }
  std::string question_problem() const {
    const std::lock_guard lock(mutex_);
    return error_.empty() ? "the API server has not said yet whether it serves claims" : error_;
  }

  asio::any_io_executor executor_;
  kube::RestClient& client_;
  sync::ClaimBooks& books_;
  std::atomic<Served> served_ = Served::kUnknown;
  mutable std::mutex mutex_;
  std::string error_;  // guarded by mutex_
};

ClaimWatches::ClaimWatches(asio::any_io_executor executor, kube::RestClient& client,
                           sync::ClaimBooks& books)
    : state_(std::make_shared<State>(std::move(executor), client, books)) {}

ClaimWatches::~ClaimWatches() = default;

void ClaimWatches::start() {
  state_->start();
}
std::string ClaimWatches::problem() const {
  return state_->problem();
}
std::string ClaimWatches::standing() const {
  return state_->standing();
}
const kube::InformerStats& ClaimWatches::claim_watch() const {
  return state_->claim_stats;
}
const kube::InformerStats& ClaimWatches::slice_watch() const {
  return state_->slice_stats;
}
const kube::InformerStats* ClaimWatches::running_claim_watch() const {
  return state_->is_watching() ? &state_->claim_stats : nullptr;
}

}  // namespace npushare
