/// One Allocate of the node plugin on a pod that was found: annotations in, container response out.
///
/// Units:  physical ids as the driver numbers chips; memory MiB.
/// Errors: kInvalid with the plugin's own texts, in the order of its steps a to g.
/// Source: spec/node-plugin-contract.md 3.3, 3.6.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "accounting/names.hpp"
#include "accounting/result.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

struct PluginChip {
  std::string uuid;
  int physical_id = 0;
  bool is_healthy = true;
};

struct Mount {
  std::string host;
  std::string container;
  bool is_read_only = true;
};

struct ContainerResponse {
  std::size_t segment = 0;
  std::string container;           // by the segment's position; empty: out of range
  std::vector<std::string> uuids;  // in the annotation's order
  std::map<std::string, std::string> env;
  std::vector<Mount> mounts;
  std::string ta_after;  // what is left to allocate
};

/// `count`: how many ids the kubelet hands over.
Result<ContainerResponse> allocate(const wire::Json& pod, const ModelName& model, std::size_t count,
                                   std::span<const PluginChip> chips);

}  // namespace npushare::embedded
