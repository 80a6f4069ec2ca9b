/// As whom one call goes: the headers that say so, and a certificate when a plugin gives one.
///
/// Token before password before plugin; each call asks again, so files and plugins may change.
/// Errors:  those of ExecSource; none without a plugin.
/// Threads: any.
/// Source:  spec/kube-scheduler-extender.md 4.4; k8s.io/client-go transport.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <optional>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/kube/endpoint.hpp"
#include "scheduler/kube/exec_source.hpp"
#include "scheduler/kube/token_source.hpp"

namespace npushare::kube {

struct Identity {
  std::string headers;  // whole lines, each with its end
  std::string token;
  std::optional<ExecCredential> from_plugin;
};

class Credentials {
 public:
  using Clock = std::chrono::steady_clock;

  Credentials(asio::any_io_executor executor, const Endpoint& endpoint);

  asio::awaitable<Result<Identity>> current(Clock::time_point due);

  /// The server has answered 401. True when there may be another identity to try now.
  bool renew(const Identity& refused, Clock::time_point now);

  void stop();

 private:
  TokenSource tokens_;
  std::string basic_;  // the header line
  std::string as_;     // header lines
  std::optional<ExecSource> plugin_;
};

}  // namespace npushare::kube
