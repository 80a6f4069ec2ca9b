#include "scheduler/app/setup.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <utility>

#include "config/kubeconfig.hpp"
#include "scheduler/app/rules.hpp"
#include "scheduler/kube/endpoint.hpp"

namespace npushare {
namespace {

/// The one at --server. Its files are read as they change; here only whether they are there.
Result<kube::Endpoint> endpoint_of(const ServeOptions& options) {
  Result<kube::Endpoint> endpoint = kube::endpoint_from_url(options.server_url);
  if (!endpoint) return Error{endpoint.error().code, "--server: " + endpoint.error().message};
  endpoint->token_file = options.token_file;
  endpoint->ca_file = options.ca_file;
  for (const std::string& path : {options.token_file, options.ca_file}) {
    if (path.empty()) continue;
    if (const Result<std::string> content = read_text_file(path); !content) return content.error();
  }
  return endpoint;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// The file named must be there; of those in $KUBECONFIG some may be missing.
Result<std::vector<config::KubeconfigFile>> kubeconfig_files(const ServeOptions& options) {
  const bool is_named = !options.kubeconfig_path.empty();
  const std::vector<std::string> paths =
      is_named ? std::vector{options.kubeconfig_path}
               : config::kubeconfig_paths(variable("KUBECONFIG"), variable("HOME"));
  std::vector<config::KubeconfigFile> files;
  std::string missing;
  for (const std::string& path : paths) {
    const Result<std::string> yaml = read_text_file(path);
    if (yaml) files.push_back({path, *yaml});
    if (!yaml) missing += (missing.empty() ? "" : ", ") + path;
    if (!yaml && std::filesystem::exists(path)) return yaml.error();
  }
  if (!files.empty()) return files;
  return Error{ErrorCode::kNotFound, missing + ": there is no kubeconfig; write --kubeconfig FILE"};
}

std::optional<kube::ExecPlugin> plugin_of(const std::optional<config::KubeExec>& exec) {
  if (!exec) return std::nullopt;
  kube::ExecPlugin plugin{.api_version = exec->api_version,
                          .words = {exec->command},
                          .environment = exec->environment,
                          .install_hint = exec->install_hint,
                          .wants_cluster = exec->wants_cluster};
  plugin.words.insert(plugin.words.end(), exec->arguments.begin(), exec->arguments.end());
  return plugin;
}

Result<kube::Endpoint> endpoint_of(const config::Kubeconfig& config) {
  Result<kube::Endpoint> endpoint = kube::endpoint_from_url(config.cluster.server);
  if (!endpoint) return endpoint;
  const config::KubeUser& user = config.user;
  endpoint->server_name = config.cluster.tls_server_name;
  endpoint->skip_verify = config.cluster.skip_verify;
  endpoint->ca_pem = config.cluster.ca_pem;
  endpoint->ca_file = config.cluster.ca_file;
  endpoint->client_cert_pem = user.client_cert_pem;
  endpoint->client_cert_file = user.client_cert_file;
  endpoint->client_key_pem = user.client_key_pem;
  endpoint->client_key_file = user.client_key_file;
  endpoint->token = user.token;
  endpoint->token_file = user.token_file;
  endpoint->username = user.username;
  endpoint->password = user.password;
  endpoint->exec = plugin_of(user.exec);
  endpoint->as = {
      .user = user.as_user, .uid = user.as_uid, .groups = user.as_groups, .extra = user.as_extra};
  return endpoint;
}

Result<config::ClusterFile> cluster_from(const ServeOptions& options) {
  const Result<std::string> yaml = read_text_file(options.embedded_path);
  if (!yaml) return yaml.error();
  Result<config::ClusterFile> cluster = config::read_cluster_file(*yaml, options.embedded_path);
  if (!cluster || options.faults_path.empty()) return cluster;
  const Result<std::string> script = read_text_file(options.faults_path);
  if (!script) return script.error();
  Result<config::FaultScript> faults = config::read_fault_script(*script, options.faults_path);
  if (!faults) return faults.error();
  cluster->faults = *std::move(faults);
  return cluster;
}

Result<> take_kubeconfig(const ServeOptions& options, Setup& setup) {
  const Result<std::vector<config::KubeconfigFile>> files = kubeconfig_files(options);
  if (!files) return files.error();
  Result<config::Kubeconfig> config = config::read_kubeconfig(*files, options.context);
  if (!config) return config.error();
  Result<kube::Endpoint> server = endpoint_of(*config);
  if (!server)
    return Error{server.error().code,
                 "context \"" + config->context + "\": " + server.error().message};
  setup.server = *std::move(server);
  std::ranges::move(config->warnings, std::back_inserter(setup.warnings));
  return {};
}

Result<> take(Result<kube::Endpoint> server, Setup& setup) {
  if (!server) return server.error();
  setup.server = *std::move(server);
  return {};
}

bool names_kubeconfig(const ServeOptions& options) {
  return !options.kubeconfig_path.empty() || !options.context.empty();
}

/// Fills in where the API server is: the one named, one of our own, or the one we live in.
Result<> choose_cluster(const ServeOptions& options, Setup& setup) {
  if (!options.server_url.empty()) return take(endpoint_of(options), setup);
  if (!options.embedded_path.empty()) {
    Result<config::ClusterFile> cluster = cluster_from(options);
    if (!cluster) return cluster.error();
    setup.embedded = *std::move(cluster);
    return {};
  }
  if (names_kubeconfig(options) || !variable("KUBECONFIG").empty())
    return take_kubeconfig(options, setup);
  return take(kube::in_cluster_endpoint(), setup);
}

/// Our own settings, and above them what Volcano's file says.
Result<> take_settings(const ServeOptions& options, Setup& setup) {
  Result<config::Settings> own = read_settings_file(options.config_path, options.listen);
  if (!own) return own.error();
  setup.settings = *std::move(own);
  if (options.volcano_conf.empty()) return {};
  const Result<std::string> text = read_text_file(options.volcano_conf);
  if (!text) return text.error();
  Result<config::VolcanoReading> read = config::read_volcano_conf(*text, options.volcano_conf);
  if (!read) return read.error();
  setup.volcano = {.path = options.volcano_conf, .conf = read->conf, .own = setup.settings};
  setup.settings = config::with_volcano(std::move(setup.settings), read->conf);
  setup.warnings = std::move(read->warnings);
  return {};
}

Result<> take_rules(Setup& setup) {
  const Result<Catalogue> catalogue = read_catalogue(setup.settings);
  if (!catalogue) return catalogue.error();
  std::optional<config::VolcanoConf> conf;
  if (setup.volcano) conf = setup.volcano->conf;
  Result<std::shared_ptr<const verbs::Rules>> rules = make_rules(setup.settings, *catalogue, conf);
  if (!rules) return rules.error();
  setup.rules = *std::move(rules);
  return {};
}

}  // namespace

Result<Setup> read_setup(const ServeOptions& options) {
  const int named = (options.server_url.empty() ? 0 : 1) + (options.embedded_path.empty() ? 0 : 1) +
                    (names_kubeconfig(options) ? 1 : 0);
  if (named > 1)
    return Error{ErrorCode::kInvalid, "--server, --embedded and --kubeconfig exclude one another"};
  Setup setup;
  if (const Result<> taken = take_settings(options, setup); !taken) return taken.error();
  if (const Result<> made = take_rules(setup); !made) return made.error();
  if (const Result<> chosen = choose_cluster(options, setup); !chosen) return chosen.error();
  return setup;
}

}  // namespace npushare
