/// What both labs do again and again: place a pod, see one refused, take one away.
#pragma once

#include <string>
#include <vector>

#include "scheduler/cli/demo_stage.hpp"

namespace npushare::cli {

inline constexpr const char* kChip0 = "68496E64-20E05477-92C31323-6E78030A-BD003019";
inline constexpr const char* kChip1 = "D8496E64-20C101B1-C0D42F23-AED8030A-40003039";

/// A pod of the labs: its manifest and what it asks for.
struct LabPod {
  std::string name;
  std::string file;  // below examples/pods
  std::int64_t memory = 8192;
  std::int64_t cores = 0;
};

/// Asks filter, creates the pod, waits until it runs, and compares the annotations with those for
/// this chip, byte for byte, and the environment of its container.
Result<> place(Stage& stage, const LabPod& pod, std::size_t chip);

/// The second half of place(): the pod is there already.
Result<> see_placed(Stage& stage, const LabPod& pod, std::size_t chip);

/// One chip's expected verdict on a pod.
struct ExpectedVerdict {
  std::size_t chip = 0;
  std::string reason;
  std::int64_t memory_free = 0;
  std::int64_t cores_free = 0;
};

/// Asks filter, creates the pod, waits until the scheduler has refused it, and compares what
/// explain says of each chip.
Result<> refuse(Stage& stage, const LabPod& pod, const std::vector<ExpectedVerdict>& chips);

/// The second half of refuse(): the pod is there already, and still waits.
Result<> see_refused(Stage& stage, const LabPod& pod, const std::vector<ExpectedVerdict>& chips);

}  // namespace npushare::cli
