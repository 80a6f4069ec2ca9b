/// How badly the way to the API server fares at the moment.
#pragma once

#include "tests/simulation/timeline.hpp"

namespace npushare::simulation {

/// Chances in percent.
struct Weather {
  int no_connection = 0;  // nothing of the call is sent
  int lost_request = 0;   // it is sent and never carried out
  int lost_answer = 0;    // it is carried out and never answered
  int broken = 0;         // 500, before or after it is carried out
  int busy = 0;           // 429 with Retry-After
  int held_up = 0;        // it takes up to held_up_for longer to get there
  Millis held_up_for{2'500};
  int cut = 0;      // a watch breaks off after any event
  int expired = 0;  // and its version is gone then: all objects anew
  Millis watch_lags{50};
};

inline Weather fair() {
  return {};
}

inline Weather storm() {
  return {.no_connection = 8,
          .lost_request = 8,
          .lost_answer = 15,
          .broken = 10,
          .busy = 8,
          .held_up = 30,
          .cut = 25,
          .expired = 20,
          .watch_lags = Millis{3'000}};
}

}  // namespace npushare::simulation
