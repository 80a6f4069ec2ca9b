#include "scheduler/convert/claim_names.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace npushare::convert {
namespace {

constexpr std::size_t kLongest = 63;
constexpr std::size_t kKept = 54;

/// The first bytes of the SHA-256, in lower-case hexadecimal digits.
std::string sha256_hex(std::string_view text, std::size_t bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::string digits;
  for (std::size_t at = 0; at < bytes; ++at) {
    digits += kHex[digest[at] >> 4U];
    digits += kHex[digest[at] & 0xFU];
  }
  return digits;
}

}  // namespace

std::string claim_name(std::string_view full) {
  if (full.size() <= kLongest) return std::string(full);
  std::string_view kept = full.substr(0, kKept);
  while (kept.ends_with('-')) kept.remove_suffix(1);
  const std::string hash = sha256_hex(full, 4);
  return kept.empty() ? hash : std::string(kept) + "-" + hash;
}

std::string full_claim_name(std::string_view space, std::string_view pod,
                            std::string_view container, std::string_view model) {
  std::string suffix(model);
  std::ranges::transform(suffix, suffix.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::string(space).append("-").append(pod).append("-").append(container) + "-" + suffix;
}

std::string spec_hash(std::string_view canonical) {
  return sha256_hex(canonical, 8);
}

std::string template_name(std::string_view canonical) {
  return "npu-" + spec_hash(canonical);
}

bool is_dns_label(std::string_view text) {
  if (text.empty() || text.size() > kLongest || text.front() == '-' || text.back() == '-')
    return false;
  return std::ranges::all_of(
      text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

}  // namespace npushare::convert
