#include "scheduler/sync/pod_store.hpp"

#include <algorithm>
#include <mutex>

#include "accounting/near_names.hpp"
#include "scheduler/backends/keys.hpp"

namespace npushare::sync {
namespace {

constexpr std::size_t kMostNames = 3;
constexpr std::size_t kMostEdits = 3;

/// Another namespace is as likely a slip as a letter.
std::size_t distance_of(const PodKey& a, const PodKey& b) {
  const std::size_t edits = edits_between(a.name, b.name, kMostEdits);
  return a.space == b.space ? edits : edits + 1;
}

/// What the node plugin's search accepts when it has no lock to go by.
/// Source: spec/node-plugin-contract.md 3.2.
bool is_marked(const wire::Pod& pod) {
  if (pod.node.empty() || pod.phase == "Running" || pod.is_over()) return false;
  if (!pod.annotations.contains(backends::kBindTimeKey)) return false;
  const auto phase = pod.annotations.find(backends::kBindPhaseKey);
  if (phase == pod.annotations.end()) return false;
  return phase->second == "allocating" || phase->second == "success";
}

std::shared_ptr<const wire::Pod> brief_of(const PodKey& key, const KnownPod& known) {
  wire::Pod pod;
  pod.key = key;
  pod.uid = known.uid;
  pod.node = known.node;
  pod.is_terminating = known.is_terminating;
  pod.is_gated = known.is_gated;
  pod.labels = known.labels;
  if (known.containers)
    for (const std::string& name : *known.containers) pod.containers.emplace_back().name = name;
  return std::make_shared<const wire::Pod>(std::move(pod));
}

}  // namespace

std::optional<KnownPod> PodStore::known(const PodKey& pod) const {
  const std::shared_lock lock(mutex_);
  const auto entry = pods_.find(pod);
  return entry == pods_.end() ? std::nullopt : std::optional(entry->second);
}

/// A wrong request counts: its pod waits, and explain has to say why.
bool PodStore::waits_for_npu(const wire::Pod& pod) const {
  if (!pod.node.empty() || pod.is_over()) return false;
  const Result<Request> request = rules_.load()->dialect.read_request(pod);
  return !request || request->wants_npu();
}

/// Pods of one kind come one after the other, and share them.
std::shared_ptr<const std::vector<std::string>> PodStore::container_names(const wire::Pod& pod) {
  if (pod.annotations.empty() || pod.node.empty()) return nullptr;
  std::vector<std::string> names;
  names.reserve(pod.containers.size());
  for (const wire::ContainerSpec& container : pod.containers) names.push_back(container.name);
  if (!last_names_ || *last_names_ != names)
    last_names_ = std::make_shared<const std::vector<std::string>>(std::move(names));
  return last_names_;
}

void PodStore::put(const wire::Pod& pod, std::size_t print, std::uint32_t list) {
  const Whole whole = waits_for_npu(pod) ? std::make_shared<const wire::Pod>(pod) : nullptr;
  const std::lock_guard lock(mutex_);
  KnownPod& known = pods_[pod.key];
  forget_mark(pod.key, known.node);
  if (is_marked(pod)) marked_[pod.node].insert(pod.key);
  if (known.uid != pod.uid) known = {};
  known.uid = pod.uid;
  known.node = pod.node;
  known.print = print;
  known.list = list;
  known.is_terminating = pod.is_terminating;
  known.is_gated = pod.is_gated;
  known.labels = pod.annotations.empty() ? wire::Labels{} : pod.labels;
  known.containers = container_names(pod);

  forget_whole(pod.key);
  if (!whole) return;
  waiting_.emplace(pod.key, whole);
  if (!pod.nominated_node.empty()) nominated_[pod.nominated_node].insert(pod.key);
}

void PodStore::forget_whole(const PodKey& pod) {
  const auto entry = waiting_.find(pod);
  if (entry == waiting_.end()) return;
  const auto nominees = nominated_.find(entry->second->nominated_node);
  if (nominees != nominated_.end()) {
    nominees->second.erase(pod);
    if (nominees->second.empty()) nominated_.erase(nominees);
  }
  waiting_.erase(entry);
}

void PodStore::mark_scrubbed(const PodKey& pod) {
  const std::lock_guard lock(mutex_);
  const auto entry = pods_.find(pod);
  if (entry != pods_.end()) entry->second.is_scrubbed = true;
}

void PodStore::mark_booked(const PodKey& pod, std::size_t grants, bool is_init_done) {
  const std::lock_guard lock(mutex_);
  const auto entry = pods_.find(pod);
  if (entry == pods_.end()) return;
  entry->second.grants = grants;
  entry->second.is_init_done = is_init_done;
}

void PodStore::forget_mark(const PodKey& pod, const NodeName& node) {
  const auto marked = marked_.find(node);
  if (marked == marked_.end()) return;
  marked->second.erase(pod);
  if (marked->second.empty()) marked_.erase(marked);
}

void PodStore::erase(const PodKey& pod) {
  const std::lock_guard lock(mutex_);
  forget_whole(pod);
  const auto entry = pods_.find(pod);
  if (entry == pods_.end()) return;
  forget_mark(pod, entry->second.node);
  pods_.erase(entry);
}

std::vector<std::pair<PodKey, KnownPod>> PodStore::missing_from(std::uint32_t list) const {
  const std::shared_lock lock(mutex_);
  std::vector<std::pair<PodKey, KnownPod>> missing;
  for (const auto& [key, known] : pods_)
    if (known.list != list) missing.emplace_back(key, known);
  return missing;
}

std::size_t PodStore::size() const {
  const std::shared_lock lock(mutex_);
  return pods_.size();
}

std::shared_ptr<const wire::Pod> PodStore::find(const PodKey& pod) const {
  const std::shared_lock lock(mutex_);
  if (const auto whole = waiting_.find(pod); whole != waiting_.end()) return whole->second;
  const auto entry = pods_.find(pod);
  return entry == pods_.end() ? nullptr : brief_of(pod, entry->second);
}

std::vector<PodKey> PodStore::nearest(const PodKey& pod) const {
  const std::shared_lock lock(mutex_);
  std::vector<std::pair<std::size_t, PodKey>> near;
  for (const auto& [key, known] : pods_) {
    const std::size_t distance = distance_of(pod, key);
    if (distance <= kMostEdits) near.emplace_back(distance, key);
  }
  const std::size_t shown = std::min(kMostNames, near.size());
  std::ranges::partial_sort(near, near.begin() + static_cast<std::ptrdiff_t>(shown));
  std::vector<PodKey> names;
  for (std::size_t i = 0; i < shown; ++i) names.push_back(near[i].second);
  return names;
}

std::vector<std::shared_ptr<const wire::Pod>> PodStore::pending() const {
  const std::shared_lock lock(mutex_);
  std::vector<Whole> all;
  all.reserve(waiting_.size());
  for (const auto& [key, whole] : waiting_) all.push_back(whole);
  return all;
}

std::vector<Request> PodStore::nominated_on(const NodeName& node) const {
  const auto rules = rules_.load();
  const std::shared_lock lock(mutex_);
  std::vector<Request> requests;
  const auto nominees = nominated_.find(node);
  if (nominees == nominated_.end()) return requests;
  for (const PodKey& key : nominees->second) {
    Result<Request> request = rules->dialect.read_request(*waiting_.at(key));
    if (request) requests.push_back(*std::move(request));
  }
  return requests;
}

std::vector<std::pair<PodKey, PodUid>> PodStore::marked_on(const NodeName& node) const {
  const std::shared_lock lock(mutex_);
  std::vector<std::pair<PodKey, PodUid>> pods;
  const auto marked = marked_.find(node);
  if (marked == marked_.end()) return pods;
  for (const PodKey& pod : marked->second) pods.emplace_back(pod, pods_.at(pod).uid);
  return pods;
}

bool PodStore::has_nominations() const {
  const std::shared_lock lock(mutex_);
  return !nominated_.empty();
}

}  // namespace npushare::sync
