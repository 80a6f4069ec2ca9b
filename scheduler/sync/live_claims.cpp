#include "scheduler/sync/live_claims.hpp"

#include <utility>

#include "scheduler/kube/claim_calls.hpp"

namespace npushare::sync {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kGlance{10};

kube::ClaimKey mirror_of(const PodKey& pod, const PodUid& uid) {
  return {.space = pod.space, .name = dra::mirror_name(uid)};
}

bool is_alive(const kube::InformerStats& watch) {
  return watch.standing() == kube::Standing::kWatching;
}

asio::awaitable<Result<>> create_anew(kube::RestClient& client, kube::ClaimKey claim,
                                      std::string body, kube::Deadline by) {
  auto creating = kube::create_claim(client, claim.space, body, by);
  const Result<> created = co_await std::move(creating);
  if (created || created.error().code != ErrorCode::kConflict) co_return created;
  auto deleting = kube::delete_claim(client, claim, by);
  if (const Result<> deleted = co_await std::move(deleting); !deleted) co_return deleted;
  auto again = kube::create_claim(client, claim.space, std::move(body), by);
  co_return co_await std::move(again);
}

}  // namespace

verbs::ClaimCare LiveClaims::care_for(const NodeName& node) const {
  if (with_.watch() == nullptr || !with_.has_devices(node)) return verbs::ClaimCare::kNone;
  switch (with_.sharing.mode_of(node)) {
    case dra::NodeMode::kConvert:
    case dra::NodeMode::kSplit: return verbs::ClaimCare::kNone;
    case dra::NodeMode::kChecked: return verbs::ClaimCare::kCheck;
    case dra::NodeMode::kMirror: return verbs::ClaimCare::kMirror;
  }
  __builtin_unreachable();
}

asio::awaitable<Result<>> LiveClaims::catch_up(kube::Deadline by) {
  const kube::InformerStats* watch = with_.watch();
  if (watch == nullptr) co_return Result<>{};
  auto asking = kube::newest_claim_version(with_.client, by);
  const Result<std::uint64_t> newest = co_await std::move(asking);
  if (!newest) co_return newest.error();

  const Clock::time_point since = Clock::now();
  while (watch->version < *newest) {
    const auto waited = Clock::now() - since;
    if (is_alive(*watch) && waited >= kQuiet) co_return Result<>{};
    if (waited >= kPatience || Clock::now() >= by)
      co_return Error{ErrorCode::kTimeout,
                      "the watch of resourceclaims has not caught up; nothing was written"};
    auto pausing = with_.client.pause(kGlance);
    co_await std::move(pausing);
  }
  co_return Result<>{};
}

asio::awaitable<Result<>> LiveClaims::mirror(Allocation grants, kube::Deadline by) {
  const Result<std::vector<dra::MirrorPart>> parts = with_.parts(grants);
  if (!parts) co_return parts.error();
  const Holder& pod = *grants.holder;
  const kube::ClaimKey claim = mirror_of(pod.pod, pod.uid);
  auto creating =
      create_anew(with_.client, claim, dra::mirror_body(pod, with_.device_class, *parts), by);
  if (const Result<> created = co_await std::move(creating); !created) co_return created;
  auto patching =
      kube::patch_claim_status(with_.client, claim, dra::mirror_status(pod, *parts), by);
  if (const Result<> allocated = co_await std::move(patching); !allocated) co_return allocated;
  auto standing = with_.client.pause(kQuiet);
  co_await std::move(standing);
  co_return Result<>{};
}

asio::awaitable<void> LiveClaims::withdraw(NodeName, PodKey pod, PodUid uid, kube::Deadline by) {
  auto deleting = kube::delete_claim(with_.client, mirror_of(pod, uid), by);
  [[maybe_unused]] const Result<> deleted = co_await std::move(deleting);
}

}  // namespace npushare::sync
