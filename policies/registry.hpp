/// The policies by name: the one table to add a line to.
#pragma once

#include <string_view>
#include <vector>

#include "policies/policy.hpp"

namespace npushare {

/// Null for an unknown name; the policy lives as long as the process.
const Policy* find_policy(std::string_view name);

/// In alphabetical order, for error messages and documentation.
std::vector<std::string_view> policy_names();

}  // namespace npushare
