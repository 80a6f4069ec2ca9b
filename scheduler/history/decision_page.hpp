/// What is remembered, as GET /v1/decisions and /v1/waiting show it (docs/reference/http.md).
#pragma once

#include <span>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/history/decision_log.hpp"
#include "scheduler/history/waiting_list.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::history {

inline constexpr std::size_t kMostShown = 1000;

/// The page's query; an empty word stands for an absent one. kInvalid names the word and what to
/// write.
Result<LogQuestion> read_question(std::string_view limit, std::string_view pod,
                                  std::string_view verb);

wire::Json json_of(std::span<const LogEntry> entries);

/// `asks`: what the pod wants, in words.
wire::Json json_of(const WaitingPod& pod, const std::string& asks);

}  // namespace npushare::history
