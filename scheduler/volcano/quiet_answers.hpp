/// Answers to verbs that Volcano may be told to call and that decide nothing here: what leaves its
/// own opinion as it is.
///
/// Source: spec/volcano-deviceshare.md 5.3, 5.4: an empty body is an error for all of them but the
///         sessions' opening and closing, whose bodies nobody reads.
#pragma once

#include <array>
#include <string_view>

namespace npushare::volcano {

struct QuietAnswer {
  std::string_view verb;
  std::string_view body;
};

inline constexpr std::array kQuietAnswers{
    QuietAnswer{"onSessionOpen", ""},
    QuietAnswer{"preemptable", R"({"status":0,"victims":[]})"},
    QuietAnswer{"reclaimable", R"({"status":0,"victims":[]})"},
    QuietAnswer{"jobEnqueueable", R"({"status":0})"},
    QuietAnswer{"jobEnqueued", "{}"},
    QuietAnswer{"queueOverused", R"({"overused":false})"},
    QuietAnswer{"jobReady", R"({"status":true})"},
};

}  // namespace npushare::volcano
