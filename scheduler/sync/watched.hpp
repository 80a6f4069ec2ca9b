/// What the two informers ask for.
///
/// Source: spec/kube-scheduler-extender.md 4.1.
#pragma once

#include "scheduler/kube/informer.hpp"

namespace npushare::sync {

inline kube::InformerOptions watch_pods(kube::Relists& relists) {
  kube::InformerOptions options;
  options.relists = &relists;
  options.path = "/api/v1/pods";
  options.field_selector = "status.phase!=Succeeded,status.phase!=Failed";
  return options;
}

inline kube::InformerOptions watch_nodes(kube::Relists& relists) {
  kube::InformerOptions options;
  options.relists = &relists;
  options.path = "/api/v1/nodes";
  return options;
}

}  // namespace npushare::sync
