/// How long to let a caller wait for a turn that it cannot have before it hangs up.
///
/// A scheduler whose bind fails comes back by itself: 1 s after the first failure in a row, then
/// after 2, 4, 8 and 10 s, whatever happens meanwhile. If all who wait were sent away when their
/// patience ends, all would be away together and the node would idle. So each is sent away at the
/// moment that brings it back before its turn, with half its patience to spare.
/// Source: spec/kube-scheduler-extender.md 1.7.
#pragma once

#include <chrono>
#include <optional>

namespace npushare::sync {

struct Outlook {
  using Duration = std::chrono::steady_clock::duration;

  Duration turn_in;   // when its turn is to be expected
  Duration left;      // of this call's patience
  Duration patience;  // of a whole call
  int failures = 0;   // calls in a row that were sent away
};

/// How long the scheduler stays away after that many failures in a row, the first being 1.
std::chrono::seconds back_off(int failures);

/// Nothing: its turn comes in time. Zero: send it away now.
std::optional<Outlook::Duration> stay_for(const Outlook& outlook);

}  // namespace npushare::sync
