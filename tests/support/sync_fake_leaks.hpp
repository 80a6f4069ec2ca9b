/// An API server in memory for the repair of leaked claims, and the cluster that the watches would
/// show of it.
///
/// A DELETE keeps to its preconditions; a claim with devices stays, marked, as its finalizer says.
/// Threads: one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/sync/leak_api.hpp"
#include "scheduler/sync/leak_patrol.hpp"

namespace npushare::sync_test {

namespace asio = boost::asio;

class FakeLeakApi final : public sync::LeakApi {
 public:
  void put(wire::ResourceClaim claim) {
    claim.resource_version = std::to_string(++version_);
    claims_.insert_or_assign(identity_of(claim), std::move(claim));
  }
  void put(wire::Pod pod) { pods_.insert_or_assign(pod.key, std::move(pod)); }
  void remove(const PodKey& pod) { pods_.erase(pod); }
  void remove_claim(const std::string& identity) { claims_.erase(identity); }
  wire::ResourceClaim* find(const std::string& identity) {
    const auto found = claims_.find(identity);
    return found == claims_.end() ? nullptr : &found->second;
  }

  std::vector<sync::LeakPatrol::Claim> all_claims() const {
    std::vector<sync::LeakPatrol::Claim> all;
    for (const auto& [key, claim] : claims_)
      all.push_back(std::make_shared<const wire::ResourceClaim>(claim));
    return all;
  }
  std::vector<dra::ClaimUser> all_users() const {
    std::vector<dra::ClaimUser> all;
    for (const auto& [key, pod] : pods_) all.push_back(dra::user_of(pod));
    return all;
  }

  asio::awaitable<Result<wire::ResourceClaim>> get_claim(std::string space,
                                                         std::string name) override {
    const auto found = claims_.find(space + "/" + name);
    if (found == claims_.end()) co_return Error{ErrorCode::kNotFound, "no such claim"};
    co_return found->second;
  }
  asio::awaitable<Result<wire::Pod>> get_pod(PodKey pod) override {
    const auto found = pods_.find(pod);
    if (found == pods_.end()) co_return Error{ErrorCode::kNotFound, "no such pod"};
    co_return found->second;
  }
  asio::awaitable<Result<std::vector<wire::Pod>>> list_pods(std::string space) override {
    if (list_error) co_return *list_error;
    std::vector<wire::Pod> pods;
    for (const auto& [key, pod] : pods_)
      if (key.space == space) pods.push_back(pod);
    co_return pods;
  }
  asio::awaitable<Result<>> delete_claim(wire::ResourceClaim as_read) override {
    ++deletions_tried;
    if (before_delete) before_delete(as_read);
    const auto found = claims_.find(identity_of(as_read));
    if (found == claims_.end()) co_return Error{ErrorCode::kNotFound, "no such claim"};
    if (found->second.uid != as_read.uid ||
        found->second.resource_version != as_read.resource_version)
      co_return Error{ErrorCode::kConflict, "the object has been modified"};
    deleted.push_back(found->second);
    if (found->second.allocation) {
      found->second.deleted = "2026-12-01T12:00:00Z";
      found->second.resource_version = std::to_string(++version_);
    } else {
      claims_.erase(found);
    }
    co_return Result<>{};
  }
  asio::awaitable<void> pause(std::chrono::milliseconds time) override {
    if (on_pause) on_pause(time);
    co_return;
  }

  std::function<void(const wire::ResourceClaim&)> before_delete;
  std::function<void(std::chrono::milliseconds)> on_pause;
  std::optional<Error> list_error;
  std::vector<wire::ResourceClaim> deleted;  // as they were
  int deletions_tried = 0;

 private:
  std::map<std::string, wire::ResourceClaim> claims_;
  std::map<PodKey, wire::Pod> pods_;
  std::uint64_t version_ = 0;
};

}  // namespace npushare::sync_test
