/// The configuration in force, kept equal to its sources while the service runs.
///
/// Sources: our own file; volcano-scheduler.conf, which takes the place of the policies where it
///          names one; the device configuration's file, or the ConfigMap in its place. A good
///          new version is published at once and what it changes is logged; a bad one changes
///          nothing, is logged once, and shows until a good one comes. What only a start can change
///          (where to listen, ...) is said to wait for it.
/// Threads: any.
/// Source:  spec/node-plugin-contract.md 2.1.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "accounting/published.hpp"
#include "config/changes.hpp"
#include "config/volcano_conf.hpp"
#include "scheduler/app/file_watch.hpp"
#include "scheduler/metrics/sources.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare {

/// One place that configuration comes from.
struct ConfigSource {
  std::string name;         // settings, device-config, volcano
  std::string origin;       // a path, "ConfigMap NAMESPACE/NAME", "defaults", "built in"
  std::string fingerprint;  // of the version in force; empty: not a text
  observe::Clock::Wall applied;
  std::string error;  // of the newest version, when it is not the one in force
};

class LiveConfig {
 public:
  struct With {
    Published<verbs::Rules>& rules;
    const observe::Clock& clock;
    const verbs::Notices& notices;
    /// Chips and grants, or what nodes are to show, mean something else now: nodes and pods have to
    /// be read again.
    std::function<void()> read_again;
  };
  /// The volcano-scheduler.conf that the service was started with.
  struct VolcanoStart {
    std::string path;
    config::VolcanoConf conf;
    config::Settings own;  // without what the file takes the place of
  };
  /// What the service was started with; already checked and published.
  struct Start {
    std::string config_path;  // empty: none
    std::string listen;       // the flag; empty: none
    config::Settings settings;
    std::optional<VolcanoStart> volcano{};  // nothing: there is no such file
  };

  /// All of `with` must outlive this.
  LiveConfig(Start start, With with);

  /// Looks at the files and takes over what has changed and stands still since the last look.
  void poll();

  /// The ConfigMap's text, in whichever version it is.
  void offer_device_config(const std::string& yaml);
  /// There is no such ConfigMap, or it lacks the key. The last good version stays in force.
  void refuse_device_config(std::string why);

  /// Empty once every source has given a good version; then it costs one look at a flag.
  std::string waiting_for() const;
  /// What newer versions are refused for; empty when the newest are in force.
  std::string problem() const;
  /// "node spread, chip spread, from FILE": the policies in force and who names them.
  std::string policies() const;
  /// What becomes of node resources now.
  config::NodeResources node_resources() const;
  /// How nodes that say nothing share their chips with claims.
  config::DraMode dra_mode() const;
  /// For metrics.
  metrics::ConfigState state() const;
  /// GET /v1/config.
  wire::Json page() const;

 private:
  /// What came of one look, to be told once the lock is given back.
  struct Outcome {
    std::vector<config::Change> applied;
    std::vector<config::Change> waiting;  // for the next start
    std::vector<std::string> warnings;    // of a version that is in force
    std::string refused;                  // "ORIGIN: why"
    std::string origin;                   // of what is applied
    bool shows_nodes_anew = false;        // nodes and pods have to be read again
  };

  /// What the rules are made from.
  struct Version {
    config::Settings settings;
    Catalogue catalogue;
    std::optional<config::VolcanoConf> conf;
  };

  /// The catalogue to go by and its file's text.
  struct Devices {
    Catalogue catalogue;
    std::string text;
  };
  static Result<Devices> read_devices(const std::string& path);

  Outcome read_settings_again();
  Outcome read_devices_again();
  Outcome read_volcano_again();
  Outcome adopt(const Version& next, const std::string& origin);
  std::vector<config::Change> changes_to(const Version& next) const;
  std::vector<config::Change> waiting_for_a_start() const;
  static config::Settings with_conf(const config::Settings& own,
                                    const std::optional<config::VolcanoConf>& conf);
  std::string policy_origin() const;
  void change_source(const config::Settings& settings, const Devices& devices,
                     http::FileStamp stamp);
  Outcome refuse(ConfigSource& source, const std::string& why);
  Outcome take_devices(const std::string& yaml);
  void accept(ConfigSource& source, const std::string& text);
  void tell(const Outcome& outcome);

  const Start start_;
  const With with_;

  mutable std::mutex mutex_;
  config::Settings own_settings_;  // as our own file says
  config::Settings settings_;      // in force
  Catalogue catalogue_;
  std::optional<config::VolcanoConf> conf_;
  ConfigSource own_;
  ConfigSource devices_;
  ConfigSource volcano_;
  FileWatch own_file_;
  FileWatch device_file_;
  FileWatch volcano_file_;
  std::vector<config::Change> waiting_;
  std::uint64_t version_ = 1;
  std::atomic<bool> is_complete_;
};

}  // namespace npushare
