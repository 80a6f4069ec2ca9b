/// One NPU and the catalogue entry it is an instance of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounting/amount.hpp"
#include "accounting/block.hpp"
#include "accounting/names.hpp"

namespace npushare {

/// How a chip is divided: by driver templates, or by the runtime library hami-core.
enum class Mode : std::uint8_t { kHard, kSoft };

constexpr const char* text_of(Mode mode) {
  return mode == Mode::kHard ? "hard" : "soft";
}

/// A fixed hardware split.
struct Template {
  std::string name;
  MiB memory;
  Cores cores;  // AI cores
  Cpus cpus;

  friend bool operator==(const Template&, const Template&) = default;
};

/// A catalogue entry, e.g. 310P3/Ascend310P.
///
/// Source: device-config.yaml, one element of `vnpus.configs`
/// (spec/node-plugin-contract.md 2.1, 2.2).
struct ChipModel {
  std::string chip_name;  // the driver's name: 310P3
  ModelName name;         // commonWord: Ascend310P
  std::string count_resource;
  std::string memory_resource;
  std::string core_resource;
  MiB allocatable;                 // what a whole chip is charged in a request
  MiB capacity;                    // the largest memory that still means "a whole chip"
  std::int64_t memory_factor = 1;  // MiB a unit of the memory resource
  Cores ai_cores;
  Cpus ai_cpus;
  std::string runtime_class;
  bool overwrite_env = false;
  bool super_pod = false;
  std::vector<Template> templates;  // ascending memory

  /// The smallest template with at least this memory; nothing when only a whole chip will do.
  std::optional<Template> template_for(MiB asked) const;

  /// The template of exactly this name.
  std::optional<Template> template_named(std::string_view wanted) const;

  friend bool operator==(const ChipModel&, const ChipModel&) = default;
};

/// One NPU as its node registered it.
///
/// Units: capacity.cores are percent when mode is kSoft (normally 100), AI cores when kHard.
struct Chip {
  ChipUuid uuid;
  std::size_t index = 0;  // position in the node's registration
  ModelName model;
  Mode mode = Mode::kHard;
  Amount capacity;    // after the operator's reserve
  MiB device_memory;  // as registered: what a whole chip is called in annotations
  bool healthy = false;
  bool cordoned = false;       // an operator wants no new shares on it
  Block block = Block::kNone;  // to pods that ask by annotations
  /// Where sources call the chip's memory differently, the capacity is the smallest. Who asks for
  /// more, but for no more than this, asks for the whole chip and is charged its capacity.
  MiB largest_ask{};
  std::optional<std::int64_t> network_id;  // Ascend910*: chips with equal ids are well connected

  /// By another of the chip's sources this much is all of it, or nearly.
  bool means_whole(MiB memory) const { return memory > capacity.memory && memory <= largest_ask; }

  friend bool operator==(const Chip&, const Chip&) = default;
};

}  // namespace npushare
