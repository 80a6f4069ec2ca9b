/// What one container asks of one chip model, in numbers that are safe to work with.
///
/// Units:  memory MiB, of each chip; cores percent, of each chip.
/// Errors: kInvalid with the resource, the text and the remedy.
/// Source: spec/hami-protocol.md 3.2, spec/volcano-deviceshare.md 2.4. A bad number is an error
/// here, where
///         those take it for no request at all.
#pragma once

#include <optional>

#include "accounting/chip.hpp"
#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends {

/// Annotations of so many chips stay far below the API server's limit (spec/node-plugin-contract.md
/// F23).
inline constexpr std::size_t kMaxChipsOfPod = 64;

struct Wish {
  std::size_t chips = 1;
  MiB memory;   // 0: not said, a whole chip
  Cores cores;  // 0: not said
};

/// Nothing when the container asks for no chip of this model. Limits win over requests; memory
/// without a count means one chip; memory 0 is memory not said.
Result<std::optional<Wish>> read_wish(const wire::ContainerSpec& container, const ChipModel& model);

}  // namespace npushare::backends
