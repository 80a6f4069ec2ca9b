/// Who may ask the endpoints that show the cluster's state, as the API server decides.
///
/// Shape:   a bearer token is shown to TokenReview; SubjectAccessReview says whether its user may
///          use the method on the path. Each answer counts for ten seconds.
/// Errors:  the response that refuses: 401 for a missing or unknown token, 403 for a user without
///          the right, 503 when the API server cannot be asked. Texts say what to do.
/// Threads: any. Tokens are remembered by their digests only.
/// Source:  spec/kube-scheduler-extender.md 4.5; authentication.k8s.io/v1, authorization.k8s.io/v1.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/http/message.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/observe/clock.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare {

/// What was found out of late.
template <class Value>
class ShortMemory {
 public:
  static constexpr std::chrono::seconds kLasts{10};
  static constexpr std::size_t kMost = 1024;

  std::optional<Value> find(const std::string& key, observe::Clock::Monotonic now) const {
    const std::lock_guard lock(mutex_);
    const auto known = entries_.find(key);
    if (known == entries_.end() || known->second.until <= now) return std::nullopt;
    return known->second.value;
  }
  void keep(const std::string& key, Value value, observe::Clock::Monotonic now) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [now](const auto& entry) { return entry.second.until <= now; });
    if (entries_.size() < kMost)
      entries_.insert_or_assign(key, Entry{std::move(value), now + kLasts});
  }

 private:
  struct Entry {
    Value value;
    observe::Clock::Monotonic until;
  };
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

class AdminGate {
 public:
  /// Both must outlive this.
  AdminGate(kube::RestClient& client, const observe::Clock& clock)
      : client_(client), clock_(clock) {}

  /// Nothing: the request may be answered.
  boost::asio::awaitable<std::optional<http::Response>> refusal(const http::Request& request);

 private:
  /// A status review: what the API server said of the token or of the user.
  struct Identity {
    std::string problem;  // empty: the token is good
    wire::Json user;
  };
  struct Access {
    bool is_allowed = false;
    std::string reason;
  };

  boost::asio::awaitable<Result<Identity>> identify(std::string token);
  boost::asio::awaitable<Result<Access>> authorize(wire::Json user, std::string verb,
                                                   std::string path);
  boost::asio::awaitable<Result<wire::Json>> review(std::string target, wire::Json body);

  kube::RestClient& client_;
  const observe::Clock& clock_;
  ShortMemory<Identity> identities_;
  ShortMemory<Access> accesses_;
};

}  // namespace npushare
