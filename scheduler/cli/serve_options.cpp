#include "scheduler/cli/serve_options.hpp"

#include <CLI/CLI.hpp>

#include "scheduler/cli/option.hpp"

namespace npushare::cli {
namespace {

void declare_cluster(CLI::App& app, ServeCommand& into) {
  option(app, "--embedded", into.embedded_path, "FILE",
         "start an API server of its own with the nodes of this cluster file");
  option(app, "--faults", into.faults_path, "FILE",
         "what is to go wrong in the embedded cluster: a fault script");
  option(app, "--kubeconfig", into.kubeconfig_path, "FILE",
         "the Kubernetes API server to work with, and as whom, as kubectl reads it");
  option(app, "--context", into.context, "NAME",
         "which of the kubeconfig's contexts (default: its current one)");
  option(app, "--server", into.server_url, "URL", "the Kubernetes API server by its address");
  option(app, "--token-file", into.token_file, "FILE",
         "bearer token for the API server, read again as it changes");
  option(app, "--ca-file", into.ca_file, "FILE",
         "certificates that vouch for the API server (default: the system's)");
}

}  // namespace

void declare_serve(CLI::App& app, ServeCommand& into) {
  declare_cluster(app, into);
  option(app, "--config", into.config_path, "FILE", "npushare.yaml; without it the defaults");
  option(app, "--volcano-conf", into.volcano_conf, "FILE",
         "Volcano's volcano-scheduler.conf: its SchedulePolicy is gone by, as it changes");
  option(app, "--listen", into.listen, "ADDRESS:PORT",
         "where to serve; port 0 takes any free one (default: the configuration's, "
         "127.0.0.1:8080)");
  option(app, "--audit-log", into.audit_log, "FILE",
         "a JSON line for each bind and each release; - is standard error (default: the "
         "configuration's, none)");
  app.add_flag("--hami-metrics", into.hami_metrics,
               "HAMi's names of metrics beside our own, for dashboards made for it");
}

std::string complaint_about(const ServeCommand& serve, bool has_cluster_around) {
  const bool has_kubeconfig = !serve.kubeconfig_path.empty() || !serve.context.empty();
  const int named = (serve.embedded_path.empty() ? 0 : 1) + (serve.server_url.empty() ? 0 : 1) +
                    (has_kubeconfig ? 1 : 0);
  if (named == 0 && !has_cluster_around) {
    return "serve needs a cluster: --embedded FILE for one in this process, to try things out, or "
           "--kubeconfig FILE or --server URL for a Kubernetes API server";
  }
  if (named > 1)
    return "--embedded, --kubeconfig and --server are different clusters; give one of them";
  if (!serve.faults_path.empty() && serve.embedded_path.empty())
    return "--faults goes with --embedded: only a cluster in this process fails to order";
  const bool has_files = !serve.token_file.empty() || !serve.ca_file.empty();
  if (has_kubeconfig && has_files)
    return "--token-file and --ca-file go with --server; a kubeconfig names its own";
  return {};
}

}  // namespace npushare::cli
