#include "scheduler/cli/check_page.hpp"

#include <algorithm>

#include "scheduler/cli/format.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

using config::Finding;
using config::Severity;

std::string draw_finding(const std::string& file, const Finding& finding, const Canvas& canvas) {
  const std::string place = finding.line == 0 ? file : file + ":" + std::to_string(finding.line);
  const Tone tone = finding.severity == Severity::kError ? Tone::kBad : Tone::kWarning;
  std::string out = canvas.style.paint(Tone::kStrong, printable(place)) + "  " +
                    canvas.style.paint(tone, text_of(finding.severity));
  if (!finding.key.empty()) out += "  " + printable(finding.key);
  std::string sentence = printable(finding.message);
  if (!finding.remedy.empty()) sentence += "; " + printable(finding.remedy);
  return out + '\n' + wrapped(sentence, 4, canvas.columns);
}

std::string totals(const std::vector<CheckedFile>& files) {
  const std::size_t errors = count(files, Severity::kError);
  const std::size_t warnings = count(files, Severity::kWarning);
  const std::string read = counted(files.size(), "file") + " read: ";
  if (errors + warnings == 0) return read + "nothing to complain about\n";
  return read + counted(errors, "error") + ", " + counted(warnings, "warning") + '\n';
}

}  // namespace

std::size_t count(const std::vector<CheckedFile>& files, Severity severity) {
  std::ptrdiff_t sum = 0;
  for (const CheckedFile& file : files)
    sum += std::ranges::count(file.findings, severity, &Finding::severity);
  return static_cast<std::size_t>(sum);
}

std::string draw_findings(const std::vector<CheckedFile>& files, const Canvas& canvas) {
  std::string out;
  for (const CheckedFile& file : files)
    for (const Finding& finding : file.findings)
      out += draw_finding(file.name, finding, canvas) + '\n';
  return out + totals(files);
}

wire::Json findings_json(const std::vector<CheckedFile>& files) {
  wire::Json list = wire::Json::array();
  for (const CheckedFile& file : files) {
    for (const Finding& finding : file.findings) {
      list.push_back(wire::Json::Object{{"file", file.name},
                                        {"line", static_cast<std::int64_t>(finding.line)},
                                        {"severity", text_of(finding.severity)},
                                        {"key", finding.key},
                                        {"message", finding.message},
                                        {"remedy", finding.remedy}});
    }
  }
  return wire::Json::Object{
      {"findings", std::move(list)},
      {"errors", static_cast<std::int64_t>(count(files, Severity::kError))},
      {"warnings", static_cast<std::int64_t>(count(files, Severity::kWarning))}};
}

}  // namespace npushare::cli
