#include "scheduler/metrics/scrape.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "scheduler/metrics/book_page.hpp"
#include "scheduler/metrics/chip_table.hpp"
#include "scheduler/metrics/hami_tables.hpp"
#include "scheduler/metrics/node_table.hpp"
#include "scheduler/metrics/process_page.hpp"
#include "scheduler/metrics/service_page.hpp"
#include "scheduler/metrics/share_table.hpp"

namespace npushare::metrics {
namespace {

constexpr std::string_view kSkippedHelp =
    "Chips, shares and nodes left out of this page, because their names are no text.";

void write_hami(PageWriter& page, const Sources& sources) {
  page.begin({Kind::kGauge, "hami_build_info", "Always 1; the version of npushare that runs."});
  page.sample(Labels().add("version", sources.version).text(), 1);
  if (sources.quotas != nullptr)
    write_hami_quotas(page, sources.quotas->uses(), sources.hami_names);
}

}  // namespace

Scrape::Scrape(const Sources& sources, const Meters& meters)
    : nodes_(snapshots_of(sources.book)), sightings_(sources.sightings()), first_(meters.text()) {
  PageWriter page(first_);
  write_service(page, sources);
  write_book(page, nodes_);
  write_process(page);
  if (sources.hami_names != config::HamiNames::kNone) write_hami(page, sources);
  // The last one is taken first.
  to_come_ = {[this, names = sources.hami_names] { return hami_tables(nodes_, names); },
              [this] { return std::vector{share_table(nodes_)}; },
              [this] { return std::vector{chip_table(nodes_)}; },
              [this, &sources] { return std::vector{node_table(nodes_, sightings_, sources)}; }};
}

void Scrape::take_next_tables() {
  tables_ = to_come_.back()();
  to_come_.pop_back();
  std::ranges::reverse(tables_);
  for (const Table& table : tables_) skipped_ += table.skipped();
}

std::string Scrape::next() {
  std::string piece = std::exchange(first_, {});
  piece.reserve(kPiece + kPiece / 8);
  while (piece.size() < kPiece && !(tables_.empty() && to_come_.empty())) {
    if (tables_.empty()) {
      take_next_tables();
    } else if (!tables_.back().write(piece, kPiece)) {
      tables_.pop_back();
    }
  }
  const bool is_last = tables_.empty() && to_come_.empty();
  if (is_last && !std::exchange(is_complete_, true)) {
    PageWriter(piece).one({Kind::kGauge, "npushare_metrics_skipped_rows", kSkippedHelp},
                          static_cast<double>(skipped_));
  }
  return piece;
}

}  // namespace npushare::metrics
