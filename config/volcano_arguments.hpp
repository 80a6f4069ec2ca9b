/// The arguments of the plugins deviceshare and extender, converted as Volcano converts them.
///
/// Shape:   only what Volcano would take is there; an absent argument has Volcano's default.
/// Errors:  go to the report: a value that Volcano would ignore, or that would end its process, is
///          an error; a key that it does not know is a warning with the nearest one it does.
/// Threads: no shared state.
/// Source:  spec/volcano-deviceshare.md 1.1, 5.1, 6.3 C2, C3, C11; vectors V-105 to V-107, V-133,
///          V-138.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "config/finding.hpp"
#include "config/volcano_names.hpp"
#include "config/volcano_tiers.hpp"

namespace npushare::config {

class VolcanoArguments {
 public:
  /// None at all: every argument has its default.
  VolcanoArguments() = default;

  static VolcanoArguments read(const VolcanoEntry& entry, std::span<const VolcanoKey> known,
                               Report& report);

  /// Whether the file gives the key, with whatever value.
  bool has(const std::string& key) const { return lines_.contains(key); }
  /// And whether Volcano takes that value.
  bool takes(const std::string& key) const { return values_.contains(key); }
  /// The key's line; the entry's where it is absent.
  std::size_t line_of(const std::string& key) const;

  bool truth(const std::string& key) const;  // false when absent
  std::optional<std::int64_t> integer(const std::string& key) const;
  std::string text(const std::string& key) const;  // empty when absent
  std::vector<std::string> texts(const std::string& key) const;

 private:
  using Value = std::variant<bool, std::int64_t, std::string, std::vector<std::string>>;

  void take(const YamlMember& member, VolcanoType type, Report& report);
  void take_texts(const YamlMember& member, Report& report);

  template <class T>
  const T* find(const std::string& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : std::get_if<T>(&found->second);
  }

  std::size_t line_ = 0;
  std::map<std::string, std::size_t> lines_;
  std::map<std::string, Value> values_;
};

}  // namespace npushare::config
