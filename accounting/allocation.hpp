/// Everything a pod was granted on one node, container by container, and what that costs each chip.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "accounting/share.hpp"
#include "accounting/share_id.hpp"

namespace npushare {

/// kInit runs alone before the others; kSidecar is a restartable init container and keeps running.
enum class ContainerKind : std::uint8_t { kInit, kSidecar, kApp };

struct Container {
  std::string name;
  ContainerKind kind = ContainerKind::kApp;

  friend bool operator==(const Container&, const Container&) = default;
};

/// What the node plugin tells the container. For a whole chip: its registered memory, no cores.
struct Quota {
  MiB memory;
  Cores cores;

  friend bool operator==(const Quota&, const Quota&) = default;
};

/// One chip for one container.
struct Grant {
  std::uint16_t container = 0;  // index into Allocation::containers
  ChipUuid chip;
  std::size_t chip_index = 0;
  ModelName model;
  Amount amount;  // what the chip is charged
  Quota quota;
  std::string template_name;  // hard split only; empty for a whole chip
  Hold hold = Hold::kPart;
  Mode mode = Mode::kHard;

  friend bool operator==(const Grant&, const Grant&) = default;
};

/// Shape: containers as in the pod, init containers (sidecars among them) first, then app
/// containers;
///        grants in container order, within a container in the order the annotation lists them.
struct Allocation {
  NodeName node;
  HolderPtr holder;
  std::vector<Container> containers;
  std::vector<Grant> grants;
};

/// Whether the pod's ordinary init containers may still run.
enum class InitPhase { kRunning, kDone };

/// One share that an allocation puts on one chip.
struct Charge {
  ChipUuid chip;
  ShareId id;
  Share share;
  ModelName model;
};

/// The shares of an allocation: one for each chip of each sidecar and app container, and for each
/// chip one more for what the ordinary init containers take beyond those, until they are done.
///
/// Their sum on a chip is max(init peak including the sidecars started before it, sidecars + apps).
std::vector<Charge> charges_of(const Allocation& allocation, InitPhase phase);

/// What `grants`, all on one chip and of one pod, take of it at the worst moment.
Amount peak_of(const std::vector<Container>& containers, const std::vector<const Grant*>& grants);

}  // namespace npushare
