/// What lab 20 does with claims again and again.
///
/// A pod and its claim have one name. The claim is what HAMi-DRA's webhook made of the pod's
/// limits.
#pragma once

#include <string>

#include "scheduler/cli/demo_acts.hpp"

namespace npushare::cli {

/// A container's part of one chip, named by its uuid.
struct ClaimPod {
  std::string name;
  std::int64_t memory = 8192;  // MiB
  std::int64_t cores = 50;
  std::size_t chip = 0;
};

/// Creates claim and pod, waits until the pod runs, and compares device, consumed capacity and the
/// container's environment.
Result<> place_claim(Stage& stage, const ClaimPod& pod);

/// The second half of place_claim(): both are there already.
Result<> see_claim_placed(Stage& stage, const ClaimPod& pod);

/// Creates claim and pod, and waits until the scheduler has refused the pod; the claim stays open.
Result<> refuse_claim(Stage& stage, const ClaimPod& pod);

/// Compares: the claim is not allocated.
Result<> see_claim_open(Stage& stage, const std::string& name);

/// Deletes claim and pod, as HAMi-DRA's webhook and the user do, and compares: the claim stays
/// while the pod ends.
Result<> begin_removal(Stage& stage, const std::string& name);

/// Waits until pod and claim are gone.
Result<> see_removed(Stage& stage, const std::string& name);

/// The name of the claim's share; empty: it has none.
Result<std::string> share_of(Stage& stage, const std::string& name);

}  // namespace npushare::cli
