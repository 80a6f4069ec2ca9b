/// A command that shows something, run on a transport of a test.
#pragma once

#include <sstream>
#include <string>

#include "scheduler/cli/show_command.hpp"
#include "tests/support/cli_transport.hpp"

namespace npushare::cli {

/// 2026-11-30T21:00:00Z, for ages.
inline std::chrono::system_clock::time_point evening() {
  return std::chrono::system_clock::time_point(std::chrono::seconds{1'796'072'400});
}

struct Shown {
  int exit_code = 0;
  bool has_failed = false;
  std::string out;
  std::string err;
};

inline Shown shown(const ShowCommand& command, FakeTransport& transport) {
  std::ostringstream out;
  std::ostringstream err;
  const Screen screen{.out = out, .err = err, .canvas = {.now = evening()}};
  const Look look = show_once(command, transport, screen);
  return {look.exit_code, look.has_failed, out.str(), err.str()};
}

}  // namespace npushare::cli
