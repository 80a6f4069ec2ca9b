/// One container's part of one chip, as a series can name it.
///
/// A pod can have several shares under one name for a moment: what its init containers take beside
/// its sidecars, or the shares of a pod that has gone and of the one that has its name now. They
/// are added up, since no two samples may carry the same labels.
#pragma once

#include <cstdint>
#include <vector>

#include "accounting/device_ledger.hpp"

namespace npushare::metrics {

struct HeldPart {
  const PodKey* pod = nullptr;  // of the ledger
  std::uint16_t container = 0;  // position in the pod, init containers first
  Amount amount;
};

std::vector<HeldPart> parts_of(const DeviceLedger& chip);

}  // namespace npushare::metrics
