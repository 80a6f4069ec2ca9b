/// Our own configuration file, as npushare serve reads it.
///
/// Shape:   one YAML mapping; every key optional; an unknown key is an error that names its line
/// and
///          the nearest known key.
/// Errors:  kInvalid, `FILE:LINE: key: what is wrong; what to write instead`.
/// Threads: plain values.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "accounting/units.hpp"
#include "config/convert_settings.hpp"
#include "config/dra_settings.hpp"

namespace npushare::config {

/// Files in PEM form.
struct TlsSettings {
  std::string cert_file;       // tls.certFile
  std::string key_file;        // tls.keyFile
  std::string client_ca_file;  // tls.clientCAFile; empty: clients need no certificate

  friend bool operator==(const TlsSettings&, const TlsSettings&) = default;
};

/// The device configuration that HAMi's scheduler and node plugin read from the cluster.
struct ConfigMapSource {
  std::string space = "kube-system";           // deviceConfigMap.namespace
  std::string name = "hami-scheduler-device";  // deviceConfigMap.name
  std::string key = "device-config.yaml";      // deviceConfigMap.key

  friend bool operator==(const ConfigMapSource&, const ConfigMapSource&) = default;
};

/// The Lease by which one of several replicas leads.
struct LeaseSettings {
  std::string space = "kube-system";  // leaderElection.namespace
  std::string name = "npushare";      // leaderElection.name

  friend bool operator==(const LeaseSettings&, const LeaseSettings&) = default;
};

/// Who may ask the endpoints that show the cluster's state.
enum class AdminAuth { kNone, kKubernetes };

/// Which of HAMi's names of metrics stand beside ours.
enum class HamiNames { kNone, kCurrent, kLegacy };

/// Which policies a volcano-scheduler.conf means by binpack and spread.
enum class VolcanoFormulas { kNpushare, kVolcano };

/// What becomes of the memory and cores of a node's chips in its status.
enum class NodeResources {
  kKeep,     // nothing is written
  kPublish,  // they are capacity, as the count is
  kRemove,   // what was published is taken back
};

/// What is done about claims that nobody uses any more.
enum class LeakHandling {
  kReport,            // they are shown
  kDeleteOwn,         // those that our webhook made are deleted
  kDeleteHamiShaped,  // and those that look as HAMi-DRA makes them
};

struct Settings {
  std::string listen_address = "127.0.0.1";  // listen: ADDRESS:PORT
  std::uint16_t listen_port = 8080;
  std::string node_policy = "binpack";             // policy.node
  std::string chip_policy = "binpack";             // policy.chip
  bool single_node = false;                        // filter.singleNode
  bool node_lock = true;                           // lock: hami | none
  MiB reserved_memory;                             // reservedMemoryMiB
  std::chrono::milliseconds bind_deadline{4000};   // bind.deadline
  std::chrono::seconds registration_timeout{120};  // node.registrationTimeout
  std::string device_config;  // deviceConfig: path of device-config.yaml; empty: built in
  std::optional<ConfigMapSource> device_config_map;  // deviceConfigMap, instead of deviceConfig
  std::optional<TlsSettings> tls;                    // nothing: plain HTTP
  std::optional<LeaseSettings> leader_election;      // nothing: this is the only replica
  AdminAuth admin_auth = AdminAuth::kNone;           // admin.auth: none | kubernetes
  std::size_t body_limit = std::size_t{256} << 20;   // http.bodyLimit, e.g. 256Mi
  HamiNames hami_names = HamiNames::kNone;           // metrics.hamiNames: none | current | legacy
  std::string log_level = "info";                    // log.level
  std::size_t history_decisions = 20'000;            // history.decisions
  std::size_t history_per_pod = 20;                  // history.perPod
  VolcanoFormulas volcano_formulas = VolcanoFormulas::kNpushare;  // volcano.formulas
  NodeResources node_resources = NodeResources::kKeep;  // nodeResources: keep | publish | remove
  ConvertSettings convert;                              // dra.convert
  LeakHandling leaks = LeakHandling::kReport;           // dra.leaks: report | delete-own | ...
  DraSettings dra;
  std::string audit_file;  // audit.file; empty: none, -: standard error
};

/// `name` stands for the file in messages.
Result<Settings> read_settings(std::string_view yaml, std::string_view name);

}  // namespace npushare::config
