/// What is wrong, or legal and surprising, in a file that an operator wrote.
///
/// Shape:   one finding a place; `line` counts from 1, 0 when no line is to blame; `key` is the
/// path of the
///          mapping or value, e.g. `vnpus.configs[0].aiCore`, empty at the top.
/// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::config {

enum class Severity : std::uint8_t { kError, kWarning };

constexpr const char* text_of(Severity severity) {
  return severity == Severity::kError ? "error" : "warning";
}

struct Finding {
  Severity severity = Severity::kError;
  std::size_t line = 0;
  std::string key;
  std::string message;
  std::string remedy;  // empty when the message says it all
};

/// `FILE:LINE: key: what is wrong; what to write instead`.
std::string text_of(const Finding& finding, std::string_view file);

/// All findings of one file, in the order they were made.
class Report {
 public:
  void error(std::size_t line, std::string key, std::string message, std::string remedy = {});
  void warn(std::size_t line, std::string key, std::string message, std::string remedy = {});

  void append(const Report& later);

  bool has_errors() const { return errors_ != 0; }
  const std::vector<Finding>& findings() const { return findings_; }

  /// kInvalid with the first error and how many follow; nothing when there is none.
  std::optional<Error> failure(std::string_view file) const;

  /// The warnings as text_of() writes them.
  std::vector<std::string> warnings(std::string_view file) const;

 private:
  std::vector<Finding> findings_;
  std::size_t errors_ = 0;
};

}  // namespace npushare::config
