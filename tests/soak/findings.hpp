/// What a run has found and counted, and a diary of what happened in which order.
///
/// Shape:   the diary is a file of lines that begin with milliseconds since the start.
/// Threads: any.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace npushare::soak {

class Findings {
 public:
  /// An empty path: no diary.
  explicit Findings(const std::string& diary_path = {}) {
    if (!diary_path.empty()) diary_.open(diary_path, std::ios::app);
  }

  /// A rule that the service has broken. Told once, however often it is seen.
  void breach(const std::string& kind, const std::string& text) {
    {
      const std::scoped_lock held(mutex_);
      std::vector<std::string>& known = breaches_[kind];
      if (std::ranges::find(known, text) != known.end()) return;
      known.push_back(text);
    }
    note("BREACH " + kind + ": " + text);
  }
  void count(const std::string& what, std::uint64_t by = 1) {
    const std::scoped_lock held(mutex_);
    counts_[what] += by;
  }
  void note(const std::string& text) {
    const std::scoped_lock held(mutex_);
    if (!diary_.is_open()) return;
    const auto since = std::chrono::steady_clock::now() - start_;
    diary_ << std::chrono::duration_cast<std::chrono::milliseconds>(since).count() << ' ' << text
           << std::endl;
  }

  std::map<std::string, std::vector<std::string>> breaches() const {
    const std::scoped_lock held(mutex_);
    return breaches_;
  }
  std::map<std::string, std::uint64_t> counts() const {
    const std::scoped_lock held(mutex_);
    return counts_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<std::string>> breaches_;
  std::map<std::string, std::uint64_t> counts_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::ofstream diary_;
};

}  // namespace npushare::soak
