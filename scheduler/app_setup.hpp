/// From flags and files to what the service runs with. Everything is checked before anything
/// starts.
#pragma once

#include <optional>

#include "config/cluster_file.hpp"
#include "config/settings.hpp"
#include "scheduler/app.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare {

struct Setup {
  config::Settings settings;
  std::shared_ptr<const verbs::Rules> rules;
  std::optional<config::ClusterFile> embedded;  // nothing: talk to `server`
  kube::Endpoint server;
};

/// kInvalid or kNotFound, naming the file or the flag.
Result<Setup> read_setup(const ServeOptions& options);

}  // namespace npushare
