// What a page of metrics costs for 40,000 chips, and what filter notices of it.
//
// S1: the page as GET /metrics makes it, piece by piece, in processor time, next to copying the
// same pieces. S2: filter over 500 names through a server of two threads, alone and while somebody
// scrapes without a pause.

#include <algorithm>
#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <thread>

#include "scheduler/app/metrics_page.hpp"
#include "scheduler/http/server.hpp"
#include "scheduler/metrics/scrape.hpp"
#include "scheduler/verbs/filter.hpp"
#include "tests/bench/caller.hpp"
#include "tests/bench/state.hpp"

namespace npushare::bench {
namespace {

namespace asio = boost::asio;

using Clock = std::chrono::steady_clock;

constexpr int kRuns = 9;
constexpr std::chrono::seconds kAskFor{3};

/// Of this thread's processor time: others that use the machine do not count.
double work_ms() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double at(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(static_cast<double>(values.size() - 1) * part)];
}

metrics::Sources sources_for(const LedgerBook& book, const verbs::Services& services) {
  metrics::Sources sources{.book = book,
                           .rules = services.rules,
                           .pods = services.pods,
                           .gate = services.gate,
                           .leadership = services.leadership,
                           .clock = services.clock,
                           .version = "bench"};
  sync::Sightings sightings;
  for (std::size_t i = 0; i < kLarge.nodes; ++i)
    sightings[NodeName{node_name(i)}].reported = services.clock.now();
  sources.sightings = [sightings] { return sightings; };
  sources.drift = [] { return metrics::DriftState{}; };
  sources.nudges = [] { return std::uint64_t{0}; };
  sources.binds_running = [] { return std::size_t{0}; };
  sources.config = [] { return metrics::ConfigState{}; };
  sources.checks = [] { return std::vector<metrics::Check>{}; };
  sources.is_ready = [] { return true; };
  sources.certificate_end = [] { return std::optional<observe::Clock::Wall>{}; };
  return sources;
}

struct Page {
  double beginning_ms = 0;
  double all_ms = 0;
  double longest_piece_ms = 0;
  std::vector<std::string> pieces;
};

Page make_page(const metrics::Sources& sources, const metrics::Meters& meters) {
  Page page;
  const double start = work_ms();
  metrics::Scrape scrape(sources, meters);
  page.beginning_ms = work_ms() - start;
  for (;;) {
    const double begun = work_ms();
    std::string piece = scrape.next();
    page.longest_piece_ms = std::max(page.longest_piece_ms, work_ms() - begun);
    if (piece.empty()) break;
    page.pieces.push_back(std::move(piece));
  }
  page.all_ms = work_ms() - start;
  return page;
}

double copy_ms(const std::vector<std::string>& pieces) {
  const double start = work_ms();
  std::vector<std::string> copies;
  for (const std::string& piece : pieces) copies.emplace_back(piece);
  return work_ms() - start;
}

void show_page(const metrics::Sources& sources, const metrics::Meters& meters) {
  std::vector<double> beginning;
  std::vector<double> all;
  std::vector<double> copying;
  std::vector<double> longest;
  std::size_t bytes = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Page page = make_page(sources, meters);
    beginning.push_back(page.beginning_ms);
    all.push_back(page.all_ms);
    longest.push_back(page.longest_piece_ms);
    copying.push_back(copy_ms(page.pieces));
    bytes = 0;
    for (const std::string& piece : page.pieces) bytes += piece.size();
  }
  std::printf(
      "S1   page of %zu chips and %zu shares: %.1f MB in %.0f ms of work (target 200), %.1f times "
      "a copy "
      "of "
      "it; of it %.1f ms to begin, the longest piece %.1f ms\n",
      kLarge.nodes * kChipsPerNode, kLarge.pods, static_cast<double>(bytes) / 1e6, at(all, 0.5),
      at(all, 0.5) / at(copying, 0.5), at(beginning, 0.5), at(longest, 0.5));
}

http::Router routes(const verbs::Services& services, const MetricsPage& page) {
  http::Router router;
  router.on("POST", "/filter",
            [&services](http::Request& request) -> asio::awaitable<http::Response> {
              co_return http::Response{.body = verbs::filter(request.text(), services).whole()};
            });
  router.on("GET", "/metrics", [&page](http::Request&) -> asio::awaitable<http::Response> {
    co_return page.answer();
  });
  return router;
}

/// One page, read to its end and thrown away.
void scrape_once(std::uint16_t port) {
  asio::io_context io;
  asio::ip::tcp::socket socket(io);
  socket.connect({asio::ip::address_v4::loopback(), port});
  asio::write(socket, asio::buffer(std::string("GET /metrics HTTP/1.0\r\n\r\n")));
  std::vector<char> bytes(1 << 20);
  boost::system::error_code end;
  while (!end) socket.read_some(asio::buffer(bytes), end);
}

std::vector<double> ask(std::uint16_t port) {
  Caller caller(port);
  const std::string body = names_body(kLarge, 500, 100, Order::kRotated);
  std::vector<double> times;
  for (const auto end = Clock::now() + kAskFor; Clock::now() < end;) {
    const Clock::time_point start = Clock::now();
    caller.post("/filter", body);
    times.push_back(ms_since(start));
  }
  return times;
}

void show_filter(const http::Server& server) {
  const std::vector<double> alone = ask(server.port());
  std::atomic<bool> is_over = false;
  int pages = 0;
  std::jthread scraper([&] {
    for (; !is_over; ++pages) scrape_once(server.port());
  });
  const std::vector<double> beside = ask(server.port());
  is_over = true;
  scraper.join();
  std::printf(
      "S2   filter, 500 names: median %.3f ms, p99 %.3f ms, longest %.1f ms; while it is scraped "
      "without a pause (%d pages): %.3f ms, %.3f ms, %.1f ms\n",
      at(alone, 0.5), at(alone, 0.99), at(alone, 1), pages, at(beside, 0.5), at(beside, 0.99),
      at(beside, 1));
}

int run() {
  LedgerBook book;
  fill(book, kLarge);
  Desk desk(book);
  const metrics::Meters meters;
  const metrics::Sources sources = sources_for(book, desk.services());
  show_page(sources, meters);

  const MetricsPage page(sources, meters);
  asio::io_context io;
  http::Server server(io.get_executor(), routes(desk.services(), page), {});
  if (!server.start()) return 1;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 2; ++i) threads.emplace_back([&io] { io.run(); });
  show_filter(server);
  server.stop();
  io.stop();
  return 0;
}

}  // namespace
}  // namespace npushare::bench

int main() {
  return npushare::bench::run();
}
