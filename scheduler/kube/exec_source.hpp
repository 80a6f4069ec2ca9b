/// Credentials from a plugin, kept until they expire or are refused.
///
/// The plugin runs beside us, once at a time and 60 s at most; who needs a credential waits for it
/// within the own time limit, and finds it the next time when that was too short.
/// Errors:  kUnauthorized: the plugin failed, with its words; kTimeout.
/// Threads: any.
/// Source:  spec/kube-scheduler-extender.md 4.4.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/kube/exec_credential.hpp"

namespace npushare::kube {

namespace asio = boost::asio;

class ExecSource {
 public:
  using Clock = std::chrono::steady_clock;

  /// A credential is taken for good this long at least: a refusal right after it is no reason to
  /// ask the plugin again.
  static constexpr std::chrono::seconds kGoodFor{10};

  ExecSource(asio::any_io_executor executor, ExecPlugin plugin, const Endpoint& endpoint);
  /// Ends the plugin if it runs.
  ~ExecSource();
  ExecSource(const ExecSource&) = delete;
  ExecSource& operator=(const ExecSource&) = delete;

  asio::awaitable<Result<ExecCredential>> current(Clock::time_point due);

  /// The server has refused this one. True when asking again may bring another.
  bool renew(const ExecCredential& refused, Clock::time_point now);

  void stop();

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare::kube
