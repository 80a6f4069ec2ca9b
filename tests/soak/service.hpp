/// The service under test, started, stopped and killed again and again, on a new port each time.
///
/// Threads: port() from any; the rest from one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "tests/soak/options.hpp"

namespace npushare::soak {

class Service {
 public:
  /// `api_port`: of the API server that it is to talk to.
  Service(std::uint16_t api_port, const Options& options);
  ~Service();

  /// False when it did not start. `as` is kApp or kProgram.
  bool start(Body as);
  /// A program is killed where it stands; an app ends as it does on SIGTERM.
  void end();
  bool is_running() const { return body_ != nullptr; }

  /// Where it answers now; 0 while there is none.
  std::uint16_t port() const { return port_.load(); }

  class Incarnation;

 private:
  std::uint16_t api_port_;
  std::string program_;
  std::string diary_;  // where a program's own log goes
  std::string config_path_;
  std::unique_ptr<Incarnation> body_;
  std::atomic<std::uint16_t> port_ = 0;
};

}  // namespace npushare::soak
