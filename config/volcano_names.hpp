/// The names that Volcano's scheduler knows: actions, plugins, and the arguments of the two plugins
/// that concern us.
///
/// Threads: constant.
/// Source:  spec/volcano-deviceshare.md 1.1, 5.1, 6.1; the action, plugin and option tables of
///          volcano.sh/volcano v1.14.1, and gangpreempt and gangreclaim of its later versions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace npushare::config {

/// How Volcano converts an argument.
enum class VolcanoType : std::uint8_t {
  kBool,      // a plain bool, or text that Go's ParseBool takes
  kInteger,   // a plain whole number
  kText,      // text
  kDuration,  // text that Go's ParseDuration takes
  kTexts,     // a list of texts; anything else ends the scheduler
  kForeign,   // of other devices; nothing is checked
};

struct VolcanoKey {
  std::string name;  // byte exact, with the plugin's name before the point
  VolcanoType type = VolcanoType::kText;
};

std::span<const VolcanoKey> deviceshare_keys();
std::span<const VolcanoKey> extender_keys();

/// Of the built-in plugins; a scheduler may load more from files.
std::span<const std::string> volcano_plugins();

/// The switches of an entry: its keys beside name and arguments.
std::span<const std::string> volcano_switches();

bool is_volcano_action(std::string_view name);
/// An action that v1.14 and v1.15 do not have.
bool is_late_volcano_action(std::string_view name);

}  // namespace npushare::config
