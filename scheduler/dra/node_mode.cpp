#include "scheduler/dra/node_mode.hpp"

#include <array>
#include <utility>

namespace npushare::dra {
namespace {

constexpr std::array<std::pair<std::string_view, NodeMode>, 4> kModes{{
    {"convert", NodeMode::kConvert},
    {"split", NodeMode::kSplit},
    {"checked", NodeMode::kChecked},
    {"mirror", NodeMode::kMirror},
}};

}  // namespace

std::string_view word_of(NodeMode mode) {
  for (const auto& [word, named] : kModes)
    if (named == mode) return word;
  __builtin_unreachable();
}

std::optional<NodeMode> mode_named(std::string_view word) {
  for (const auto& [known, mode] : kModes)
    if (known == word) return mode;
  return std::nullopt;
}

SaidMode mode_said_by(const wire::Node& node) {
  const auto said = node.labels.find(kModeLabel);
  if (said == node.labels.end()) return {};
  if (const std::optional<NodeMode> mode = mode_named(said->second)) return {mode, {}};
  return {NodeMode::kConvert, std::string(kModeLabel) + ": \"" + said->second +
                                  "\" is no mode, and counts as convert; label the node with "
                                  "convert, split, checked or mirror"};
}

}  // namespace npushare::dra
