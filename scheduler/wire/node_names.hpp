/// The NodeNames of an extender request: thousands of names, in nearly the same order every time.
///
/// A name is first compared with the one that followed its predecessor last time (NodeDirectory's
/// guess); only on a mismatch is its end looked for and its hash looked up.
/// Guesses never change the outcome: a node's name is a DNS name and stands in JSON as it is.
/// Source: spec/performance.md 2.1.
#pragma once

#include <vector>

#include "accounting/node_directory.hpp"
#include "scheduler/wire/extender.hpp"
#include "scheduler/wire/scan.hpp"

namespace npushare::wire {

/// Appends the names of the array that comes next in the text. The candidates point into the text.
/// False when it is no array of strings; scan.error() says where.
bool read_node_names(Scanner& scan, const NodeDirectory& directory, std::vector<Candidate>& names);

}  // namespace npushare::wire
