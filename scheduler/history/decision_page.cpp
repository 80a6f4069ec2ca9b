#include "scheduler/history/decision_page.hpp"

#include <charconv>
#include <string>

#include "scheduler/wire/rfc3339.hpp"

namespace npushare::history {
namespace {

using wire::Json;

Error wrong(std::string_view name, std::string_view value, const std::string& remedy) {
  return {ErrorCode::kInvalid, std::string(name) + ": \"" + std::string(value) + "\" " + remedy};
}

Result<std::size_t> read_limit(std::string_view text) {
  std::size_t limit = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || limit < 1 || limit > kMostShown)
    return wrong("limit", text, "is no number from 1 to " + std::to_string(kMostShown));
  return limit;
}

Result<PodKey> read_pod(std::string_view text) {
  const std::size_t slash = text.find('/');
  const bool is_named = slash != std::string_view::npos && slash > 0 && slash + 1 < text.size() &&
                        text.find('/', slash + 1) == std::string_view::npos;
  if (!is_named) return wrong("pod", text, "is no name of a pod; write NAMESPACE/NAME");
  return PodKey{std::string(text.substr(0, slash)), std::string(text.substr(slash + 1))};
}

Json reasons_json(const ReasonCounts& reasons) {
  Json json = Json::object();
  reasons.each([&](Reason reason, std::uint32_t count) {
    json.set(code_of(reason), static_cast<std::int64_t>(count));
  });
  return json;
}

Json json_of(const LogEntry& entry) {
  const Decision& decision = entry.decision;
  return Json::Object{{"at", wire::write_rfc3339(decision.at)},
                      {"first", wire::write_rfc3339(entry.first)},
                      {"times", static_cast<std::int64_t>(entry.times)},
                      {"pod", decision.pod.text()},
                      {"uid", decision.uid.text()},
                      {"verb", word_of(decision.verb)},
                      {"node", decision.node.text()},
                      {"outcome", word_of(decision.outcome)},
                      {"message", text_of(decision)},
                      {"nodes", static_cast<std::int64_t>(decision.nodes)},
                      {"fits", static_cast<std::int64_t>(decision.fits)},
                      {"reasons", reasons_json(decision.reasons)}};
}

}  // namespace

Result<LogQuestion> read_question(std::string_view limit, std::string_view pod,
                                  std::string_view verb) {
  LogQuestion question;
  if (!limit.empty()) {
    const Result<std::size_t> read = read_limit(limit);
    if (!read) return read.error();
    question.limit = *read;
  }
  if (!pod.empty()) {
    Result<PodKey> read = read_pod(pod);
    if (!read) return read.error();
    question.pod = *std::move(read);
  }
  if (!verb.empty()) {
    question.verb = verb_named(verb);
    if (!question.verb)
      return wrong("verb", verb,
                   "is no verb; write filter, prioritize, preempt, bind, nudge or release");
  }
  return question;
}

Json json_of(std::span<const LogEntry> entries) {
  Json list = Json::array();
  for (const LogEntry& entry : entries) list.push_back(json_of(entry));
  return list;
}

Json json_of(const WaitingPod& pod, const std::string& asks) {
  return Json::Object{{"pod", pod.last.pod.text()},
                      {"uid", pod.last.uid.text()},
                      {"since", wire::write_rfc3339(pod.since)},
                      {"asks", asks},
                      {"attempts", static_cast<std::int64_t>(pod.attempts)},
                      {"last", wire::write_rfc3339(pod.last.at)},
                      {"message", text_of(pod.last)},
                      {"nodes", static_cast<std::int64_t>(pod.last.nodes)},
                      {"reasons", reasons_json(pod.last.reasons)}};
}

}  // namespace npushare::history
