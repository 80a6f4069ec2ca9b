/// The node lock's value, as the node plugin's library reads it.
///
/// Errors: kInvalid for a value that is neither a time nor TIME,NAMESPACE,NAME.
/// Source: spec/node-plugin-contract.md 3.2, 3.7.
#pragma once

#include <optional>
#include <string_view>

#include "accounting/names.hpp"
#include "accounting/result.hpp"

namespace npushare::embedded {

/// The pod that the lock names; nothing for a bare time, or when namespace or name is empty.
Result<std::optional<PodKey>> read_lock(std::string_view value);

/// A value without a comma belongs to anybody.
bool is_lock_of(std::string_view value, const PodKey& pod);

}  // namespace npushare::embedded
