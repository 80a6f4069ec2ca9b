/// How Volcano's extender plugin reads answers, written after its rules and not after our writer.
///
/// Source: spec/volcano-deviceshare.md 5.2, 5.3, 5.4, vectors V-116 to V-130.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "scheduler/wire/go_key.hpp"
#include "scheduler/wire/json.hpp"
#include "scheduler/wire/scan.hpp"

namespace npushare::volcano_test {

/// The first JSON value of the text, as Go's decoder takes it; an error for none.
inline Result<wire::Json> first_value(const std::string& text) {
  if (text.empty()) return Error{ErrorCode::kInvalid, "EOF"};
  wire::Scanner scan(text);
  const auto value = scan.skip_value(0);
  if (!value) return scan.error();
  return wire::Json::parse(*value);
}

inline wire::Json field(const wire::Json& object, std::string_view key) {
  for (const auto& [name, value] : object.members())
    if (wire::is_go_key(name, key)) return value;
  return {};
}

/// An integer of Go: no fraction, no quotes; null is 0.
inline std::optional<std::int64_t> go_integer(const wire::Json& value) {
  if (value.is_null()) return 0;
  if (!value.is_number()) return std::nullopt;
  if (value.number_text().find_first_of(".eE") != std::string::npos) return std::nullopt;
  return value.integer();
}

struct Verdict {
  std::int64_t code = 0;
  std::string reason;
  std::string error;  // the answer could not be read

  /// What allocate makes of it: codes above 5 are unknown to it and pass.
  bool fits() const { return error.empty() && (code <= 0 || code > 5); }
};

inline Verdict read_verdict(const std::string& body) {
  const Result<wire::Json> json = first_value(body);
  if (!json) return {.code = 1, .reason = {}, .error = json.error().message};
  const auto code = go_integer(field(*json, "code"));
  if (!code) return {.code = 1, .reason = {}, .error = "code is no integer"};
  const std::string reason = field(*json, "status").string();
  if (reason.empty()) return {};
  return {.code = *code == 0 ? 1 : *code, .reason = reason, .error = {}};
}

struct Scores {
  std::map<std::string, double> of;
  std::optional<std::string> error;  // the task is skipped this round
};

inline Scores read_scores(const std::string& body) {
  const Result<wire::Json> json = first_value(body);
  if (!json) return {.of = {}, .error = json.error().message};
  const std::string message = field(*json, "errorMessage").string();
  const wire::Json scores = field(*json, "nodeScore");
  if (scores.is_null() || !message.empty()) return {.of = {}, .error = message};
  Scores read;
  for (const auto& [node, score] : scores.members()) {
    if (!score.is_number()) return {.of = {}, .error = "nodeScore is no number"};
    read.of[node] = score.number();
  }
  return read;
}

/// The event's error: what Volcano rolls back for; nothing when it is content.
inline std::optional<std::string> read_event(const std::string& body) {
  const Result<wire::Json> json = first_value(body);
  if (!json) return json.error().message;
  const std::string message = field(*json, "errorMessage").string();
  if (message.empty()) return std::nullopt;
  return message;
}

}  // namespace npushare::volcano_test
