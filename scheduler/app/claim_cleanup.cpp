#include "scheduler/app/claim_cleanup.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <map>
#include <mutex>
#include <utility>

#include "scheduler/app/claim_objects.hpp"
#include "scheduler/convert/pod_conversion.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

using wire::Json;

constexpr std::chrono::minutes kForgetAfter{30};
constexpr std::chrono::seconds kForOneLook{10};
constexpr std::size_t kMostClaims = 10'000;
constexpr std::size_t kMostAtOnce = 20;

struct Ending {
  PodKey pod;
  PodUid uid;
  observe::Clock::Monotonic since;
  bool is_looked_at = false;
};

bool is_named_by(const Json& pod, const std::string& claim) {
  const std::vector<std::string> names = convert::claims_named_by(pod);
  return std::ranges::find(names, claim) != names.end();
}

bool is_reserved_by_others(const Json& claim, const PodUid& uid) {
  return std::ranges::any_of(claim.at("status", "reservedFor").items(), [&uid](const Json& user) {
    return user["uid"].string() != uid.text();
  });
}

enum class Verdict { kWait, kLeave, kDelete };

}  // namespace

class ClaimCleanup::State : public std::enable_shared_from_this<State> {
 public:
  State(asio::any_io_executor executor, kube::RestClient& client, const observe::Clock& clock)
      : executor_(std::move(executor)), client_(client), clock_(clock) {}

  void pod_ends(const PodKey& pod, const PodUid& uid, std::vector<std::string> claims) {
    const std::lock_guard lock(mutex_);
    for (std::string& claim : claims)
      if (endings_.size() < kMostClaims)
        endings_.insert_or_assign({pod.space, std::move(claim)},
                                  Ending{.pod = pod, .uid = uid, .since = clock_.now()});
  }

  void keep(const PodKey& claim) {
    const std::lock_guard lock(mutex_);
    endings_.erase(claim);
  }

  std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return endings_.size();
  }

  void tick() {
    for (auto& [claim, ending] : due()) {
      auto looking = look(shared_from_this(), claim, ending);
      asio::co_spawn(executor_, std::move(looking), asio::detached);
    }
  }

 private:
  std::vector<std::pair<PodKey, Ending>> due() {
    const std::lock_guard lock(mutex_);
    const auto now = clock_.now();
    std::erase_if(endings_,
                  [now](const auto& entry) { return now - entry.second.since > kForgetAfter; });
    std::vector<std::pair<PodKey, Ending>> chosen;
    for (auto& [claim, ending] : endings_) {
      if (ending.is_looked_at) continue;
      if (chosen.size() == kMostAtOnce) break;
      ending.is_looked_at = true;
      chosen.emplace_back(claim, ending);
    }
    return chosen;
  }

  bool is_still_wanted(const PodKey& claim) const {
    const std::lock_guard lock(mutex_);
    return endings_.contains(claim);
  }

  void conclude(const PodKey& claim, Verdict verdict) {
    const std::lock_guard lock(mutex_);
    if (verdict != Verdict::kWait) {
      endings_.erase(claim);
    } else if (const auto entry = endings_.find(claim); entry != endings_.end()) {
      entry->second.is_looked_at = false;
    }
  }

  /// Whether the pod is gone, and nobody of its name needs the claim.
  static Verdict verdict_on(const Result<Json>& pod, const PodKey& claim, const Ending& ending) {
    if (!pod) return pod.error().code == ErrorCode::kNotFound ? Verdict::kDelete : Verdict::kWait;
    if (pod->at("metadata", "uid").string() == ending.uid.text()) return Verdict::kWait;
    return is_named_by(*pod, claim.name) ? Verdict::kLeave : Verdict::kDelete;
  }

  static asio::awaitable<void> look(std::shared_ptr<State> self, PodKey claim, Ending ending) {
    const kube::Deadline by = std::chrono::steady_clock::now() + kForOneLook;
    auto reading = kube::get_object(
        self->client_,
        {.version = "api/v1", .space = ending.pod.space, .plural = "pods", .name = ending.pod.name},
        by);
    const Result<Json> pod = co_await std::move(reading);
    Verdict verdict = verdict_on(pod, claim, ending);
    if (verdict == Verdict::kDelete) {
      auto removing = remove(self, claim, ending, by);
      verdict = co_await std::move(removing);
    }
    self->conclude(claim, verdict);
  }

  static asio::awaitable<Verdict> remove(std::shared_ptr<State> self, PodKey claim, Ending ending,
                                         kube::Deadline by) {
    auto reading = kube::get_object(self->client_, claim_path(claim.space, claim.name), by);
    const Result<Json> found = co_await std::move(reading);
    if (!found)
      co_return found.error().code == ErrorCode::kNotFound ? Verdict::kLeave : Verdict::kWait;
    if (!convert::is_made_for(*found, ending.pod.name) ||
        !found->at("metadata", "deletionTimestamp").is_null() ||
        is_reserved_by_others(*found, ending.uid))
      co_return Verdict::kLeave;
    if (!self->is_still_wanted(claim)) co_return Verdict::kLeave;
    auto deleting =
        kube::delete_object(self->client_, claim_path(claim.space, claim.name), *found, by);
    const Result<Json> deleted = co_await std::move(deleting);
    if (deleted) spdlog::info("claim=deleted claim={} pod={}", claim.text(), ending.pod.text());
    if (!deleted && deleted.error().code != ErrorCode::kConflict)
      spdlog::warn("claim=kept claim={} error={}", claim.text(),
                   wire::quoted(deleted.error().message));
    co_return deleted ? Verdict::kLeave : Verdict::kWait;
  }

  const asio::any_io_executor executor_;
  kube::RestClient& client_;
  const observe::Clock& clock_;
  mutable std::mutex mutex_;
  std::map<PodKey, Ending> endings_;  // by claim; guarded by mutex_
};

ClaimCleanup::ClaimCleanup(asio::any_io_executor executor, kube::RestClient& client,
                           const observe::Clock& clock)
    : state_(std::make_shared<State>(std::move(executor), client, clock)) {}

void ClaimCleanup::pod_ends(const PodKey& pod, const PodUid& uid, std::vector<std::string> claims) {
  state_->pod_ends(pod, uid, std::move(claims));
}

void ClaimCleanup::keep(const PodKey& claim) {
  state_->keep(claim);
}

void ClaimCleanup::tick() {
  state_->tick();
}

std::size_t ClaimCleanup::waiting() const {
  return state_->waiting();
}

}  // namespace npushare
