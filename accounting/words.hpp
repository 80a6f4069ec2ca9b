/// The words by which states are told: the same in JSON, in metrics' labels and in the audit log.
///
/// Threads: constant.
/// Source:  docs/reference/http.md, metrics.md, audit.md.
#pragma once

#include <string_view>

#include "accounting/allocation.hpp"
#include "accounting/block.hpp"
#include "accounting/node_ledger.hpp"

namespace npushare {

std::string_view word_of(Registration registration);
std::string_view word_of(ShareState state);
std::string_view word_of(Source source);
std::string_view word_of(Hold hold);
std::string_view word_of(ContainerKind kind);

/// Empty for kNone.
std::string_view word_of(Block block);

}  // namespace npushare
