/// The NodeNames of an extender request: thousands of names, in nearly the same order every time.
///
/// Names are first compared with those that usually follow, as many as agree at once; only at a
/// surprise is the name's end looked for and its hash looked up. Expectations never change the
/// outcome: a node's name is a DNS name and stands in JSON as it is.
/// Source: spec/performance.md 2.1.
#pragma once

#include "accounting/node_directory.hpp"
#include "scheduler/wire/candidates.hpp"
#include "scheduler/wire/scan.hpp"

namespace npushare::wire {

/// Reads the names of the array that comes next in the text. The candidates point into the text.
/// False when it is no array of strings; scan.error() says where.
bool read_node_names(Scanner& scan, const NodeDirectory& directory, Candidates& names);

}  // namespace npushare::wire
