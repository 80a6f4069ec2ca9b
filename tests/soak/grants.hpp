/// What a pod's annotations grant it, read by this file alone: the audit shares no code with the
/// service's own reader.
///
/// Units:  memory MiB; cores percent for soft pods and AI cores for hard ones; a slot a share.
/// Source: spec/node-plugin-contract.md 2.2, 3.4, 3.5, 6.4; design.md 4 (init containers).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/wire/json.hpp"

namespace npushare::soak {

struct Use {
  std::int64_t memory = 0;
  std::int64_t cores = 0;
  std::int64_t cpus = 0;
  std::int64_t slots = 0;

  Use& operator+=(const Use& other);
  friend bool operator==(const Use&, const Use&) = default;
  std::string text() const;
};

struct PodGrants {
  bool is_soft = false;
  bool has_whole = false;                  // a chip that nobody shares
  std::map<std::string, Use> chips;        // by uuid, as it counts now
  std::vector<std::size_t> per_container;  // chips of each container
  std::vector<std::string> mistakes;
};

inline constexpr std::int64_t kChipMemory = 21527;
inline constexpr std::int64_t kChipCores = 8;  // of hard split
inline constexpr std::int64_t kChipCpus = 7;
inline constexpr std::int64_t kSoftCores = 100;  // percent

/// Nothing when the pod has no grants.
std::optional<PodGrants> read_grants(const wire::Json& pod);

/// The chips that the containers ask for, in the order of the segments.
std::vector<std::size_t> asked_chips(const wire::Json& pod);

/// Bound to a node and not over.
bool is_live(const wire::Json& pod);
std::string name_of(const wire::Json& object);
const wire::Json& annotation_of(const wire::Json& object, const std::string& key);

}  // namespace npushare::soak
