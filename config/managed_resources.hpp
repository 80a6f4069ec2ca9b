/// The managedResources of a kube-scheduler extender.
///
/// Source: spec/kube-scheduler-extender.md 1.1, 1.8; case C167.
#pragma once

#include <string>
#include <vector>

#include "accounting/catalogue.hpp"
#include "config/finding.hpp"
#include "config/mapping_reader.hpp"

namespace npushare::config {

struct ManagedResource {
  std::string name;
  bool is_ignored = false;  // ignoredByScheduler
  std::size_t line = 0;
};

/// Reads the list and reports what kube-scheduler would refuse in it.
std::vector<ManagedResource> managed_resources_of(MappingReader& extender);

/// Whether any resource of the catalogue is among them.
bool names_any(const std::vector<ManagedResource>& managed, const Catalogue& catalogue);

/// Reports each resource of the catalogue that is missing or stands there the wrong way, with the
/// line to write. `shared` as in check_file().
void check_managed(const std::vector<ManagedResource>& managed, const MappingReader& extender,
                   const Catalogue* shared);

}  // namespace npushare::config
