#include "scheduler/app_setup.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "config/device_config.hpp"
#include "policies/registry.hpp"

namespace npushare {
namespace {

constexpr std::string_view kServiceAccount = "/var/run/secrets/kubernetes.io/serviceaccount/";

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{ErrorCode::kNotFound, path + ": cannot be read"};
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Result<config::Settings> settings_from(const ServeOptions& options) {
  config::Settings settings;
  if (!options.config_path.empty()) {
    const Result<std::string> yaml = read_file(options.config_path);
    if (!yaml) return yaml.error();
    Result<config::Settings> read = config::read_settings(*yaml, options.config_path);
    if (!read) return read;
    settings = *std::move(read);
  }
  if (options.listen.empty()) return settings;
  const auto listen = config::read_settings("listen: '" + options.listen + "'", "--listen");
  if (!listen) return listen.error();
  settings.listen_address = listen->listen_address;
  settings.listen_port = listen->listen_port;
  return settings;
}

Result<Catalogue> catalogue_from(const config::Settings& settings) {
  if (settings.device_config.empty()) return config::built_in_catalogue();
  const Result<std::string> yaml = read_file(settings.device_config);
  if (!yaml) return yaml.error();
  return config::read_device_config(*yaml, settings.device_config);
}

Result<const Policy*> policy_from(const char* key, const std::string& name) {
  if (const Policy* policy = find_policy(name)) return policy;
  std::string text = std::string(key) + ": \"" + name + "\" is not a policy; write one of";
  for (const std::string_view known : policy_names()) text.append(" ").append(known);
  return Error{ErrorCode::kInvalid, std::move(text)};
}

Result<std::shared_ptr<const verbs::Rules>> rules_from(const config::Settings& settings) {
  Result<Catalogue> catalogue = catalogue_from(settings);
  if (!catalogue) return catalogue.error();
  const Result<const Policy*> node = policy_from("policy.node", settings.node_policy);
  if (!node) return node.error();
  const Result<const Policy*> chip = policy_from("policy.chip", settings.chip_policy);
  if (!chip) return chip.error();
  return std::make_shared<const verbs::Rules>(verbs::Rules{
      .dialect =
          backends::Dialect(*std::move(catalogue), {.reserved_memory = settings.reserved_memory}),
      .node_policy = *node,
      .chip_policy = *chip,
      .node_policy_name = settings.node_policy,
      .chip_policy_name = settings.chip_policy,
      .single_node = settings.single_node,
      .lock = settings.node_lock ? verbs::LockUse::kHami : verbs::LockUse::kNone,
      .bind_deadline = settings.bind_deadline});
}

Result<kube::Endpoint> endpoint_of(const ServeOptions& options) {
  const auto url = boost::urls::parse_uri(options.server_url);
  const bool is_http = url && (url->scheme() == "http" || url->scheme() == "https");
  if (!is_http || url->host().empty()) {
    return Error{ErrorCode::kInvalid,
                 "--server: \"" + options.server_url + "\" is no address; write https://HOST:PORT"};
  }
  kube::Endpoint endpoint;
  endpoint.tls = url->scheme() == "https";
  endpoint.host = url->host_address();
  endpoint.port = url->has_port() ? std::string(url->port()) : endpoint.tls ? "443" : "80";
  endpoint.token_file = options.token_file;
  if (options.ca_file.empty()) return endpoint;
  Result<std::string> ca = read_file(options.ca_file);
  if (!ca) return ca.error();
  endpoint.ca_pem = *std::move(ca);
  return endpoint;
}

/// The cluster that this process is a pod of.
Result<kube::Endpoint> own_cluster() {
  const char* host = std::getenv("KUBERNETES_SERVICE_HOST");
  const char* port = std::getenv("KUBERNETES_SERVICE_PORT");
  if (host == nullptr || port == nullptr) {
    return Error{ErrorCode::kInvalid,
                 "no cluster: write --embedded FILE or --server URL, or run as a pod of one"};
  }
  Result<std::string> ca = read_file(std::string(kServiceAccount) + "ca.crt");
  if (!ca) return ca.error();
  kube::Endpoint endpoint;
  endpoint.host = host;
  endpoint.port = port;
  endpoint.tls = true;
  endpoint.ca_pem = *std::move(ca);
  endpoint.token_file = std::string(kServiceAccount) + "token";
  return endpoint;
}

Result<config::ClusterFile> cluster_from(const std::string& path) {
  const Result<std::string> yaml = read_file(path);
  if (!yaml) return yaml.error();
  return config::read_cluster_file(*yaml, path);
}

/// Fills in where the API server is: the one named, one of our own, or the one we live in.
Result<> choose_cluster(const ServeOptions& options, Setup& setup) {
  if (!options.server_url.empty()) {
    Result<kube::Endpoint> named = endpoint_of(options);
    if (!named) return named.error();
    setup.server = *std::move(named);
    return {};
  }
  if (!options.embedded_path.empty()) {
    Result<config::ClusterFile> cluster = cluster_from(options.embedded_path);
    if (!cluster) return cluster.error();
    setup.embedded = *std::move(cluster);
    return {};
  }
  Result<kube::Endpoint> own = own_cluster();
  if (!own) return own.error();
  setup.server = *std::move(own);
  return {};
}

}  // namespace

Result<Setup> read_setup(const ServeOptions& options) {
  if (!options.server_url.empty() && !options.embedded_path.empty())
    return Error{ErrorCode::kInvalid, "--server and --embedded exclude each other"};
  Result<config::Settings> settings = settings_from(options);
  if (!settings) return settings.error();
  Result<std::shared_ptr<const verbs::Rules>> rules = rules_from(*settings);
  if (!rules) return rules.error();

  Setup setup{.settings = *std::move(settings), .rules = *rules, .embedded = {}, .server = {}};
  if (const Result<> chosen = choose_cluster(options, setup); !chosen) return chosen.error();
  return setup;
}

}  // namespace npushare
