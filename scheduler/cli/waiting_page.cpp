#include "scheduler/cli/waiting_page.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "scheduler/cli/format.hpp"
#include "scheduler/cli/ledger_view.hpp"
#include "scheduler/cli/table.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

constexpr std::size_t kDecisionsShown = 12;

Error of_another_shape() {
  return {ErrorCode::kInternal, "the answer has no list `items`; is this an npushare?"};
}

Tone tone_of(const std::string& outcome) {
  if (outcome == "refused" || outcome == "error") return Tone::kBad;
  if (outcome == "bound") return Tone::kGood;
  return outcome == "uncertain" ? Tone::kWarning : Tone::kPlain;
}

std::string times_of(const Json& decision) {
  const std::int64_t times = decision["times"].integer();
  return times > 1 ? "x" + std::to_string(times) : "";
}

std::vector<Cell> row_of(const Json& decision, const Canvas& canvas) {
  const std::string outcome = text_at(decision, "outcome");
  return {{age_of(decision["at"].string(), canvas.now)},
          {text_at(decision, "pod")},
          {text_at(decision, "verb")},
          {outcome, tone_of(outcome)},
          {times_of(decision)},
          {text_at(decision, "node")},
          {text_at(decision, "message")}};
}

/// The reason is worth more than the wish, which `npushare explain` shows too.
std::vector<Column> waiting_columns(Width width) {
  std::vector<Column> columns{{.title = "POD", .squeeze = Squeeze::kMayShrink},
                              {.title = "WAITS", .align = Align::kRight},
                              {.title = "TRIES", .align = Align::kRight},
                              {.title = "LAST", .align = Align::kRight}};
  if (width == Width::kWide) columns.push_back({.title = "ASKS", .squeeze = Squeeze::kMayShrink});
  columns.push_back({.title = "WHY", .squeeze = Squeeze::kMayShrink});
  return columns;
}

std::vector<Cell> waiting_row(const Json& pod, const Canvas& canvas) {
  std::vector<Cell> row{{text_at(pod, "pod")},
                        {age_of(pod["since"].string(), canvas.now)},
                        {std::to_string(pod["attempts"].integer())},
                        {age_of(pod["last"].string(), canvas.now)}};
  if (canvas.width == Width::kWide) row.push_back({text_at(pod, "asks")});
  row.push_back({text_at(pod, "message")});
  return row;
}

/// "14 refusals of 3 pods: memory-short (3 pods), mode-mismatch (1 pod)"
std::string refusals_of(const Json& items) {
  std::map<std::string, std::set<std::string>> pods_by_reason;
  std::set<std::string> pods;
  std::int64_t refusals = 0;
  for (const Json& decision : items.items()) {
    if (decision["outcome"].string() != "refused") continue;
    refusals += std::max<std::int64_t>(decision["times"].integer(), 1);
    pods.insert(text_at(decision, "pod"));
    for (const auto& [reason, count] : decision["reasons"].members())
      pods_by_reason[printable(reason)].insert(text_at(decision, "pod"));
  }
  if (refusals == 0) return "no refusal among them";
  std::string text =
      counted(static_cast<std::size_t>(refusals), "refusal") + " of " + counted(pods.size(), "pod");
  std::string_view separator = ": ";
  for (const auto& [reason, whose] : pods_by_reason) {
    text.append(separator).append(reason + " (" + counted(whose.size(), "pod") + ")");
    separator = ", ";
  }
  return text;
}

}  // namespace

Result<std::string> draw_waiting(const Json& answer, const Canvas& canvas) {
  if (!answer["items"].is_array()) return of_another_shape();
  if (answer["items"].items().empty()) return std::string("No NPU pod waits.\n");
  Table table(waiting_columns(canvas.width), 0);
  for (const Json& pod : answer["items"].items()) table.add(waiting_row(pod, canvas));
  return table.draw(canvas);
}

Result<std::string> draw_history(const Json& answer, const Canvas& canvas) {
  if (!answer["items"].is_array()) return of_another_shape();
  if (answer["items"].items().empty()) return std::string("Nothing is remembered of that.\n");
  Table table({{.title = "AGO", .align = Align::kRight},
               {.title = "POD", .squeeze = Squeeze::kMayShrink},
               {.title = "VERB"},
               {.title = "OUTCOME"},
               {.title = "TIMES", .align = Align::kRight},
               {.title = "NODE", .squeeze = Squeeze::kMayShrink},
               {.title = "WHY", .squeeze = Squeeze::kMayShrink}},
              0);
  for (const Json& decision : answer["items"].items()) table.add(row_of(decision, canvas));
  return table.draw(canvas) + '\n' + wrapped(refusals_of(answer["items"]), 0, canvas.columns);
}

std::string draw_decisions(const Json& decisions, const Canvas& canvas) {
  std::string out;
  const std::vector<Json>& items = decisions.items();
  for (std::size_t k = 0; k < items.size() && k < kDecisionsShown; ++k) {
    const Json& decision = items[k];
    std::string line = text_at(decision, "at") + "  " + text_at(decision, "verb") + " " +
                       text_at(decision, "outcome");
    if (const std::string node = text_at(decision, "node"); !node.empty()) line += " on " + node;
    if (const std::string times = times_of(decision); !times.empty())
      line += ", " + times + " since " + text_at(decision, "first");
    out += wrapped(line, 2, canvas.columns);
    out +=
        canvas.style.paint(Tone::kQuiet, wrapped(text_at(decision, "message"), 6, canvas.columns));
  }
  if (items.size() > kDecisionsShown)
    out += "  and " + std::to_string(items.size() - kDecisionsShown) + " earlier ones: -o json\n";
  return out.empty() ? out : canvas.style.paint(Tone::kStrong, "last decisions") + '\n' + out;
}

}  // namespace npushare::cli
