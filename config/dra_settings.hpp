/// What the operator said of claims (DRA).
///
/// Shape:   the section `dra` of our settings.
/// Threads: plain values.
#pragma once

#include <cstdint>

namespace npushare::config {

/// How nodes without the label npu-dra/mode share their chips with claims.
/// Source: spec/dra-accounting.md 7.6; scheduler/dra/node_mode.hpp says what each means.
enum class DraMode : std::uint8_t { kConvert, kSplit, kChecked, kMirror };

struct DraSettings {
  DraMode mode = DraMode::kChecked;  // dra.mode

  friend bool operator==(const DraSettings&, const DraSettings&) = default;
};

}  // namespace npushare::config
