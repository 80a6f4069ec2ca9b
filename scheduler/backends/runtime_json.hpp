/// The JSON of huawei.com/<model>: what the plugin tells the container of each chip.
///
/// Shape:   [{"UUID":"...","temp":"vir02"}] or [{"UUID":"...","memory":8192,"core":50}], over all
/// containers in
///          order; what is empty or absent is left out. The plugin makes it a map by UUID: the last
///          wins.
/// Errors:  kInvalid as Go's decoder would fail. Null elements are left out, entries without a UUID
/// are not. Source:  spec/node-plugin-contract.md 3.5, 3.9 and 9.3.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::backends {

struct RuntimeEntry {
  std::string uuid;
  std::string template_name;
  std::optional<std::int64_t> memory;
  std::optional<std::int64_t> core;

  friend bool operator==(const RuntimeEntry&, const RuntimeEntry&) = default;
};

Result<std::vector<RuntimeEntry>> read_runtime(std::string_view json);

std::string write_runtime(std::span<const RuntimeEntry> entries);

/// The entry that the plugin uses for this chip, or null.
const RuntimeEntry* entry_of(std::span<const RuntimeEntry> entries, std::string_view uuid);

}  // namespace npushare::backends
