/// How far two texts agree, many bytes at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace npushare {

/// How many bytes two texts have in common from their beginning.
inline std::size_t common_length(std::string_view one, std::string_view other) {
  constexpr std::ptrdiff_t kBlock = 256;
  constexpr std::ptrdiff_t kWord = sizeof(std::uint64_t);
  const auto word_at = [](const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  };
  const char* a = one.begin();
  const char* b = other.begin();
  const char* const end = a + std::min(one.size(), other.size());
  for (; end - a >= kBlock && std::memcmp(a, b, kBlock) == 0; a += kBlock) b += kBlock;
  for (; end - a >= kWord && word_at(a) == word_at(b); a += kWord) b += kWord;
  for (; a != end && *a == *b; ++a) ++b;
  return static_cast<std::size_t>(a - one.begin());
}

}  // namespace npushare
