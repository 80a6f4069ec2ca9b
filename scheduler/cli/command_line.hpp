/// The command line, read into what to do.
///
/// Errors:  never; a wrong command line is a Reading without a command, with a sentence and exit
/// code 2. Threads: plain values.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "config/convert_settings.hpp"

namespace npushare::cli {

inline constexpr int kExitFine = 0;      // done, and nothing to complain about
inline constexpr int kExitDiffers = 1;   // the answer is a no: an error found, a step that differs
inline constexpr int kExitWrongUse = 2;  // the command line is wrong
inline constexpr int kExitUnreachable = 3;  // the service does not answer

enum class Output { kTable, kWide, kJson, kYaml };

struct ServeCommand {
  std::string config_path;
  std::string volcano_conf;
  std::string embedded_path;
  std::string faults_path;
  std::string server_url;
  std::string kubeconfig_path;
  std::string context;
  std::string token_file;
  std::string ca_file;
  std::string listen;
  std::string audit_log;
  bool hami_metrics = false;
};

struct DemoCommand {
  std::string cluster;  // empty: cluster.yaml of the examples
  std::string examples = "examples";
  bool is_quiet = false;
};

/// Where a running service is, and how to be let in.
struct ServiceAccess {
  std::string url;
  std::string token_file;  // a bearer token; empty: none is sent
  std::string ca_file;     // vouches for an https service; empty: the system's roots
};

struct ExplainCommand {
  ServiceAccess service;
  Output output = Output::kTable;
  std::string space = "default";
  std::string pod;
  std::string file;  // instead of a pod; - is standard input
  bool keeps_watching = false;
};

/// What of the service is shown.
enum class Subject { kTop, kNodes, kShares, kWaiting, kHistory, kQuotas, kDrift, kLeaks, kStatus };

/// The command's name.
constexpr const char* word_of(Subject subject) {
  switch (subject) {
    case Subject::kTop: return "top";
    case Subject::kNodes: return "nodes";
    case Subject::kShares: return "shares";
    case Subject::kWaiting: return "waiting";
    case Subject::kHistory: return "history";
    case Subject::kQuotas: return "quotas";
    case Subject::kDrift: return "drift";
    case Subject::kLeaks: return "leaks";
    case Subject::kStatus: return "status";
  }
  return "";
}

struct ShowCommand {
  Subject subject = Subject::kTop;
  ServiceAccess service{};
  Output output = Output::kTable;
  bool keeps_watching = false;
  // Of leaks.
  bool fixes = false;
  bool fixes_hami_shaped = false;
  // Each of these is empty for all.
  std::string space{};
  std::string pod{};
  std::string node{};
  std::string chip{};  // its index on the node, or its uuid
  // Of history.
  std::string verb{};
  bool only_refused = false;
  int limit = 100;
  std::chrono::milliseconds since{0};  // 0: however long ago
};

struct CheckCommand {
  std::vector<std::string> files;
  std::string device_config;  // empty: the built-in catalogue
  Output output = Output::kTable;
};

struct ConvertCommand {
  ServiceAccess service{};        // is asked whether the claims fit
  std::string file;               // of one pod; - is standard input
  std::string space = "default";  // of a pod that names none
  std::string config;             // our own settings; empty: the defaults
  std::string device_config;      // empty: what the settings name, or the built-in catalogue
  std::optional<config::ConvertMode> mode{};  // nothing: as the settings have it
  Output output = Output::kTable;
};

struct VersionCommand {
  Output output = Output::kTable;
};

using Command = std::variant<ServeCommand, DemoCommand, ExplainCommand, ShowCommand, CheckCommand,
                             ConvertCommand, VersionCommand>;

struct Reading {
  std::optional<Command> command;
  int exit_code = kExitFine;  // when there is no command
  std::string help;           // for standard output
  std::string complaint;      // for standard error
};

/// What of the environment the commands take their defaults from.
struct Environment {
  std::string url;              // NPUSHARE_URL
  bool is_in_pod = false;       // KUBERNETES_SERVICE_HOST is set: there is a cluster of our own
  bool has_kubeconfig = false;  // KUBECONFIG is set: it names one
};

/// `words` without the program's own name.
Reading read_command_line(const std::vector<std::string>& words, const Environment& environment);

}  // namespace npushare::cli
