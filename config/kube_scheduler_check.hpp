/// Whether a KubeSchedulerConfiguration lets kube-scheduler ask us, and ask us alone, about NPUs.
///
/// Source: spec/kube-scheduler-extender.md 1.1, 1.2, 1.8; case C167.
#pragma once

#include "accounting/catalogue.hpp"
#include "config/finding.hpp"
#include "config/yaml_node.hpp"

namespace npushare::config {

/// `shared` as in check_file().
void check_kube_scheduler(const YamlNode& document, const Catalogue* shared, Report& report);

}  // namespace npushare::config
