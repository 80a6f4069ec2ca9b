#include "scheduler/cli/quotas_page.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "scheduler/cli/format.hpp"
#include "scheduler/cli/ledger_view.hpp"
#include "scheduler/cli/table.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

constexpr std::int64_t kNearlySpent = 90;  // percent

std::string unit_of(const std::string& resource) {
  if (resource == "memory") return " MiB";
  return resource == "cores" ? " %" : "";
}

Tone tone_of(std::int64_t used, std::int64_t limit) {
  if (used >= limit) return Tone::kBad;
  return used >= limit - limit / 100 * (100 - kNearlySpent) ? Tone::kWarning : Tone::kPlain;
}

std::vector<Column> columns_for(Width width) {
  std::vector<Column> columns{{.title = "NAMESPACE", .squeeze = Squeeze::kMayShrink},
                              {.title = "QUOTA", .squeeze = Squeeze::kMayShrink},
                              {.title = "MODEL", .squeeze = Squeeze::kMayShrink},
                              {.title = "LIMITS"},
                              {.title = "USED", .align = Align::kRight},
                              {.title = "LIMIT", .align = Align::kRight},
                              {.title = "LEFT", .align = Align::kRight},
                              {.title = "%", .align = Align::kRight}};
  if (width == Width::kWide) columns.push_back({.title = "KEY"});
  return columns;
}

std::vector<Cell> row_of(const Json& quota, Width width) {
  const std::string resource = text_at(quota, "resource");
  const std::string unit = unit_of(resource);
  const std::int64_t used = quota["used"].integer();
  const std::int64_t limit = quota["limit"].integer();
  const Tone tone = tone_of(used, limit);
  const bool is_doubtful = !quota["doubt"].string().empty();
  std::vector<Cell> row{{text_at(quota, "namespace")},
                        {text_at(quota, "quota")},
                        {text_at(quota, "model")},
                        {resource},
                        {std::to_string(used) + unit, tone},
                        {std::to_string(limit) + unit, is_doubtful ? Tone::kBad : Tone::kPlain},
                        {std::to_string(std::max<std::int64_t>(limit - used, 0)) + unit, tone},
                        {percent_of(used, limit), tone}};
  if (width == Width::kWide) row.push_back({text_at(quota, "key")});
  return row;
}

std::string foot_of(const Json& quotas) {
  std::set<std::string> spaces;
  std::size_t spent = 0;
  for (const Json& quota : quotas.items()) {
    spaces.insert(quota["namespace"].string());
    if (quota["used"].integer() >= quota["limit"].integer()) ++spent;
  }
  return counted(quotas.items().size(), "limit") + " of " + counted(spaces.size(), "namespace") +
         ", " + std::to_string(spent) + " spent\n";
}

std::string doubts_of(const Json& quotas, const Canvas& canvas) {
  std::string text;
  for (const Json& quota : quotas.items()) {
    const std::string doubt = text_at(quota, "doubt");
    if (doubt.empty()) continue;
    text += wrapped("! " + text_at(quota, "namespace") + "/" + text_at(quota, "quota") + ", " +
                        text_at(quota, "key") + ": " + doubt,
                    0, canvas.columns);
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

Result<std::string> draw_quotas(const Json& answer, const Canvas& canvas) {
  const Json& quotas = answer["quotas"];
  if (!quotas.is_array())
    return Error{ErrorCode::kInternal, "the answer has no list `quotas`; is this an npushare?"};
  if (quotas.items().empty()) return std::string("No namespace has a quota of NPUs.\n");
  Table table(columns_for(canvas.width), 0);
  for (const Json& quota : quotas.items()) table.add(row_of(quota, canvas.width));
  return table.draw(canvas) + doubts_of(quotas, canvas) + "\n" + foot_of(quotas);
}

}  // namespace npushare::cli
