/// Sections of our settings that have a file of their own.
///
/// Errors: go to the reader's report.
#pragma once

#include "config/mapping_reader.hpp"
#include "config/settings.hpp"

namespace npushare::config {

void read_dra(MappingReader& root, Settings& into);
void read_volcano(MappingReader& root, Settings& into);
void read_node_resources(MappingReader& root, Settings& into);

}  // namespace npushare::config
