/// Chance from a seed, one stream for each part of a run.
///
/// Threads: one.
#pragma once

#include <chrono>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace npushare::soak {

class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t stream) : random_(seed * 0x9E3779B97F4A7C15U + stream) {}

  /// Both ends included.
  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least +
           static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(most - least + 1));
  }
  bool in(int percent) { return between(1, 100) <= percent; }
  std::chrono::milliseconds ms(std::int64_t least, std::int64_t most) {
    return std::chrono::milliseconds(between(least, most));
  }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(from.size()) - 1))];
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace npushare::soak
