/// A running service whose configuration files a test may change.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "tests/support/http_raw_client.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/service_client.hpp"

namespace npushare::service_test {

inline std::unique_ptr<App> started(const ServeOptions& options) {
  Result<std::unique_ptr<App>> made = App::make(options);
  if (!made) throw std::runtime_error(made.error().message);
  std::unique_ptr<App> app = *std::move(made);
  if (const Result<> done = app->start(); !done) throw std::runtime_error(done.error().message);
  return app;
}

/// With an embedded cluster, the settings in npushare.yaml, and a volcano-scheduler.conf unless it
/// is empty.
class FileService {
 public:
  explicit FileService(const std::string& settings, const std::string& cluster = kSmallCluster,
                       const std::string& volcano = {}) {
    ServeOptions options;
    options.embedded_path = files.write("cluster.yaml", cluster);
    options.config_path = files.write("npushare.yaml", settings);
    if (!volcano.empty()) options.volcano_conf = files.write("volcano-scheduler.conf", volcano);
    options.listen = "127.0.0.1:0";
    app = started(options);
  }

  Answer get(const std::string& path) { return call(app->port(), "GET", path); }
  Answer post(const std::string& path, const std::string& body) {
    return call(app->port(), "POST", path, body);
  }
  Answer api(const std::string& method, const std::string& path, const std::string& body = {}) {
    return call(app->embedded_port(), method, path, body);
  }

  testing_support::ScratchDirectory files;
  std::unique_ptr<App> app;
};

/// GET with a bearer token; an empty one is not sent.
inline testing_support::RawReply get_as(const std::string& token, std::uint16_t port,
                                        const std::string& path) {
  std::string request = "GET " + path + " HTTP/1.1\r\nHost: t\r\n";
  if (!token.empty()) request += "Authorization: Bearer " + token + "\r\n";
  testing_support::RawClient client(port);
  return client.ask(request + "\r\n").value_or(testing_support::RawReply{});
}

}  // namespace npushare::service_test
