/// What a ResourceQuota allows its namespace of the chips: `limits.<resource>` of each model.
///
/// Units:   memory is written in the unit that pods ask in and read as MiB; cores are percent of a
///          chip, of hard-split chips too; shares are one for each chip of each container.
/// Rules:   0 is a limit. A part of a unit is dropped. Keys of `requests.` and of other resources
///          are not ours. A value that cannot be read allows nothing, and is complained of: a quota
///          is there to protect.
/// Source:  spec/hami-protocol.md 3.9; shares by the count resource are ours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/catalogue.hpp"
#include "scheduler/wire/resource_quota.hpp"

namespace npushare::backends {

enum class Counted : std::uint8_t { kMemory, kCores, kShares };

std::string_view unit_of(Counted what);  // MiB
std::string_view word_of(Counted what);  // memory, as metrics and JSON have it

struct QuotaLimit {
  std::string quota;  // the object's name
  std::string key;    // as written: limits.huawei.com/Ascend310P-memory
  ModelName model;
  Counted what = Counted::kMemory;
  std::int64_t most = 0;
  std::string doubt{};  // what is wrong with the value, or hardly meant; empty: nothing

  friend bool operator==(const QuotaLimit&, const QuotaLimit&) = default;
};

/// Model by model in catalogue order.
std::vector<QuotaLimit> read_limits(const Catalogue& catalogue, const wire::ResourceQuota& quota);

}  // namespace npushare::backends
