/// The bearer token: fixed, or from a file that the kubelet rewrites.
///
/// A file is read again when the last reading is a minute old, and after a 401. While it is
/// unreadable, empty or no token, the last good one stays in use. Threads: any. Source:
/// spec/kube-scheduler-extender.md 4.4.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace npushare::kube {

class TokenSource {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::seconds kFresh{60};

  TokenSource(std::string token, std::string file)
      : token_(std::move(token)), file_(std::move(file)) {}

  /// Empty: none.
  std::string current(Time now);

  /// The server has refused `refused`. True when there is another one to try now.
  bool renew(const std::string& refused, Time now);

 private:
  void read(Time now);

  std::mutex mutex_;
  std::string token_;
  std::string file_;
  std::optional<Time> read_at_;
};

}  // namespace npushare::kube
