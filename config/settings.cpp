#include "config/settings.hpp"

#include <array>
#include <limits>
#include <utility>

#include "config/choice.hpp"
#include "config/mapping_reader.hpp"
#include "config/readers.hpp"
#include "config/settings_parts.hpp"
#include "config/text_values.hpp"
#include "config/yaml_parse.hpp"

namespace npushare::config {
namespace {

using std::chrono::milliseconds;

/// The largest memory that a node's registration can name, in MiB.
constexpr std::int64_t kMostMemory = std::numeric_limits<std::int32_t>::max();

void read_duration(MappingReader& from, std::string_view key, milliseconds& into) {
  const std::optional<std::string> text = from.text(key);
  if (!text) return;
  const std::optional<milliseconds> value = duration_in(*text);
  if (value && *value > milliseconds::zero()) {
    into = *value;
    return;
  }
  from.refuse(key, "\"" + *text + "\" is no time span above zero and up to 24h",
              "write it as 4s, 500ms or 2m");
}

void read_listen(MappingReader& from, Settings& into) {
  const std::optional<std::string> text = from.text("listen");
  if (!text) return;
  if (const std::optional<Endpoint> endpoint = endpoint_in(*text)) {
    into.listen_address = endpoint->address;
    into.listen_port = endpoint->port;
    return;
  }
  from.refuse("listen", "\"" + *text + "\" is not ADDRESS:PORT",
              "write an IP address, e.g. 127.0.0.1:8080, 0.0.0.0:8080 or [::1]:8080");
}

void read_policy(MappingReader& root, Settings& into) {
  MappingReader policy = root.section("policy");
  take(policy.text("node"), into.node_policy);
  take(policy.text("chip"), into.chip_policy);
  policy.refuse_unknown();
}

void read_filter(MappingReader& root, Settings& into) {
  MappingReader filter = root.section("filter");
  take(filter.boolean("singleNode"), into.single_node);
  filter.refuse_unknown();
}

void read_bind(MappingReader& root, Settings& into) {
  MappingReader bind = root.section("bind");
  read_duration(bind, "deadline", into.bind_deadline);
  bind.refuse_unknown();
}

void read_node(MappingReader& root, Settings& into) {
  MappingReader node = root.section("node");
  milliseconds timeout = into.registration_timeout;
  read_duration(node, "registrationTimeout", timeout);
  into.registration_timeout = std::chrono::duration_cast<std::chrono::seconds>(timeout);
  if (into.registration_timeout != timeout) {
    node.refuse("registrationTimeout", "has a part of a second", "write whole seconds, e.g. 120s");
  }
  node.refuse_unknown();
}

void read_http(MappingReader& root, Settings& into) {
  constexpr std::int64_t kLeast = 64 << 10;
  MappingReader http = root.section("http");
  if (const std::optional<std::string> text = http.text("bodyLimit")) {
    const std::optional<std::int64_t> size = byte_size_in(*text);
    if (size && *size >= kLeast) {
      into.body_limit = static_cast<std::size_t>(*size);
    } else {
      http.refuse("bodyLimit", "\"" + *text + "\" is no size from 64Ki to 1024Gi",
                  "write it as 256Mi");
    }
  }
  http.refuse_unknown();
}

void read_tls(MappingReader& root, Settings& into) {
  if (root.find("tls") == nullptr) return;
  MappingReader tls = root.section("tls");
  TlsSettings files;
  take(tls.text("certFile", Presence::kRequired), files.cert_file);
  take(tls.text("keyFile", Presence::kRequired), files.key_file);
  take(tls.text("clientCAFile"), files.client_ca_file);
  tls.refuse_unknown();
  into.tls = std::move(files);
}

/// A node's name follows the rule for all objects' names.
void check_object_names(MappingReader& from, const std::string& space, const std::string& name) {
  for (const auto& [key, value] : {std::pair("namespace", space), {"name", name}})
    if (!is_node_name(value))
      from.refuse(key, "\"" + value + "\" is no name of an object", "write it as kubectl shows it");
}

void read_leader_election(MappingReader& root, Settings& into) {
  if (root.find("leaderElection") == nullptr) return;
  MappingReader election = root.section("leaderElection");
  LeaseSettings lease;
  take(election.text("namespace"), lease.space);
  take(election.text("name"), lease.name);
  check_object_names(election, lease.space, lease.name);
  election.refuse_unknown();
  into.leader_election = std::move(lease);
}

void read_device_source(MappingReader& root, Settings& into) {
  take(root.text("deviceConfig"), into.device_config);
  if (root.find("deviceConfigMap") == nullptr) return;
  MappingReader map = root.section("deviceConfigMap");
  ConfigMapSource source;
  take(map.text("namespace"), source.space);
  take(map.text("name"), source.name);
  take(map.text("key"), source.key);
  check_object_names(map, source.space, source.name);
  map.refuse_unknown();
  into.device_config_map = std::move(source);
  if (!into.device_config.empty()) {
    root.refuse("deviceConfigMap", "excludes deviceConfig, which is given too",
                "keep the one that the node plugins read");
  }
}

void read_admin(MappingReader& root, Settings& into) {
  static constexpr std::array<std::string_view, 2> kWays = {"none", "kubernetes"};
  MappingReader admin = root.section("admin");
  if (const auto way = choice(admin, "auth", kWays))
    into.admin_auth = *way == 0 ? AdminAuth::kNone : AdminAuth::kKubernetes;
  admin.refuse_unknown();
}

void read_metrics(MappingReader& root, Settings& into) {
  static constexpr std::array<std::string_view, 3> kNames = {"none", "current", "legacy"};
  MappingReader metrics = root.section("metrics");
  if (const auto names = choice(metrics, "hamiNames", kNames))
    into.hami_names = static_cast<HamiNames>(*names);
  metrics.refuse_unknown();
}

void read_log(MappingReader& root, Settings& into) {
  static constexpr std::array<std::string_view, 4> kLevels = {"debug", "info", "warn", "error"};
  MappingReader log = root.section("log");
  if (const auto level = choice(log, "level", kLevels)) into.log_level = kLevels[*level];
  log.refuse_unknown();
}

void read_history(MappingReader& root, Settings& into) {
  MappingReader history = root.section("history");
  take(history.integer("decisions", {0, 1'000'000}), into.history_decisions);
  take(history.integer("perPod", {1, 1000}), into.history_per_pod);
  history.refuse_unknown();
  MappingReader audit = root.section("audit");
  take(audit.text("file"), into.audit_file);
  audit.refuse_unknown();
}

}  // namespace

Settings settings_of(const YamlNode* document, Report& report) {
  static constexpr std::array<std::string_view, 2> kLocks = {"hami", "none"};
  Settings settings;
  MappingReader root(document, "", report);
  read_listen(root, settings);
  read_policy(root, settings);
  read_filter(root, settings);
  if (const auto lock = choice(root, "lock", kLocks)) settings.node_lock = *lock == 0;
  take(root.integer("reservedMemoryMiB", {0, kMostMemory}), settings.reserved_memory);
  read_bind(root, settings);
  read_node(root, settings);
  read_device_source(root, settings);
  read_http(root, settings);
  read_tls(root, settings);
  read_leader_election(root, settings);
  read_admin(root, settings);
  read_metrics(root, settings);
  read_log(root, settings);
  read_history(root, settings);
  read_volcano(root, settings);
  read_node_resources(root, settings);
  read_dra(root, settings);
  root.refuse_unknown();
  return settings;
}

Result<Settings> read_settings(std::string_view yaml, std::string_view name) {
  Report report;
  const YamlPtr document = parse_one(yaml, report);
  if (auto failure = report.failure(name)) return std::move(*failure);
  Settings settings = settings_of(document.get(), report);
  if (auto failure = report.failure(name)) return std::move(*failure);
  return settings;
}

}  // namespace npushare::config
