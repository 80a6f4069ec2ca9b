#include <algorithm>
#include <chrono>

#include "scheduler/metrics/service_page.hpp"

namespace npushare::metrics {
namespace {

using Clock = kube::InformerStats::Clock;
using Count = std::atomic<std::uint64_t> kube::InformerStats::*;

/// Since the server was last heard; before that, since the start.
double age_of(const kube::InformerStats& stats, Clock::time_point started) {
  const Clock::time_point now = Clock::now();
  const Clock::duration age = stats.silence(now).value_or(now - started);
  return std::max(0.0, std::chrono::duration<double>(age).count());
}

void write_count(PageWriter& page, const std::vector<Watch>& watches, std::string_view name,
                 std::string_view help, Count count) {
  page.begin({Kind::kCounter, name, help});
  for (const Watch& watch : watches)
    page.sample(Labels().add("resource", watch.resource).text(),
                static_cast<double>((watch.stats->*count).load()));
}

}  // namespace

void write_watches(PageWriter& page, const Sources& sources) {
  page.begin({Kind::kGauge, "npushare_watch_open", "1 while the watch is open."});
  for (const Watch& watch : sources.watches)
    page.sample(Labels().add("resource", watch.resource).text(),
                watch.stats->standing() == kube::Standing::kWatching ? 1 : 0);
  page.begin({Kind::kGauge, "npushare_watch_age_seconds",
              "Since the API server was last heard on the watch, or since the start."});
  for (const Watch& watch : sources.watches)
    page.sample(Labels().add("resource", watch.resource).text(),
                age_of(*watch.stats, sources.started));
  using Stats = kube::InformerStats;
  write_count(page, sources.watches, "npushare_watch_lists_total", "Lists that were completed.",
              &Stats::lists);
  write_count(page, sources.watches, "npushare_watch_begun_total", "Watches that were begun.",
              &Stats::watches);
  write_count(page, sources.watches, "npushare_watch_events_total", "Events without bookmarks.",
              &Stats::events);
  write_count(page, sources.watches, "npushare_watch_bad_events_total",
              "Events that could not be decoded.", &Stats::bad_events);
}

}  // namespace npushare::metrics
