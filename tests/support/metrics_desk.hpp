/// A book and everything else that a page of metrics reads, set by hand.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "scheduler/metrics/scrape.hpp"
#include "tests/support/metrics_page.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::metrics_test {

class MetricsDesk {
 public:
  MetricsDesk() {
    sources.sightings = [this] { return sightings; };
    sources.drift = [this] { return drift; };
    sources.nudges = [this] { return nudges; };
    sources.binds_running = [] { return std::size_t{0}; };
    sources.config = [this] { return config; };
    sources.checks = [this] { return checks; };
    sources.is_ready = [this] { return is_ready; };
    sources.certificate_end = [this] { return certificate_end; };
    config.version = 1;
    config.origins = {{.name = "settings", .applied = observe::Clock::Wall{}},
                      {.name = "device-config", .applied = observe::Clock::Wall{}}};
  }

  std::string text() const {
    metrics::Scrape scrape(sources, meters);
    std::string page;
    for (std::string piece = scrape.next(); !piece.empty(); piece = scrape.next()) page += piece;
    return page;
  }
  ReadPage page() const { return ReadPage(text()); }

  verbs_test::World world;
  metrics::Meters meters;
  sync::Sightings sightings;
  metrics::DriftState drift;
  std::uint64_t nudges = 0;
  metrics::ConfigState config;
  std::vector<metrics::Check> checks;
  bool is_ready = true;
  std::optional<observe::Clock::Wall> certificate_end;
  metrics::Sources sources{.book = world.book,
                           .rules = world.rules,
                           .pods = world.pods,
                           .gate = world.gate,
                           .leadership = world.leadership,
                           .clock = world.clock,
                           .version = "1.2.3"};
};

}  // namespace npushare::metrics_test
