/// Where a JSON string ends or gets special, 16 or 8 bytes at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace npushare::wire {

/// What to stop at: quotes and backslashes, or control characters as well.
enum class StopAt : std::uint8_t { kQuotes, kControls };

namespace detail {

#if defined(__SSE2__)
inline constexpr std::size_t kBlock = 16;

/// A bit for each byte of the block that is to be stopped at; 0 when there is none.
template <StopAt kWhat>
std::uint64_t stops_in(const char* block) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block));
  __m128i stops = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                               _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  if constexpr (kWhat == StopAt::kControls) {
    const __m128i last = _mm_set1_epi8(0x1F);
    stops = _mm_or_si128(stops, _mm_cmpeq_epi8(_mm_max_epu8(bytes, last), last));
  }
  return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(stops)));
}
inline std::size_t first_of(std::uint64_t stops) {
  return static_cast<std::size_t>(std::countr_zero(stops));
}
#else
inline constexpr std::size_t kBlock = 8;

/// The high bit of each byte that is below the limit: surely of the first such byte, perhaps of
/// later ones.
inline std::uint64_t below(std::uint64_t bytes, std::uint64_t limit) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kHighs = 0x8080808080808080U;
  return (bytes - kOnes * limit) & ~bytes & kHighs;
}

/// As above, with the byte order that makes the first byte the lowest.
template <StopAt kWhat>
std::uint64_t stops_in(const char* block) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  std::uint64_t bytes = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&bytes, block, sizeof(bytes));
  } else {
    for (std::size_t at = sizeof(bytes); at > 0; --at)
      bytes = bytes << 8U | static_cast<unsigned char>(block[at - 1]);
  }
  std::uint64_t stops = below(bytes ^ (kOnes * '"'), 1) | below(bytes ^ (kOnes * '\\'), 1);
  if constexpr (kWhat == StopAt::kControls) stops |= below(bytes, 0x20);
  return stops;
}
inline std::size_t first_of(std::uint64_t stops) {
  return static_cast<std::size_t>(std::countr_zero(stops)) / 8;
}
#endif

}  // namespace detail

/// The offset of the first byte from `at` on to stop at; the size when there is none.
template <StopAt kWhat>
std::size_t find_stop(std::string_view text, std::size_t at) {
  for (; text.size() - at >= detail::kBlock; at += detail::kBlock) {
    const std::uint64_t stops = detail::stops_in<kWhat>(text.data() + at);
    if (stops != 0) return at + detail::first_of(stops);
  }
  const auto is_stop = [](char letter) {
    return letter == '"' || letter == '\\' ||
           (kWhat == StopAt::kControls && static_cast<unsigned char>(letter) < 0x20);
  };
  while (at < text.size() && !is_stop(text[at])) ++at;
  return at;
}

}  // namespace npushare::wire
