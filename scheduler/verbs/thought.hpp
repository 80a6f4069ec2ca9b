/// A verdict in one byte, so that thousands of them can be looked through at once.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "scheduler/verbs/judge.hpp"

namespace npushare::verbs {

enum class Thought : std::uint8_t {
  kRated = 0,     // fits, and it is known how well
  kFits = 1,      // fits
  kNone = 2,      // not thought of yet
  kRefused = 64,  // and from here on: the reason, twice, and one more when it is resolvable
};

inline bool fits(Thought thought) {
  return thought <= Thought::kFits;
}

inline Thought thought_of(const Verdict& verdict) {
  if (!verdict.refused) return Thought::kFits;
  const int reason = static_cast<int>(*verdict.refused);
  return static_cast<Thought>(static_cast<int>(Thought::kRefused) + 2 * reason +
                              (verdict.resolvable ? 1 : 0));
}

/// Not of kNone.
inline Verdict verdict_of(Thought thought) {
  if (fits(thought)) return {};
  const int code = static_cast<int>(thought) - static_cast<int>(Thought::kRefused);
  return {static_cast<Reason>(code / 2), code % 2 == 1};
}

/// Where the places from `first` on end, at most at `end`, that are thought of as `first` is.
inline std::uint32_t end_of_same(std::span<const Thought> thoughts, std::uint32_t first,
                                 std::uint32_t end) {
  const Thought same = thoughts[first];
  while (first < end && thoughts[first] == same) ++first;
  return first;
}

/// The first place from `first` on up to `end` that does not fit, or is not thought of; else `end`.
inline std::uint32_t skip_fitting(std::span<const Thought> thoughts, std::uint32_t first,
                                  std::uint32_t end) {
  constexpr std::uint64_t kBeyondFits = 0xFEFEFEFEFEFEFEFEU;
  while (end - first >= sizeof(std::uint64_t)) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, thoughts.data() + first, sizeof eight);
    if ((eight & kBeyondFits) != 0) break;
    first += sizeof eight;
  }
  while (first < end && fits(thoughts[first])) ++first;
  return first;
}

}  // namespace npushare::verbs
