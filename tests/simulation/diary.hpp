/// What has happened, in order: a hash of all of it, which two runs of one seed must share, and the
/// last lines, for whoever has to find out why a run went wrong.
///
/// Threads: one.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "tests/simulation/timeline.hpp"

namespace npushare::simulation {

class Diary {
 public:
  Diary(const Timeline& timeline, std::size_t kept) : timeline_(timeline), kept_(kept) {}

  void note(std::string_view text) {
    std::string line = std::to_string(timeline_.now().count());
    line.append(1, ' ').append(text);
    for (const char letter : line) hash_ = (hash_ ^ static_cast<unsigned char>(letter)) * kPrime;
    lines_.push_back(std::move(line));
    if (lines_.size() > kept_) lines_.pop_front();
  }

  std::uint64_t hash() const { return hash_; }
  std::string last_lines() const {
    std::string text;
    for (const std::string& line : lines_) text.append(line).append(1, '\n');
    return text;
  }

 private:
  static constexpr std::uint64_t kPrime = 1099511628211U;  // FNV-1a

  const Timeline& timeline_;
  const std::size_t kept_;
  std::deque<std::string> lines_;
  std::uint64_t hash_ = 14695981039346656037U;
};

}  // namespace npushare::simulation
