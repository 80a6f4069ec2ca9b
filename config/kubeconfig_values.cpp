// How single values stand in a kubeconfig.
#include <cstdint>
#include <filesystem>

#include "config/kubeconfig_parts.hpp"

namespace npushare::config {
namespace {

/// The six bits that a letter stands for; -1 for none.
int bits_of(char letter) {
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
  if (letter >= '0' && letter <= '9') return letter - '0' + 52;
  if (letter == '+') return 62;
  return letter == '/' ? 63 : -1;
}

std::string without_breaks(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char letter : text)
    if (letter != '\n' && letter != '\r') out += letter;
  return out;
}

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
  const std::string letters = without_breaks(text);
  if (letters.size() % 4 != 0) return std::nullopt;
  std::size_t used = letters.size();
  while (used > 0 && letters.size() - used < 2 && letters[used - 1] == '=') --used;

  std::string out;
  out.reserve(used * 3 / 4);
  std::uint32_t window = 0;
  int waiting = 0;  // bits in the window that are not out yet
  for (const char letter : std::string_view(letters).substr(0, used)) {
    const int bits = bits_of(letter);
    if (bits < 0) return std::nullopt;
    window = (window << 6U) | static_cast<std::uint32_t>(bits);
    waiting += 6;
    if (waiting < 8) continue;
    waiting -= 8;
    out += static_cast<char>((window >> static_cast<unsigned>(waiting)) & 0xFFU);
  }
  return out;
}

std::string said(MappingReader& from, std::string_view key) {
  const YamlNode* value = from.find(key);
  if (value == nullptr) return {};
  if (value->kind == YamlKind::kScalar) return value->text;
  from.refuse(key, "must be a single value", "write a word");
  return {};
}

std::string said_path(MappingReader& from, std::string_view key, const std::string& folder) {
  std::string path = said(from, key);
  if (path.empty()) return path;
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

std::string said_data(MappingReader& from, std::string_view key) {
  const std::string text = said(from, key);
  std::optional<std::string> data = from_base64(text);
  if (data) return *std::move(data);
  from.refuse(key, "is not base64",
              "write the file's bytes as `base64 -w0 FILE` prints them, or name the file without "
              "-data");
  return {};
}

}  // namespace npushare::config
