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

Result<Tally> play_labs(const Addresses& at, const std::string& examples, DemoPrinter& printer) {
  Result<std::unique_ptr<HttpClient>> api = HttpClient::open(at.api, kHint);
  if (!api) return api.error();
  Result<std::unique_ptr<HttpClient>> service = HttpClient::open(at.service, kHint);
  if (!service) return service.error();
  World world{
      .api = **api, .service = **service, .examples = examples, .patience = real_patience()};
  return play({lab_13(), lab_20()}, world, printer);
}

Result<Tally> start_and_play(const DemoCommand& command, DemoPrinter& printer) {
  const std::string cluster =
      command.cluster.empty() ? command.examples + "/cluster.yaml" : command.cluster;
  Result<Child> child =
      Child::start({"/proc/self/exe", "serve", "--embedded", cluster, "--listen", "127.0.0.1:0"});
  if (!child) return child.error();
  const Result<Addresses> addresses = read_addresses(*child);
  if (!addresses) return addresses.error();
  printer.fact("A cluster and the service run on this machine: API server " + addresses->api +
               ", npushare " + addresses->service + ".");
  return play_labs(*addresses, command.examples, printer);
}

}  // namespace

std::string url_after(const std::string& words, const std::string& line) {
  if (!line.starts_with(words + " http")) return {};
  return line.substr(words.size() + 1);
}

int demo(const DemoCommand& command, std::ostream& out, std::ostream& err, const Canvas& canvas) {
  const auto start = std::chrono::steady_clock::now();
  DemoPrinter printer(out, canvas, command.is_quiet ? Voice::kQuiet : Voice::kLoud);
  const Result<Tally> tally = start_and_play(command, printer);
  if (!tally) {
    err << "npushare demo: " << tally.error().message << '\n';
    return kExitDiffers;
  }
  const auto time = std::chrono::steady_clock::now() - start;
  printer.summary(*tally, std::chrono::duration_cast<std::chrono::milliseconds>(time));
  return tally->is_good() ? kExitFine : kExitDiffers;
}

}  // namespace npushare::cli
