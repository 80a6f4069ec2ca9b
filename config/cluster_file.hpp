/// The embedded cluster, as `npushare serve --embedded FILE` reads it.
///
/// Shape:  port; nodeConfig; plugin.delay; scheduler.{every,name,bindVerb}; nodes[]: name, model,
/// mode (soft|hard),
///         slots, dra: {memory} for a driver that publishes its chips as ResourceSlices, and either
///         chips[]: {uuid, healthy, card, physicalId} or chipCount, which makes up uuids from
///         the node's name. `count: 50` stands for 50 nodes, NAME-000 to NAME-049. `api`,
///         `webhooks` and `faults`: cluster_api.hpp, cluster_webhook.hpp, fault_script.hpp.
/// Errors: kInvalid with line and key; unknown keys are refused.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/chip.hpp"
#include "accounting/result.hpp"
#include "config/cluster_api.hpp"
#include "config/cluster_webhook.hpp"
#include "config/fault_script.hpp"

namespace npushare::config {

struct ClusterChip {
  std::string uuid;  // unique in the cluster
  bool healthy = true;
  std::int64_t card = 0;  // what filterDevices.index names; by default the position in the list
  std::int64_t physical_id = 0;  // the driver's number of it; by default the position in the list
};

/// The DRA driver of a node.
struct ClusterDriver {
  std::optional<MiB> memory;  // of a chip, as the driver measures it; nothing: the catalogue's
};

struct ClusterNode {
  std::string name;
  ModelName model{"Ascend310P"};
  Mode mode = Mode::kSoft;
  std::int64_t slots = 7;               // vDeviceCount
  std::optional<ClusterDriver> driver;  // nothing: the node publishes no slices
  std::vector<ClusterChip> chips;
};

struct ClusterFile {
  std::uint16_t port = 0;  // of the embedded API server; 0: any free one
  std::vector<ClusterNode> nodes;
  std::chrono::milliseconds plugin_delay{20};    // how long Allocate takes
  std::chrono::milliseconds schedule_every{50};  // the small scheduling loop
  std::string scheduler_name = "default-scheduler";
  bool has_bind_verb = true;  // false: the loop writes Bindings itself, without the extender
  ClusterApi api;
  ClusterWebhooks webhooks;
  FaultScript faults;
  std::string node_config;  // path of a node-config.yaml for the plugins; empty: none
};

Result<ClusterFile> read_cluster_file(std::string_view yaml, std::string_view name);

}  // namespace npushare::config
