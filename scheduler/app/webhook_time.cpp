#include "scheduler/app/webhook_time.hpp"

#include <algorithm>

#include "config/go_duration.hpp"

namespace npushare {
namespace {

constexpr std::chrono::seconds kUsualTimeout{10};  // the API server's own default
constexpr std::chrono::seconds kLongestTimeout{30};
constexpr int kShareOfTheWay = 5;

}  // namespace

observe::Clock::Monotonic webhook_deadline(const http::Request& request,
                                           const observe::Clock& clock) {
  const auto asked = config::go_duration_in(request.query_value("timeout"));
  const std::chrono::nanoseconds timeout =
      asked && asked->count() > 0 ? std::min<std::chrono::nanoseconds>(*asked, kLongestTimeout)
                                  : kUsualTimeout;
  return clock.now() + timeout - timeout / kShareOfTheWay;
}

}  // namespace npushare
