/// Values that are written as one word: times, sizes, addresses, names.
///
/// Errors: nothing for a word of another form; the caller knows the key and says what to write.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace npushare::config {

/// A whole number and one of ms, s, m, h: `500ms`, `4s`, `2m`. At most 24 h.
std::optional<std::chrono::milliseconds> duration_in(std::string_view text);

/// Bytes, alone or with Ki, Mi or Gi: `268435456`, `256Mi`. At most 1024Gi.
std::optional<std::int64_t> byte_size_in(std::string_view text);

struct Endpoint {
  std::string address;  // an IP address, IPv6 without its brackets
  std::uint16_t port = 0;
};

/// `127.0.0.1:8080`, `[::1]:8080`.
std::optional<Endpoint> endpoint_in(std::string_view text);

/// Letters, digits, `-`, `_` and `.`, beginning and ending with a letter or digit, at most
/// `longest`: safe inside an annotation key and inside the texts that list devices.
bool is_plain_name(std::string_view text, std::size_t longest);

/// `DOMAIN/NAME`, as extended resources are named.
bool is_resource_name(std::string_view text);

/// A node's name: lower-case letters, digits, `-` and `.`, at most 253.
bool is_node_name(std::string_view text);

}  // namespace npushare::config
