/// A short name for a text's version, by which an operator tells two versions apart.
///
/// Shape:  16 hexadecimal digits. Not for secrets and against nobody: 64-bit FNV-1a.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace npushare {

inline std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char letter : text) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 0x100000001b3U;
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += kHex[(hash >> shift) & 0xFU];
  return digits;
}

}  // namespace npushare
