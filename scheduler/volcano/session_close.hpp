/// onSessionClose: what the session only hoped for is over; what it has placed stays until it is
/// bound, shown to be void, or too old.
///
/// Source: spec/volcano-deviceshare.md 5.3, 5.8.
#pragma once

#include "scheduler/volcano/trials.hpp"

namespace npushare::volcano {

/// Nobody reads an answer.
inline void session_close(Trials& trials) {
  trials.heard();
  trials.close_session();
}

}  // namespace npushare::volcano
