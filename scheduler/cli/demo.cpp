#include "scheduler/cli/demo.hpp"

#include <memory>
#include <ostream>

#include "scheduler/cli/child.hpp"
#include "scheduler/cli/demo_labs.hpp"
#include "scheduler/cli/http_client.hpp"

namespace npushare::cli {
namespace {

constexpr std::chrono::seconds kStartLimit{10};
constexpr const char* kHint = "the service that the demo started does not answer";

struct Addresses {
  std::string api;
  std::string service;
};

Result<Addresses> read_addresses(Child& child) {
  const auto deadline = std::chrono::steady_clock::now() + kStartLimit;
  Addresses found;
  while (found.api.empty() || found.service.empty()) {
    const Result<std::string> line = child.read_line(deadline);
    if (!line) return line.error();
    if (const std::string url = url_after("embedded API server on", *line); !url.empty())
      found.api = url;
    if (const std::string url = url_after("npushare ready on", *line); !url.empty())
      found.service = url;
  }
  return found;
}

/// A service with a cluster of its own, and what is played there.
struct Theatre {
  std::string cluster;  // its file
  std::int64_t chip_memory = kChipMemory;
  std::vector<Chapter> chapters;
};

Result<Tally> play_at(const Addresses& at, const Theatre& theatre, const std::string& examples,
                      DemoPrinter& printer, Tally so_far) {
  Result<std::unique_ptr<HttpClient>> api = HttpClient::open(at.api, kHint);
  if (!api) return api.error();
  Result<std::unique_ptr<HttpClient>> service = HttpClient::open(at.service, kHint);
  if (!service) return service.error();
  World world{.api = **api,
              .service = **service,
              .examples = examples,
              .patience = real_patience(),
              .chip_memory = theatre.chip_memory};
  return play(theatre.chapters, world, printer, so_far);
}

Result<Tally> start_and_play(const Theatre& theatre, const std::string& examples,
                             DemoPrinter& printer, Tally so_far) {
  Result<Child> child = Child::start(
      {"/proc/self/exe", "serve", "--embedded", theatre.cluster, "--listen", "127.0.0.1:0"});
  if (!child) return child.error();
  const Result<Addresses> addresses = read_addresses(*child);
  if (!addresses) return addresses.error();
  printer.fact("A cluster and the service run on this machine: API server " + addresses->api +
               ", npushare " + addresses->service + ".");
  return play_at(*addresses, theatre, examples, printer, so_far);
}

Result<Tally> play_all(const DemoCommand& command, DemoPrinter& printer) {
  const std::string first =
      command.cluster.empty() ? command.examples + "/cluster.yaml" : command.cluster;
  const std::vector<Theatre> theatres{
      {.cluster = first, .chip_memory = kChipMemory, .chapters = {lab_13(), lab_20()}},
      {.cluster = command.examples + "/cluster-dra.yaml",
       .chip_memory = kSliceMemory,
       .chapters = {lab_20_with_claims()}}};
  Tally tally;
  for (const Theatre& theatre : theatres) {
    const Result<Tally> played = start_and_play(theatre, command.examples, printer, tally);
    if (!played || !played->is_complete) return played;
    tally = *played;
  }
  return tally;
}

}  // namespace

std::string url_after(const std::string& words, const std::string& line) {
  if (!line.starts_with(words + " http")) return {};
  return line.substr(words.size() + 1);
}

int demo(const DemoCommand& command, std::ostream& out, std::ostream& err, const Canvas& canvas) {
  const auto start = std::chrono::steady_clock::now();
  DemoPrinter printer(out, canvas, command.is_quiet ? Voice::kQuiet : Voice::kLoud);
  const Result<Tally> tally = play_all(command, printer);
  if (!tally) {
    err << "npushare demo: " << tally.error().message << '\n';
    return kExitDiffers;
  }
  const auto time = std::chrono::steady_clock::now() - start;
  printer.summary(*tally, std::chrono::duration_cast<std::chrono::milliseconds>(time));
  return tally->is_good() ? kExitFine : kExitDiffers;
}

}  // namespace npushare::cli
