/// Reads one mapping key by key. What nobody asked for is unknown.
///
/// Errors:  go to the report with the line and the path of the key; the call then returns nothing
/// and the
///          caller goes on with its default, so that one run finds every mistake.
/// Threads: none; the tree and the report must outlive the reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/finding.hpp"
#include "config/yaml_node.hpp"

namespace npushare::config {

enum class Presence : std::uint8_t { kOptional, kRequired };

struct Range {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

class MappingReader {
 public:
  /// `node` null or a YAML null: an empty mapping. `path` is empty for a document.
  MappingReader(const YamlNode* node, std::string path, Report& report);

  Report& report() const { return report_; }
  std::size_t line() const { return line_; }
  const std::string& path() const { return path_; }
  std::string path_of(std::string_view key) const;

  /// The value, or null when it is absent or a YAML null. Makes the key a known one.
  const YamlNode* find(std::string_view key, Presence presence = Presence::kOptional);

  /// Any scalar as it is written, not empty. A YAML null is absent.
  std::optional<std::string> text(std::string_view key, Presence presence = Presence::kOptional);
  /// A plain number without a fraction; quoted ones are refused.
  std::optional<std::int64_t> integer(std::string_view key, Range range,
                                      Presence presence = Presence::kOptional);
  std::optional<bool> boolean(std::string_view key);
  /// Empty when absent.
  std::vector<YamlPtr> list(std::string_view key, Presence presence = Presence::kOptional);
  MappingReader section(std::string_view key);

  /// Reports an error at the key's line.
  void refuse(std::string_view key, std::string message, std::string remedy);
  void warn(std::string_view key, std::string message, std::string remedy);

  /// For files of ours: an unknown key is an error.
  void refuse_unknown() const;
  /// For files that others read too: an unknown key is an error only when it looks like a known one
  /// misspelt, else a warning; those in `historic` are silent.
  void judge_unknown(const std::vector<std::string>& historic = {}) const;
  /// The misspelt ones alone: other unknown keys belong to somebody else.
  void refuse_misspelt() const;

 private:
  bool is_known(std::string_view key) const;
  void refuse_missing(std::string_view key);
  bool refuse_if_misspelt(const YamlMember& member) const;
  std::size_t line_of(std::string_view key) const;

  const YamlNode* node_;    // null when empty or broken
  bool is_broken_ = false;  // no mapping at all, which is reported: its keys are not missed as well
  std::size_t line_;
  std::string path_;
  Report& report_;
  std::vector<std::string> known_;
};

/// Assigns what was read, keeps the default otherwise.
template <class T, class From>
void take(const std::optional<From>& read, T& into) {
  if (read) into = T(*read);
}

}  // namespace npushare::config
