/// The node plugin's own readers of pod annotations, as strict and as lenient as the real ones.
///
/// Written from the plugin's contract alone and not shared with backends/, so that a
/// misunderstanding on one side shows in the other. Units:  memory MiB, cores percent, both as
/// written; nothing is checked for sense here. Errors: kInvalid with the plugin's own texts.
/// Source: spec/node-plugin-contract.md 3.4 (to-allocate, "TA"), 3.5 (runtime, "RT").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::embedded {

struct TaDevice {
  std::string uuid;
  std::string type;
  std::int32_t memory = 0;
  std::int32_t cores = 0;
};

/// One container's devices; empty: it gets none, or was served already.
using TaSegment = std::vector<TaDevice>;

/// A closing `;` makes one more, empty segment.
Result<std::vector<TaSegment>> decode_ta(std::string_view text);

/// Every segment closed by `;`: a value grows by one `;` each time it goes through the plugin.
std::string encode_ta(const std::vector<TaSegment>& segments);

struct RtEntry {
  std::string temp;                    // template name; may be empty
  std::optional<std::int64_t> memory;  // nothing: absent or null
  std::optional<std::int32_t> core;
};

/// By UUID; of two entries with one UUID the last wins.
using RtTable = std::map<std::string, RtEntry, std::less<>>;

Result<RtTable> decode_rt(std::string_view text);

}  // namespace npushare::embedded
