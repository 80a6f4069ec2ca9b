/// The node's half of object_reader.hpp, as the extender's reader needs it.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

/// Reads the NodeList that `json` starts with: calls `each` with every node and its bytes, and
/// returns the offset of the byte after the list.
Result<std::size_t> read_nodes(std::string_view json,
                               const std::function<void(Node&&, std::string_view raw)>& each);

}  // namespace npushare::wire
