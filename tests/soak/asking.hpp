/// One HTTP call to the service, as a scheduler makes it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "scheduler/wire/json.hpp"

namespace npushare::soak {

struct Reply {
  unsigned status = 0;  // 0: none came
  std::string body;
  wire::Json json() const;
};

/// Blocks until the answer is there or the time is over.
Reply ask(std::uint16_t port, const std::string& method, const std::string& target,
          std::string body = {}, std::chrono::milliseconds time = std::chrono::milliseconds(5000));

}  // namespace npushare::soak
