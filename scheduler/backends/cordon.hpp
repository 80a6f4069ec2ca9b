/// Chips that an operator has taken out of use, by an annotation of their node.
///
/// Shape:  npushare.io/cordoned-chips: uuids as registered, separated by commas; blanks around
///         them and empty elements mean nothing.
/// Errors: nothing fails. An element that names no chip of the node is complained of, and the
///         others count. A node that has registered no chip yet is not complained of.
#pragma once

#include <string>
#include <vector>

#include "accounting/node_ledger.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends {

void apply_cordon(const wire::Node& node, Inventory& inventory,
                  std::vector<std::string>* complaints);

}  // namespace npushare::backends
