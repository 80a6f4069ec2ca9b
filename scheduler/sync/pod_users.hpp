/// Which pod uses which claims, as the pod watch shows it; pods that are over stay until they are
/// gone.
///
/// Threads: events come from one informer, questions from any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "scheduler/dra/claim_users.hpp"
#include "scheduler/kube/informer.hpp"

namespace npushare::sync {

class PodUsers final : public kube::Sink<wire::Pod> {
 public:
  void list_started() override {
    const std::lock_guard lock(mutex_);
    ++list_;
  }
  void item(wire::Pod pod) override { put(pod); }
  void list_done() override {
    const std::lock_guard lock(mutex_);
    std::erase_if(users_, [this](const auto& entry) { return entry.second.list != list_; });
    is_listed_.store(true);
  }
  void changed(wire::Pod pod) override { put(pod); }
  void removed(wire::Pod pod) override {
    const std::lock_guard lock(mutex_);
    users_.erase(pod.key);
  }

  bool is_listed() const { return is_listed_.load(); }

  std::vector<dra::ClaimUser> all() const {
    const std::lock_guard lock(mutex_);
    std::vector<dra::ClaimUser> all;
    all.reserve(users_.size());
    for (const auto& [key, known] : users_) all.push_back(known.user);
    return all;
  }

  /// Nothing when the watch shows no such pod.
  std::optional<dra::ClaimUser> find(const PodKey& pod) const {
    const std::lock_guard lock(mutex_);
    const auto known = users_.find(pod);
    return known == users_.end() ? std::nullopt : std::optional(known->second.user);
  }

 private:
  struct Known {
    dra::ClaimUser user;
    std::uint32_t list = 0;  // that showed it last
  };

  void put(const wire::Pod& pod) {
    dra::ClaimUser user = dra::user_of(pod);
    const std::lock_guard lock(mutex_);
    users_.insert_or_assign(pod.key, Known{std::move(user), list_});
  }

  mutable std::mutex mutex_;
  std::map<PodKey, Known> users_;
  std::uint32_t list_ = 0;
  std::atomic<bool> is_listed_ = false;
};

}  // namespace npushare::sync
