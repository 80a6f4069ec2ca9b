/// A value that is one of a few words.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "config/mapping_reader.hpp"

namespace npushare::config {

/// The position of the word among the choices; nothing when absent, or none of them, which is
/// reported.
template <std::size_t N>
std::optional<std::size_t> choice(MappingReader& from, std::string_view key,
                                  const std::array<std::string_view, N>& choices) {
  const std::optional<std::string> word = from.text(key);
  if (!word) return std::nullopt;
  std::string list;
  for (std::size_t k = 0; k < N; ++k) {
    if (*word == choices[k]) return k;
    list += (k == 0 ? "" : k + 1 == N ? " or " : ", ") + std::string(choices[k]);
  }
  from.refuse(key, "\"" + *word + "\" is unknown", "write " + list);
  return std::nullopt;
}

}  // namespace npushare::config
