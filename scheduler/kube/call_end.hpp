/// How a call to the API server ended, for whoever counts them.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

#include "accounting/result.hpp"

namespace npushare::kube {

struct CallEnd {
  std::string_view verb{};  // the HTTP method, or WATCH for a stream; valid during the report only
  unsigned status = 0;      // of the answer; 0: there was none
  std::optional<ErrorCode> error{};  // why there was none
  std::chrono::nanoseconds took{0};  // of a stream: up to its beginning
};

/// Called from any thread; must be quick and must not call the client.
using CallObserver = std::function<void(const CallEnd&)>;

}  // namespace npushare::kube
