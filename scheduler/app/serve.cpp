#include <spdlog/spdlog.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "scheduler/app/app.hpp"

namespace npushare {
namespace {

void say(const std::string& line) {
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

int fail(const Error& error) {
  std::fprintf(stderr, "npushare: %s\n", error.message.c_str());
  return EXIT_FAILURE;
}

std::string url_of(const std::string& address, std::uint16_t port) {
  const bool is_any = address == "0.0.0.0" || address == "::";
  return "http://" + (is_any ? "127.0.0.1" : address) + ":" + std::to_string(port);
}

std::string url_of(const App& app) {
  const std::string url = url_of(app.address(), app.port());
  return app.speaks_tls() ? "https" + url.substr(url.find(':')) : url;
}

void announce(App& app) {
  if (app.wait_until_ready()) say("npushare ready on " + url_of(app));
}

}  // namespace

int serve(const ServeOptions& options) {
  // Before anything starts, so that a signal during the start is not lost.
  boost::asio::io_context signals;
  boost::asio::signal_set ends(signals, SIGINT, SIGTERM);
  ends.async_wait([](const boost::system::error_code&, int) {});

  const Result<std::unique_ptr<App>> app = App::make(options);
  if (!app) return fail(app.error());
  if (const Result<> started = (*app)->start(); !started) return fail(started.error());
  if ((*app)->embedded_port() != 0)
    say("embedded API server on " + url_of("127.0.0.1", (*app)->embedded_port()));

  const std::jthread announcer(announce, std::ref(**app));
  signals.run();
  spdlog::info("stopping");
  (*app)->stop();
  return EXIT_SUCCESS;
}

}  // namespace npushare
