#include "config/finding.hpp"

#include <algorithm>
#include <utility>

namespace npushare::config {

std::string text_of(const Finding& finding, std::string_view file) {
  std::string text(file);
  if (finding.line != 0) text += ":" + std::to_string(finding.line);
  text += ": ";
  if (!finding.key.empty()) text += finding.key + ": ";
  text += finding.message;
  if (!finding.remedy.empty()) text += "; " + finding.remedy;
  return text;
}

void Report::error(std::size_t line, std::string key, std::string message, std::string remedy) {
  findings_.push_back(
      {Severity::kError, line, std::move(key), std::move(message), std::move(remedy)});
  ++errors_;
}

void Report::warn(std::size_t line, std::string key, std::string message, std::string remedy) {
  findings_.push_back(
      {Severity::kWarning, line, std::move(key), std::move(message), std::move(remedy)});
}

void Report::append(const Report& later) {
  findings_.insert(findings_.end(), later.findings_.begin(), later.findings_.end());
  errors_ += later.errors_;
}

std::optional<Error> Report::failure(std::string_view file) const {
  const auto first = std::ranges::find(findings_, Severity::kError, &Finding::severity);
  if (first == findings_.end()) return std::nullopt;
  std::string text = text_of(*first, file);
  if (errors_ > 1) text += " (and " + std::to_string(errors_ - 1) + " more)";
  return Error{ErrorCode::kInvalid, std::move(text)};
}

std::vector<std::string> Report::warnings(std::string_view file) const {
  std::vector<std::string> texts;
  for (const Finding& finding : findings_) {
    if (finding.severity == Severity::kWarning) texts.push_back(text_of(finding, file));
  }
  return texts;
}

}  // namespace npushare::config
