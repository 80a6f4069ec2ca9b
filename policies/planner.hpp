/// Where on a node would this pod go? All its containers together, or nothing.
///
/// filter, prioritize, bind and explain all run this code, so they cannot disagree.
/// Same ledger, request and policy: same plan. Chips are tried in the policy's order; if that runs
/// into a dead end other choices are tried, up to kMaxSteps, so a pod that fits is found to fit.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "accounting/allocation.hpp"
#include "accounting/reason.hpp"
#include "accounting/request.hpp"
#include "policies/policy.hpp"

namespace npushare {

/// One chip's answer to one ask, for explain.
struct ChipFinding {
  std::size_t ask = 0;  // index into Request::asks
  ChipUuid chip;
  std::size_t chip_index = 0;
  std::optional<Reason> reason;  // nothing: fits
  Amount asked;
  Amount free;
};

/// Why a node cannot take the pod.
struct Refusal {
  Reason reason = Reason::kMemoryShort;
  std::size_t ask = 0;      // the first ask that found no place
  bool resolvable = false;  // it would fit if every pod of lower priority left
};

struct Plan {
  std::optional<Allocation> allocation;  // set when the pod fits
  Refusal refusal;                       // meaningful when it does not

  bool fits() const { return allocation.has_value(); }
};

inline constexpr std::size_t kMaxSteps = 20'000;

/// `findings`, when given, receives each chip's answer to each ask as if it were the only one.
Plan plan_on(const NodeLedger& node, const Request& request, const Policy& chip_policy,
             std::vector<ChipFinding>* findings = nullptr);

/// The ledger as it would be if every pod with a priority below this one had left.
NodeLedger without_lower(const NodeLedger& node, std::int64_t priority);

}  // namespace npushare
