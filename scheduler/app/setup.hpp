/// From flags and files to what the service runs with. Everything is checked before anything
/// starts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/cluster_file.hpp"
#include "config/settings.hpp"
#include "scheduler/app/app.hpp"
#include "scheduler/app/reload.hpp"
#include "scheduler/kube/endpoint.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare {

struct Setup {
  config::Settings settings;  // in force, with what Volcano's file says in its place
  std::optional<LiveConfig::VolcanoStart> volcano;  // nothing: there is no such file
  std::shared_ptr<const verbs::Rules> rules;
  std::optional<config::ClusterFile> embedded;  // nothing: talk to `server`
  kube::Endpoint server;
  std::vector<std::string> warnings;  // to be logged once there is a log
};

/// kInvalid or kNotFound, naming the file or the flag.
Result<Setup> read_setup(const ServeOptions& options);

}  // namespace npushare
