#include <optional>
#include <ostream>

#include "config/check.hpp"
#include "config/device_config.hpp"
#include "scheduler/cli/check_page.hpp"
#include "scheduler/cli/commands.hpp"
#include "scheduler/cli/manifest.hpp"

namespace npushare::cli {
namespace {

CheckedFile read_and_check(const std::string& path, const Catalogue* shared) {
  const Result<std::string> text = read_file(path);
  if (!text) {
    const config::Finding unreadable{.severity = config::Severity::kError,
                                     .line = 0,
                                     .key = "",
                                     .message = text.error().message,
                                     .remedy = ""};
    return {.name = path, .findings = {unreadable}};
  }
  return {.name = path, .findings = config::check_file(*text, path, shared)};
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
  screen.out << (command.output == Output::kJson ? findings_json(files).pretty()
                                                 : draw_findings(files, screen.canvas));
  return count(files, config::Severity::kError) == 0 ? kExitFine : kExitDiffers;
}

int version(const VersionCommand& command, const Screen& screen) {
  const wire::Json answer = wire::Json::Object{{"version", NPUSHARE_VERSION}};
  screen.out << (command.output == Output::kJson
                     ? answer.pretty()
                     : std::string("npushare ") + NPUSHARE_VERSION + '\n');
  return kExitFine;
}

}  // namespace npushare::cli
