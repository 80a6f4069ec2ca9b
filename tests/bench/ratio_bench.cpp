// What a verb costs over HTTP, as a ratio to a null extender in the same run.
//
// The null extender is the same server with the same body read the same way and an answer of the
// same size, made beforehand. Server and client share one processor, so no wake-up of another one
// is measured. Blocks of ours and of null take turns; a figure is the geometric mean of the blocks'
// ratios of medians.

#include <rapidjson/reader.h>
#include <sched.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <thread>

#include "scheduler/http/server.hpp"
#include "scheduler/verbs/filter.hpp"
#include "scheduler/verbs/prioritize.hpp"
#include "scheduler/volcano/predicate.hpp"
#include "tests/bench/caller.hpp"
#include "tests/bench/state.hpp"

namespace npushare::bench {
namespace {

namespace asio = boost::asio;

constexpr int kBlocks = 16;
constexpr std::chrono::milliseconds kBlockTime{250};

void pin_to_first_processor() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  sched_setaffinity(0, sizeof set, &set);
}

struct Figure {
  const char* id;
  const char* what;
  double target;                // 0: recorded only
  const char* floor = "/null";  // what the call is compared with
};

struct Block {
  double median_us = 0;
  double p99_us = 0;
};

Block run_block(Caller& caller, const char* path, const std::vector<std::string>& bodies) {
  std::vector<double> times;
  const auto end = std::chrono::steady_clock::now() + kBlockTime;
  for (std::size_t call = 0; std::chrono::steady_clock::now() < end || times.size() < 5; ++call) {
    const auto start = std::chrono::steady_clock::now();
    caller.post(path, bodies[call % bodies.size()]);
    const std::chrono::duration<double, std::micro> taken =
        std::chrono::steady_clock::now() - start;
    times.push_back(taken.count());
  }
  std::ranges::sort(times);
  return {times[times.size() / 2], times[times.size() * 99 / 100]};
}

void measure(const Figure& figure, std::uint16_t port, const char* path,
             const std::vector<std::string>& bodies) {
  Caller caller(port);
  const std::string reply = caller.post(path, bodies.front());
  caller.post("/null-size", std::to_string(reply.size()));  // the null answer is as long as ours
  for (const std::string& body : bodies) caller.post(path, body);

  double log_sum = 0;
  double low = 1e9;
  double high = 0;
  Block ours;
  Block null;
  for (int block = 0; block < kBlocks; ++block) {
    const bool ours_first = block % 2 == 0;
    if (!ours_first) null = run_block(caller, figure.floor, bodies);
    ours = run_block(caller, path, bodies);
    if (ours_first) null = run_block(caller, figure.floor, bodies);
    const double ratio = ours.median_us / null.median_us;
    log_sum += std::log(ratio);
    low = std::min(low, ratio);
    high = std::max(high, ratio);
  }
  const double mean = std::exp(log_sum / kBlocks);
  std::printf("%-4s %-44s %9.1f %9.1f %6.2f  %5.2f-%-5.2f  %s\n", figure.id, figure.what,
              ours.median_us, null.median_us, mean, low, high,
              figure.target == 0      ? ""
              : mean <= figure.target ? "meets"
                                      : "misses");
  std::fflush(stdout);
}

std::vector<std::string> rotated(const Size& size, std::size_t candidates, Order order) {
  std::vector<std::string> bodies;
  for (std::size_t k = 0; k < 16; ++k)
    bodies.push_back(names_body(size, candidates, k * candidates % size.nodes, order));
  return bodies;
}

asio::awaitable<http::Response> answer_filter(verbs::Services& with, http::Request& request) {
  http::Response response;
  wire::ReplyText answer = verbs::filter(request.text(), with);
  response.body = std::move(answer.text);
  response.splices = std::move(answer.splices);
  co_return response;
}

asio::awaitable<http::Response> answer_prioritize(verbs::Services& with, http::Request& request) {
  http::Response response;
  Result<std::string> scores = verbs::prioritize(request.text(), with);
  if (scores) response.body = *std::move(scores);
  co_return response;
}

asio::awaitable<http::Response> answer_predicate(verbs::Services& with, volcano::Trials& trials,
                                                 http::Request& request) {
  http::Response response;
  verbs::CallNotes notes;
  response.body = volcano::predicate(request.text(), with, trials, notes);
  co_return response;
}

/// As many bytes as ours, made beforehand: sending them is all there is to do.
asio::awaitable<http::Response> answer_null(std::string& answer, http::Request& request) {
  http::Response response;
  if (request.path == "/null-size") answer.assign(std::stoul(std::string(request.text())), ' ');
  response.splices.emplace_back(0, answer);
  co_return response;
}

/// The null extender, with one bare parser pass over the body: the floor of what has to read all of
/// it.
asio::awaitable<http::Response> answer_sax(const std::string& answer, http::Request& request) {
  rapidjson::MemoryStream bytes(request.body.data(), request.body.size());
  rapidjson::BaseReaderHandler<> ignore_all;
  rapidjson::Reader reader;
  http::Response response;
  response.status = reader.Parse<rapidjson::kParseIterativeFlag>(bytes, ignore_all) ? 200 : 400;
  response.splices.emplace_back(0, answer);
  co_return response;
}

/// A server whose /filter and /prioritize ask one book, and whose /null and /sax ask nobody.
class Bench {
 public:
  explicit Bench(LedgerBook& book) : desk_(book) {
    http::Router router;
    router.on("POST", "/filter",
              [this](http::Request& r) { return answer_filter(desk_.services(), r); });
    router.on("POST", "/prioritize",
              [this](http::Request& r) { return answer_prioritize(desk_.services(), r); });
    router.on("POST", "/volcano/predicate",
              [this](http::Request& r) { return answer_predicate(desk_.services(), trials_, r); });
    router.on("POST", "/null", [this](http::Request& r) { return answer_null(null_answer_, r); });
    router.on("POST", "/sax", [this](http::Request& r) { return answer_sax(null_answer_, r); });
    router.on("POST", "/null-size",
              [this](http::Request& r) { return answer_null(null_answer_, r); });
    server_ = std::make_unique<http::Server>(context_.get_executor(), std::move(router),
                                             http::ServerOptions{});
    if (const Result<> started = server_->start(); !started) {
      std::fprintf(stderr, "%s\n", started.error().message.c_str());
      std::exit(1);
    }
    thread_ = std::thread([this] { context_.run(); });
  }
  ~Bench() {
    server_->stop();
    context_.stop();
    thread_.join();
  }
  std::uint16_t port() const { return server_->port(); }

