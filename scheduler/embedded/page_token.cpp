#include "scheduler/embedded/page_token.hpp"

#include <cstdint>

namespace npushare::embedded {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string encode(std::string_view bytes) {
  std::string out;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char byte : bytes) {
    held = held << 8 | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 6; bits -= 6) out += kAlphabet[held >> (bits - 6) & 63];
  }
  if (bits > 0) out += kAlphabet[held << (6 - bits) & 63];
  return out;
}

std::optional<std::string> decode(std::string_view text) {
  std::string out;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char letter : text) {
    const std::size_t value = kAlphabet.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    held = held << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += static_cast<char>(held >> bits & 255);
  }
  return out;
}

Error bad_token(const char* why) {
  return Error{ErrorCode::kInvalid, std::string("continue key is not valid: ") + why};
}

}  // namespace

std::string write_token(const PageToken& token) {
  wire::Json made = wire::Json::object();
  made.set("v", "meta.k8s.io/v1");
  made.set("rv", token.version ? static_cast<std::int64_t>(*token.version) : std::int64_t{-1});
  // A consistent token names the key from the root of the kind, the other one does not.
  const std::string start = (token.version ? "/" : "") + token.last_key;
  made.set("start", start + std::string(1, '\0'));
  return encode(made.text());
}

Result<PageToken> read_token(std::string_view text) {
  const std::optional<std::string> bytes = decode(text);
  if (!bytes) return bad_token("it is not base64url");
  const Result<wire::Json> read = wire::Json::parse(*bytes);
  if (!read) return bad_token("it holds no JSON");
  if ((*read)["v"].string() != "meta.k8s.io/v1") return bad_token("incorrect encoding version");

  PageToken token;
  const std::int64_t version = (*read)["rv"].integer();
  if (version == 0) return bad_token("incorrect resource version");
  if (version > 0) token.version = static_cast<Version>(version);
  std::string_view start = (*read)["start"].string();
  if (start.starts_with('/')) start.remove_prefix(1);
  if (!start.ends_with('\0')) return bad_token("it names no key");
  token.last_key = start.substr(0, start.size() - 1);
  return token;
}

}  // namespace npushare::embedded
