#include "scheduler/volcano/trials.hpp"

#include <algorithm>
#include <utility>

namespace npushare::volcano {

using wire::TaskStatus;

void Trials::heard() {
  GoingBack back;
  const std::lock_guard lock(mutex_);
  expire_into(back);
  last_heard_ = clock_.now();
}

void Trials::expire() {
  GoingBack back;
  const std::lock_guard lock(mutex_);
  expire_into(back);
}

void Trials::close_session() {
  const std::lock_guard lock(mutex_);
  end_session();
}

void Trials::end_session() {
  ++session_;
  nominated_.clear();
  leaving_.clear();
  former_.clear();
}

void Trials::expire_into(GoingBack& back) {
  const Time now = clock_.now();
  if (now - last_heard_ > kSilence) end_session();
  for (auto trial = held_.begin(); trial != held_.end();) {
    const bool is_over = trial->second.stage == Stage::kPlaced && trial->second.until < now;
    trial = is_over ? give_up(trial, back) : std::next(trial);
  }
}

void Trials::see(const wire::VolcanoNode& node) {
  if (!node.has_tasks) return;
  GoingBack back;
  const std::lock_guard lock(mutex_);
  for (const wire::VolcanoPeer& peer : node.tasks) see_peer(node.name, peer);
  drop_unseen(node, back);
}

void Trials::see_peer(const NodeName& node, const wire::VolcanoPeer& peer) {
  if (peer.status == TaskStatus::kReleasing) {
    leaving_[node].insert(peer.uid);
  } else if (!leaving_.empty()) {
    unmark(peer.uid);
  }
  const auto trial = held_.find(peer.uid);
  if (trial == held_.end() || trial->second.share.allocation().node != node) return;
  switch (peer.status) {
    case TaskStatus::kBinding:
    case TaskStatus::kBound:
    case TaskStatus::kRunning: trial->second.stage = Stage::kCommitted; break;
    case TaskStatus::kAllocated:
    case TaskStatus::kNotSaid:
    case TaskStatus::kPending:
    case TaskStatus::kPipelined:
    case TaskStatus::kReleasing:
    case TaskStatus::kSucceeded:
    case TaskStatus::kFailed: break;
  }
  trial->second.session = session_;
  trial->second.until = clock_.now() + ttl_;
}

/// What an earlier session placed and committed is on the node in the eyes of every later one.
void Trials::drop_unseen(const wire::VolcanoNode& node, GoingBack& back) {
  for (auto trial = held_.begin(); trial != held_.end();) {
    const bool is_of_earlier =
        trial->second.session != session_ && trial->second.share.allocation().node == node.name;
    trial = is_of_earlier ? give_up(trial, back) : std::next(trial);
  }
}

Trials::Held::iterator Trials::give_up(Held::iterator trial, GoingBack& back) {
  former_.insert_or_assign(trial->first, trial->second.share.allocation());
  back.push_back(std::move(trial->second.share));
  return held_.erase(trial);
}

bool Trials::give_up(const PodUid& pod, GoingBack& back) {
  bool was_known = nominated_.erase(pod) > 0;
  if (const auto trial = held_.find(pod); trial != held_.end()) {
    give_up(trial, back);
    was_known = true;
  }
  return was_known;
}

bool Trials::drop(const PodUid& pod) {
  GoingBack back;
  const std::lock_guard lock(mutex_);
  unmark(pod);
  return give_up(pod, back);
}

bool Trials::drop_on(const NodeName& node, const PodUid& pod) {
  GoingBack back;
  const std::lock_guard lock(mutex_);
  const auto hope = nominated_.find(pod);
  const bool is_hoped = hope != nominated_.end() && hope->second.node == node;
  const auto trial = held_.find(pod);
  const bool is_held = trial != held_.end() && trial->second.share.allocation().node == node;
  return (is_hoped || is_held) && give_up(pod, back);
}

void Trials::turned_up(const PodUid& pod) {
  GoingBack back;
  const std::lock_guard lock(mutex_);
  give_up(pod, back);
  former_.erase(pod);
}

bool Trials::renew(const NodeName& node, const PodUid& pod) {
  const std::lock_guard lock(mutex_);
  const auto trial = held_.find(pod);
  if (trial == held_.end() || trial->second.share.allocation().node != node) return false;
  trial->second.until = clock_.now() + ttl_;
  trial->second.session = session_;
  trial->second.stage = Stage::kPlaced;
  return true;
}

void Trials::hold(Reservation share) {
  GoingBack back;
  const std::lock_guard lock(mutex_);
  const PodUid pod = share.allocation().holder->uid;
  give_up(pod, back);
  held_.emplace(pod, Trial{std::move(share), clock_.now() + ttl_, session_});
}

void Trials::nominate(Allocation allocation) {
  GoingBack back;
  const std::lock_guard lock(mutex_);
  const PodUid pod = allocation.holder->uid;
  give_up(pod, back);
  nominated_.insert_or_assign(pod, std::move(allocation));
}

std::optional<Allocation> Trials::former(const NodeName& node, const PodUid& pod) const {
  const std::lock_guard lock(mutex_);
  const auto known = former_.find(pod);
  if (known == former_.end() || known->second.node != node) return std::nullopt;
  return known->second;
}

void Trials::mark_leaving(const NodeName& node, const PodUid& pod) {
  const std::lock_guard lock(mutex_);
  leaving_[node].insert(pod);
}

void Trials::unmark_leaving(const PodUid& pod) {
  const std::lock_guard lock(mutex_);
  unmark(pod);
}

void Trials::unmark(const PodUid& pod) {
  for (auto& [node, pods] : leaving_) pods.erase(pod);
  std::erase_if(leaving_, [](const auto& entry) { return entry.second.empty(); });
}

std::vector<Allocation> Trials::nominated_on(const NodeName& node, const PodUid& except) const {
  std::vector<Allocation> allocations;
  const std::lock_guard lock(mutex_);
  for (const auto& [pod, allocation] : nominated_)
    if (allocation.node == node && pod != except) allocations.push_back(allocation);
  return allocations;
}

std::vector<PodUid> Trials::leaving(const NodeName& node) const {
  const std::lock_guard lock(mutex_);
  const auto known = leaving_.find(node);
  if (known == leaving_.end()) return {};
  return {known->second.begin(), known->second.end()};
}

std::optional<Allocation> Trials::grants(const NodeName& node, const PodUid& pod) const {
  const std::lock_guard lock(mutex_);
  const auto trial = held_.find(pod);
  if (trial == held_.end() || trial->second.share.allocation().node != node) return std::nullopt;
  return trial->second.share.allocation();
}

std::optional<Reservation> Trials::take(const NodeName& node, const PodUid& pod) {
  GoingBack back;
  const std::lock_guard lock(mutex_);
  nominated_.erase(pod);
  const auto trial = held_.find(pod);
  if (trial == held_.end()) return std::nullopt;
  Reservation share = std::move(trial->second.share);
  held_.erase(trial);
  if (share.allocation().node == node) return share;
  back.push_back(std::move(share));
  return std::nullopt;
}

/// Meanwhile the session may have placed the pod anew: that is what counts then.
void Trials::put_back(Reservation share) {
  GoingBack back;
  const std::lock_guard lock(mutex_);
  const PodUid pod = share.allocation().holder->uid;
  if (held_.contains(pod)) return back.push_back(std::move(share));
  held_.emplace(pod, Trial{std::move(share), clock_.now() + ttl_, session_});
}

Trials::Counts Trials::counts() const {
  const std::lock_guard lock(mutex_);
  Counts counts{.trials = held_.size(), .nominations = nominated_.size()};
  for (const auto& [node, pods] : leaving_) counts.leaving += pods.size();
  return counts;
}

}  // namespace npushare::volcano
