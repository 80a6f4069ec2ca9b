/// One page of metrics, made piece by piece.
///
/// The constructor takes the books of one moment; next() makes the page from them, table by table.
/// A page of 40,000 chips has tens of megabytes: whoever sends it lets others work between the
/// pieces, and never holds it whole. Errors:  none. A row whose labels are no text is left out and
/// counted in the page itself. Threads: one; any number of scrapes beside each other. The sources
/// must outlive it. Source:  Prometheus exposition format 0.0.4.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "scheduler/metrics/meters.hpp"
#include "scheduler/metrics/snapshots.hpp"
#include "scheduler/metrics/sources.hpp"
#include "scheduler/metrics/table.hpp"

namespace npushare::metrics {

inline constexpr const char* kContentType = "text/plain; version=0.0.4; charset=utf-8";

class Scrape {
 public:
  static constexpr std::size_t kPiece = std::size_t{128} << 10;

  Scrape(const Sources& sources, const Meters& meters);
  Scrape(const Scrape&) = delete;
  Scrape& operator=(const Scrape&) = delete;

  /// The next piece, of about kPiece bytes; empty at the end.
  std::string next();

 private:
  /// Of all nodes; made when the page has come so far.
  using Tables = std::function<std::vector<Table>()>;

  void take_next_tables();

  Snapshots nodes_;
  sync::Sightings sightings_;
  std::string first_;  // all that is in no table
  std::vector<Tables> to_come_;
  std::vector<Table> tables_;  // being written, the last one first
  std::size_t skipped_ = 0;
  bool is_complete_ = false;
};

}  // namespace npushare::metrics