 private:
  boost::asio::io_context context_{1};
  Desk desk_;
  volcano::Trials trials_{desk_.services().clock};
  std::string null_answer_;
  std::unique_ptr<http::Server> server_;
  std::thread thread_;
};

void measure_names(const Size& size, const char* id, const char* what, std::size_t candidates,
                   double target, const char* path = "/filter") {
  LedgerBook book;
  fill(book, size);
  Bench bench(book);
  measure({id, what, target}, bench.port(), path, rotated(size, candidates, Order::kRotated));
}

void measure_full() {
  LedgerBook book;
  fill_up(book, kLarge);
  Bench bench(book);
  measure({"F7", "filter, nothing fits, L, 500 names", 1.3}, bench.port(), "/filter",
          rotated(kLarge, 500, Order::kRotated));
}

void measure_predicate() {
  LedgerBook book;
  fill(book, kMedium);
  Bench bench(book);
  std::vector<std::string> bodies;
  for (std::size_t node = 0; node < 16; ++node) bodies.push_back(predicate_body(node));
  measure({"V1", "Volcano's predicate, a node body of 0.3 MiB", 1.3}, bench.port(),
          "/volcano/predicate", bodies);
}

void measure_nodes() {
  LedgerBook book;
  fill(book, kMedium);
  Bench bench(book);
  measure({"F8", "filter, 500 whole nodes, to null + SAX pass", 1.3, "/sax"}, bench.port(),
          "/filter", {nodes_body(500)});
}

}  // namespace
}  // namespace npushare::bench

int main() {
  using namespace npushare::bench;
  pin_to_first_processor();
  std::printf("%-4s %-44s %9s %9s %6s  %-11s\n", "id", "call", "ours us", "null us", "ratio",
              "blocks");
  measure_names(kLarge, "F1", "filter, L, 500 names", 500, 1.25);
  measure_names(kLarge, "F1", "filter, L, 5,000 names", 5'000, 1.25);
  measure_names(kHuge, "F2", "filter, XL, 2,500 names", 2'500, 1.3);
  measure_names(kHuge, "F2", "filter, XL, 50,000 names", 50'000, 1.3);
  measure_full();
  measure_nodes();
  measure_predicate();
  measure_names(kLarge, "P1", "prioritize, L, 500 names", 500, 1.3, "/prioritize");
}
