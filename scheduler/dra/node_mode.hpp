/// How the chips of one node are shared between pods that ask by annotations and claims (DRA).
///
/// convert:  annotation pods are refused there; the conversion webhook makes claims of them, and
///           kube-scheduler alone allocates.
/// split:    each chip belongs to claims or to annotations: dra/chip_domains.hpp.
/// checked:  both use every chip. bind looks at the claims once more; a collision is found and
/// told. mirror:   as checked, and a claim of the same amount stands for each annotation pod, so
/// that
///           kube-scheduler counts it too.
/// Shape:    the node's label npu-dra/mode. Another word is told, and counts as convert: whoever
///           labelled the node wanted something of claims, and nothing collides there.
/// Threads:  plain values.
/// Source:   spec/dra-accounting.md 7.6.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scheduler/wire/objects.hpp"

namespace npushare::dra {

inline constexpr std::string_view kModeLabel = "npu-dra/mode";

enum class NodeMode : std::uint8_t { kConvert, kSplit, kChecked, kMirror };

std::string_view word_of(NodeMode mode);
std::optional<NodeMode> mode_named(std::string_view word);

/// A node's own word.
struct SaidMode {
  std::optional<NodeMode> mode;  // nothing: it says none, and the setting dra.mode counts
  std::string complaint;         // about a word that is none; empty: all is well
};

SaidMode mode_said_by(const wire::Node& node);

}  // namespace npushare::dra
