#include "scheduler/sync/answer_time.hpp"

#include <algorithm>

namespace npushare::sync {
namespace {

using Duration = Outlook::Duration;

constexpr std::chrono::seconds kLongest{10};
constexpr int kDoublings = 4;  // 1, 2, 4, 8 s, then kLongest
constexpr std::chrono::minutes kHorizon{10};

/// A turn is reached in a call that is not the last moment's: plans slip.
constexpr Duration reach_of(Duration patience) {
  return patience * 4 / 5;
}

}  // namespace

std::chrono::seconds back_off(int failures) {
  if (failures > kDoublings) return kLongest;
  return std::chrono::seconds{1LL << (failures - 1)};
}

std::optional<Duration> stay_for(const Outlook& outlook) {
  const Duration turn = std::min<Duration>(outlook.turn_in, kHorizon);
  if (turn <= outlook.left) return std::nullopt;
  Duration away{0};
  for (int calls = 1;; ++calls) {
    away += back_off(outlook.failures + calls);
    if (turn > away + outlook.left + calls * reach_of(outlook.patience)) continue;
    const Duration stay = turn - away - calls * (outlook.patience / 2);
    return std::clamp(stay, Duration{0}, outlook.left);
  }
}

}  // namespace npushare::sync
