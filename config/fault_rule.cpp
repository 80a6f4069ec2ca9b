#include "config/fault_rule.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "config/suggestion.hpp"
#include "config/text_values.hpp"

namespace npushare::config {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::array<std::pair<std::string_view, Fault>, kFaults> kWords{{
    {"status", Fault::kStatus},
    {"delay", Fault::kDelay},
    {"hang", Fault::kHang},
    {"reset", Fault::kReset},
    {"lose-reply", Fault::kLoseReply},
    {"watch-end", Fault::kWatchEnd},
    {"watch-cut", Fault::kWatchCut},
    {"watch-silent", Fault::kWatchSilent},
    {"watch-expired", Fault::kWatchExpired},
    {"watch-duplicate", Fault::kWatchDuplicate},
    {"watch-replay", Fault::kWatchReplay},
    {"watch-no-bookmarks", Fault::kWatchNoBookmarks},
    {"plugin-hang", Fault::kPluginHang},
    {"plugin-slow", Fault::kPluginSlow},
    {"plugin-fail", Fault::kPluginFail},
    {"plugin-crash", Fault::kPluginCrash},
    {"plugin-keep-lock", Fault::kPluginKeepLock},
    {"plugin-stale-lock", Fault::kPluginStaleLock},
    {"plugin-mute", Fault::kPluginMute},
}};

constexpr std::array<unsigned, 9> kCodes = {401, 403, 409, 410, 422, 429, 500, 503, 504};
constexpr std::int64_t kMostEvents = 1'000'000'000;

void read_time(MappingReader& from, std::string_view key, milliseconds& into) {
  const std::optional<std::string> text = from.text(key);
  if (!text) return;
  if (const std::optional<milliseconds> value = duration_in(*text)) {
    into = *value;
    return;
  }
  from.refuse(key, "\"" + *text + "\" is no time span up to 24h", "write it as 200ms, 4s or 2m");
}

void read_status(MappingReader& from, FaultRule& rule) {
  const auto code = from.integer("code", {400, 599}, Presence::kRequired);
  if (!code) return;
  rule.code = static_cast<unsigned>(*code);
  if (std::ranges::find(kCodes, rule.code) == kCodes.end()) {
    from.refuse("code", std::to_string(rule.code) + " is none that a script can ask for",
                "write 401, 403, 409, 410, 422, 429, 500, 503 or 504");
  }
  milliseconds wait{0};
  read_time(from, "retryAfter", wait);
  rule.retry_after = std::chrono::ceil<seconds>(wait);
  take(from.boolean("applied"), rule.is_applied);
  if (rule.is_applied && rule.code != 500 && rule.code != 504) {
    from.refuse("applied", "needs the code 500 or 504", "other codes say that nothing was written");
  }
}

/// One of two or three words.
template <class Choice>
void read_choice(MappingReader& from, std::string_view key,
                 std::span<const std::pair<std::string_view, Choice>> choices, Choice& into) {
  const std::optional<std::string> text = from.text(key);
  if (!text) return;
  std::string words;
  for (const auto& [word, choice] : choices) {
    if (word == *text) {
      into = choice;
      return;
    }
    words.append(words.empty() ? "" : ", ").append(word);
  }
  from.refuse(key, "\"" + *text + "\" is unknown", "write one of " + words);
}

void read_crash(MappingReader& from, FaultRule& rule) {
  static constexpr std::array<std::pair<std::string_view, PluginStep>, 3> kSteps{
      {{"erase", PluginStep::kErase},
       {"phase", PluginStep::kPhase},
       {"release", PluginStep::kRelease}}};
  read_choice<PluginStep>(from, "before", kSteps, rule.before);
}

void read_stale_lock(MappingReader& from, FaultRule& rule) {
  static constexpr std::array<std::pair<std::string_view, LockOwner>, 2> kOwners{
      {{"gone", LockOwner::kGone}, {"nobody", LockOwner::kNobody}}};
  read_choice<LockOwner>(from, "owner", kOwners, rule.owner);
  read_time(from, "age", rule.age);
}

void read_count(MappingReader& from, std::string_view key, std::uint64_t& into) {
  if (const auto value = from.integer(key, {0, kMostEvents}))
    into = static_cast<std::uint64_t>(*value);
}

}  // namespace

std::string_view word_of(Fault fault) {
  const auto* found = std::ranges::find(kWords, fault, &decltype(kWords)::value_type::second);
  return found->first;
}

bool is_watch_fault(Fault fault) {
  return fault >= Fault::kWatchEnd && fault <= Fault::kWatchNoBookmarks;
}

bool is_plugin_fault(Fault fault) {
  return fault >= Fault::kPluginHang;
}

bool read_fault(MappingReader& from, FaultRule& rule) {
  const std::optional<std::string> word = from.text("fault", Presence::kRequired);
  if (!word) return false;
  const auto* found = std::ranges::find(kWords, *word, &decltype(kWords)::value_type::first);
  if (found != kWords.end()) {
    rule.fault = found->second;
    return true;
  }
  std::vector<std::string> known;
  for (const auto& [text, fault] : kWords) known.emplace_back(text);
  const std::optional<std::string> meant = nearest(*word, known);
  from.refuse("fault", "\"" + *word + "\" is no fault",
              meant ? "did you mean " + *meant + "?" : "docs/reference/faults.md lists them");
  return false;
}

void read_details(MappingReader& from, FaultRule& rule) {
  switch (rule.fault) {
    case Fault::kStatus: return read_status(from, rule);
    case Fault::kDelay:
    case Fault::kPluginHang:
    case Fault::kPluginSlow: return read_time(from, "time", rule.time);
    case Fault::kWatchEnd:
    case Fault::kWatchCut:
    case Fault::kWatchSilent:
    case Fault::kWatchExpired: return read_count(from, "events", rule.events);
    case Fault::kWatchReplay: return read_count(from, "back", rule.back);
    case Fault::kPluginCrash: return read_crash(from, rule);
    case Fault::kPluginStaleLock: return read_stale_lock(from, rule);
    case Fault::kHang:
    case Fault::kReset:
    case Fault::kLoseReply:
    case Fault::kWatchDuplicate:
    case Fault::kWatchNoBookmarks:
    case Fault::kPluginFail:
    case Fault::kPluginKeepLock:
    case Fault::kPluginMute: return;
  }
}

}  // namespace npushare::config
