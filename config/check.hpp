/// `npushare check FILE`: what is wrong with a file before anything is started with it.
///
/// Knows:   our settings; device-config.yaml in both shapes and node-config.yaml, also inside a
/// ConfigMap;
///          the embedded cluster; KubeSchedulerConfiguration and volcano-scheduler.conf, also
///          inside a ConfigMap. A ResourceQuota is let pass: cli/quota_check.hpp reads it.
/// Threads: no shared state.
/// Source:  spec/kube-scheduler-extender.md 1.1; spec/volcano-deviceshare.md 6.3; cases C110, C167.
#pragma once

#include <string_view>
#include <vector>

#include "accounting/catalogue.hpp"
#include "config/finding.hpp"

namespace npushare::config {

/// Findings in file order; empty when all is well. `name` helps to tell files without content
/// apart.
///
/// `shared`: the operator's catalogue; a scheduler configuration must manage the resources of all
/// its models. Null: the built-in one, and only models of which the configuration names a resource
/// count.
std::vector<Finding> check_file(std::string_view text, std::string_view name,
                                const Catalogue* shared = nullptr);

}  // namespace npushare::config
