#include <algorithm>
#include <optional>
#include <ostream>

#include "config/check.hpp"
#include "config/device_config.hpp"
#include "config/file_kind.hpp"
#include "config/overlap.hpp"
#include "config/settings.hpp"
#include "config/volcano_conf.hpp"
#include "policies/registry.hpp"
#include "scheduler/cli/check_page.hpp"
#include "scheduler/cli/commands.hpp"
#include "scheduler/cli/manifest.hpp"
#include "scheduler/cli/print.hpp"
#include "scheduler/cli/quota_check.hpp"

namespace npushare::cli {
namespace {

std::string known_policies() {
  std::string names;
  for (const std::string_view name : policy_names())
    names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

/// config/ reads our file without knowing the policies there are.
void check_policy(const std::string& text, const std::string& key, const std::string& name,
                  std::vector<config::Finding>& findings) {
  if (find_policy(name) != nullptr) return;
  const std::size_t at = std::min(text.find(name), text.size());
  const auto lines_before =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  findings.push_back({.severity = config::Severity::kError,
                      .line = static_cast<std::size_t>(lines_before) + 1,
                      .key = key,
                      .message = "no policy is called \"" + name + '"',
                      .remedy = "there are " + known_policies()});
}

std::vector<config::Finding> findings_of(const std::string& text, const std::string& path,
                                         const Catalogue* shared) {
  std::vector<config::Finding> findings = config::check_file(text, path, shared);
  const Result<config::Settings> settings = config::read_settings(text, path);
  if (settings) {  // the file is one of ours, and well formed
    check_policy(text, "policy.node", settings->node_policy, findings);
    check_policy(text, "policy.chip", settings->chip_policy, findings);
  }
  const std::vector<config::Finding> quotas =
      check_quotas(text, shared != nullptr ? *shared : config::built_in_catalogue());
  findings.insert(findings.end(), quotas.begin(), quotas.end());
  return findings;
}

CheckedFile read_and_check(const std::string& path, const Catalogue* shared) {
  const Result<std::string> text = read_file(path);
  if (!text) {
    const config::Finding unreadable{.severity = config::Severity::kError,
                                     .line = 0,
                                     .key = "",
                                     .message = text.error().message,
                                     .remedy = ""};
    return {.name = path, .text = {}, .findings = {unreadable}};
  }
  return {.name = path, .text = *text, .findings = findings_of(*text, path, shared)};
}

bool is_settings(const std::string& text, const std::string& path) {
  return config::kind_of_file(text, path) == config::FileKind::kSettings;
}

/// What of our own settings the Volcano configurations among the files set as well.
void check_overlaps(std::vector<CheckedFile>& files) {
  for (const CheckedFile& volcano : files) {
    const Result<config::VolcanoReading> read =
        config::read_volcano_conf(volcano.text, volcano.name);
    if (!read) continue;
    for (CheckedFile& own : files) {
      if (!is_settings(own.text, own.name)) continue;
      const auto overlaps = config::overlaps_of(own.text, read->conf, volcano.name);
      own.findings.insert(own.findings.end(), overlaps.begin(), overlaps.end());
    }
  }
}

Result<std::optional<Catalogue>> catalogue_of(const std::string& path) {
  if (path.empty()) return std::optional<Catalogue>();
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  Result<Catalogue> catalogue = config::read_device_config(*text, path);
  if (!catalogue) return catalogue.error();
  return std::optional<Catalogue>(std::move(*catalogue));
}

}  // namespace

int check(const CheckCommand& command, const Screen& screen) {
  const Result<std::optional<Catalogue>> catalogue = catalogue_of(command.device_config);
  if (!catalogue) return report("check", catalogue.error(), screen);
  std::vector<CheckedFile> files;
  for (const std::string& path : command.files)
    files.push_back(read_and_check(path, *catalogue ? &**catalogue : nullptr));
  check_overlaps(files);
  print({.answer = findings_json(files),
         .tables = draw_findings(files, canvas_for(command.output, screen))},
        {command.output}, screen);
  return count(files, config::Severity::kError) == 0 ? kExitFine : kExitDiffers;
}

int version(const VersionCommand& command, const Screen& screen) {
  const wire::Json answer = wire::Json::Object{{"version", NPUSHARE_VERSION}};
  print({.answer = answer, .tables = std::string("npushare ") + NPUSHARE_VERSION + '\n'},
        {command.output}, screen);
  return kExitFine;
}

}  // namespace npushare::cli
