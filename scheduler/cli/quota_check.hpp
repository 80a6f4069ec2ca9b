/// `npushare check` of ResourceQuotas: limits that say something else than was meant.
///
/// Stands here and not in config/ because what limits mean is known to backends/.
#pragma once

#include <string_view>
#include <vector>

#include "accounting/catalogue.hpp"
#include "config/finding.hpp"

namespace npushare::cli {

/// Of every ResourceQuota among the text's documents, in their order; nothing for other files.
std::vector<config::Finding> check_quotas(std::string_view text, const Catalogue& catalogue);

}  // namespace npushare::cli
