/// A configuration in force with files that a test may change, and what came of it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/app/reload.hpp"
#include "scheduler/app/rules.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::service_test {

/// A device configuration with one chip model.
inline std::string a_device_config(const std::string& allocatable = "21527") {
  return R"(vnpus:
- chipName: 310P3
  commonWord: Ascend310P
  resourceName: huawei.com/Ascend310P
  resourceMemoryName: huawei.com/Ascend310P-memory
  memoryAllocatable: )" +
         allocatable + R"(
  memoryCapacity: 24576
  aiCore: 8
  aiCPU: 7
)";
}

class NoticeList final : public verbs::Notices {
 public:
  void tell(const verbs::Notice& notice) const override { texts.push_back(notice.text); }
  mutable std::vector<std::string> texts;
};

class ConfigDesk {
 public:
  /// Starts with what the file says, and a volcano-scheduler.conf where there is one.
  explicit ConfigDesk(const std::string& settings, const std::string& volcano = {}) {
    path = files.write("npushare.yaml", settings);
    LiveConfig::Start start{
        .config_path = path, .listen = {}, .settings = *read_settings_file(path, "")};
    std::optional<config::VolcanoConf> conf;
    if (!volcano.empty()) {
      conf = config::read_volcano_conf(volcano, "at the start")->conf;
      start.volcano = {.path = files.write("volcano-scheduler.conf", volcano),
                       .conf = *conf,
                       .own = start.settings};
      start.settings = config::with_volcano(start.settings, *conf);
    }
    rules.store(*make_rules(start.settings, *read_catalogue(start.settings), conf));
    live.emplace(
        std::move(start),
        LiveConfig::With{
            .rules = rules, .clock = clock, .notices = notices, .read_again = [this] { ++reads; }});
    look();
  }

  /// Twice: a file is read once it stands still.
  void look() {
    live->poll();
    live->poll();
  }

  /// Writes the settings and looks at them.
  void settings(const std::string& text) {
    files.write("npushare.yaml", text);
    look();
  }

  /// Writes Volcano's file and looks at it.
  void volcano(const std::string& text) {
    files.write("volcano-scheduler.conf", text);
    look();
  }

  wire::Json source(const std::string& name) const {
    const wire::Json page = live->page();
    for (const wire::Json& source : page["sources"].items())
      if (source["name"].string() == name) return source;
    return {};
  }
  std::int64_t version() const { return live->page()["version"].integer(); }
  std::string in_force(const std::string& field) const {
    return live->page()["settings"][field].string();
  }
  MiB allocatable() const {
    return rules.load()->dialect.catalogue().find(ModelName{"Ascend310P"})->allocatable;
  }

  testing_support::ScratchDirectory files;
  std::string path;
  verbs_test::HandClock clock;
  NoticeList notices;
  int reads = 0;
  Published<verbs::Rules> rules{nullptr};
  std::optional<LiveConfig> live;
};

}  // namespace npushare::service_test
