/// What the operator told Volcano, as far as it decides our answers to it.
///
/// Units:   weight is a plain factor of scores that run from 0 to 100; 0 and less: no scores.
/// Threads: a plain value, part of one immutable Rules.
/// Source:  spec/volcano-deviceshare.md 1.1 (ScheduleWeight, SchedulePolicy), 5.9 (modes A and B).
#pragma once

#include <cstdint>

#include "policies/policy.hpp"

namespace npushare::verbs {

inline constexpr std::int64_t kVolcanoWeight = 10;  // where no volcano-scheduler.conf is given

struct VolcanoRules {
  std::int64_t weight = kVolcanoWeight;  // deviceshare.ScheduleWeight
  const Policy* node_policy = nullptr;   // null: that of Rules
  const Policy* chip_policy = nullptr;   // likewise
  bool is_adviser = false;  // mode A: Volcano's own deviceshare picks the chips, we only advise
};

}  // namespace npushare::verbs
