/// The whole service in one object: the one place that knows everything.
///
/// Threads: start() and stop() from one thread, the rest from any. The service runs on threads of
///          its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "accounting/result.hpp"

namespace npushare {

/// As given on the command line; empty means "not said". Without any cluster: $KUBECONFIG, or the
/// one that this process is a pod of.
struct ServeOptions {
  std::string config_path;
  std::string volcano_conf;   // a volcano-scheduler.conf to take the policy from
  std::string embedded_path;  // a cluster file: serve an embedded cluster
  std::string faults_path;    // a fault script for it; wins over the cluster file's own
  std::string server_url;     // of an API server
  std::string kubeconfig_path;
  std::string context;  // of the kubeconfig; empty: its current one
  std::string token_file;
  std::string ca_file;
  std::string listen;         // ADDRESS:PORT, wins over the configuration
  std::string audit_log;      // a file, or - for standard error; wins over the configuration
  bool hami_metrics = false;  // HAMi's names of metrics too, whatever the configuration says
};

class App {
 public:
  /// Reads files and checks them; nothing runs yet. kInvalid names file, line and key.
  static Result<std::unique_ptr<App>> make(const ServeOptions& options);
  ~App();

  /// Listens when this returns; is_ready() follows when the first lists are applied.
  Result<> start();

  /// Not ready, accept no more, finish what runs, end the threads.
  void stop();

  bool is_ready() const;
  /// What is_ready() waits for; empty when ready.
  std::string waiting_for() const;
  /// Ready, or false when stop() came first.
  bool wait_until_ready();

  std::string address() const;
  bool speaks_tls() const;
  std::uint16_t port() const;
  /// Of the embedded API server; 0 when there is none.
  std::uint16_t embedded_port() const;

 private:
  class State;
  explicit App(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

/// Runs until SIGTERM or SIGINT; the exit code. Prints where it listens, to standard output.
int serve(const ServeOptions& options);

}  // namespace npushare
