/// HAMi's names of metrics and labels, in both generations.
///
/// Source: spec/hami-protocol.md 10.
#pragma once

#include <array>
#include <string_view>

#include "scheduler/metrics/page_writer.hpp"

namespace npushare::metrics {

struct HamiWords {
  std::array<Family, 4> chips;  // memory and cores it has, shares on it, cores taken
  std::array<Family, 1> memory;
  std::array<Family, 1> overview;
  std::array<Family, 1> ratio;
  std::array<Family, 2> pods;  // memory, cores
  bool ratio_has_type = false;
  // Labels of chips.
  std::string_view node;
  std::string_view uuid;
  std::string_view index;
  std::string_view type;
  std::string_view cores;
  std::string_view memory_limit;
  // Labels of pods.
  std::string_view pod_space;
  std::string_view pod_node;
  std::string_view pod_name;
  std::string_view container;
};

inline constexpr HamiWords kHamiNow{
    .chips = {Family{Kind::kGauge, "hami_gpu_memory_limit_bytes", "Memory of the chip."},
              Family{Kind::kGauge, "hami_gpu_core_limit_ratio", "Cores of the chip, in its unit."},
              Family{Kind::kGauge, "hami_gpu_shared_count", "Shares on the chip."},
              Family{Kind::kGauge, "hami_gpu_core_allocated_ratio",
                     "Cores of the chip that are taken, in its unit."}},
    .memory = {Family{Kind::kGauge, "hami_gpu_memory_allocated_bytes",
                      "Memory of the chip that is taken."}},
    .overview = {Family{Kind::kGauge, "hami_node_gpu_overview",
                        "Memory of the chip that is taken."}},
    .ratio = {Family{Kind::kGauge, "hami_node_gpu_memory_allocated_ratio",
                     "Memory taken to memory of the chip."}},
    .pods = {Family{Kind::kGauge, "hami_vgpu_memory_allocated_bytes",
                    "Memory of the chip that the pod's container holds."},
             Family{Kind::kGauge, "hami_vgpu_core_allocated_ratio",
                    "Cores of the chip that the pod's container holds, in the chip's unit."}},
    .ratio_has_type = true,
    .node = "node",
    .uuid = "device_uuid",
    .index = "device_index",
    .type = "device_type",
    .cores = "device_cores",
    .memory_limit = "device_memory_limit",
    .pod_space = "namespace",
    .pod_node = "node",
    .pod_name = "pod",
    .container = "container_index"};

inline constexpr HamiWords kHamiLegacy{
    .chips = {Family{Kind::kGauge, "GPUDeviceMemoryLimit", "Memory of the chip, in bytes."},
              Family{Kind::kGauge, "GPUDeviceCoreLimit", "Cores of the chip, in its unit."},
              Family{Kind::kGauge, "GPUDeviceSharedNum", "Shares on the chip."},
              Family{Kind::kGauge, "GPUDeviceCoreAllocated",
                     "Cores of the chip that are taken, in its unit."}},
    .memory = {Family{Kind::kGauge, "GPUDeviceMemoryAllocated",
                      "Memory of the chip that is taken, in bytes."}},
    .overview = {Family{Kind::kGauge, "nodeGPUOverview",
                        "Memory of the chip that is taken, in bytes."}},
    .ratio = {Family{Kind::kGauge, "nodeGPUMemoryPercentage",
                     "Memory taken to memory of the chip; 1 is all of it."}},
    .pods = {Family{Kind::kGauge, "vGPUMemoryAllocated",
                    "Memory of the chip that the pod's container holds, in bytes."},
             Family{Kind::kGauge, "vGPUCoreAllocated",
                    "Cores of the chip that the pod's container holds, in the chip's unit."}},
    .ratio_has_type = false,
    .node = "nodeid",
    .uuid = "deviceuuid",
    .index = "deviceidx",
    .type = "devicetype",
    .cores = "devicecores",
    .memory_limit = "devicememorylimit",
    .pod_space = "podnamespace",
    .pod_node = "nodename",
    .pod_name = "podname",
    .container = "containeridx"};

}  // namespace npushare::metrics
