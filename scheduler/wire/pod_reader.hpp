/// The pod's half of object_reader.hpp, as the extender's reader needs it.
#pragma once

#include <cstddef>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

/// Reads the pod that `json` starts with and returns the offset of the byte after it.
Result<std::size_t> read_first_pod(std::string_view json, Pod& pod);

}  // namespace npushare::wire
