/// A running service with its embedded cluster, and a plain client to both.
#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "scheduler/app/app.hpp"
#include "tests/support/service_call.hpp"

namespace npushare::service_test {

/// A file that is gone when this is.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / ("npushare-" + std::to_string(::getpid()) +
                                                        "-" + std::to_string(count()) + ".yaml")) {
    std::ofstream(path_) << text;
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  static int count() {
    static std::atomic<int> files = 0;
    return ++files;
  }
  std::filesystem::path path_;
};

/// True as soon as the condition holds; false when it does not within ten seconds.
inline bool wait_for(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{10};
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(
        std::chrono::milliseconds{10});  // between two looks, not instead of one
  }
  return true;
}

/// One soft node n1 with chips A and B, a plugin that answers at once.
inline constexpr const char* kSmallCluster = R"(
plugin: {delay: 1ms}
scheduler: {every: 20ms}
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}, {uuid: B}]}
)";

class Service {
 public:
  explicit Service(const std::string& cluster = kSmallCluster, const std::string& config = "{}\n")
      : cluster_(cluster), config_(config) {
    ServeOptions options;
    options.embedded_path = cluster_.path();
    options.config_path = config_.path();
    options.listen = "127.0.0.1:0";
    Result<std::unique_ptr<App>> made = App::make(options);
    if (!made) throw std::runtime_error(made.error().message);
    app_ = *std::move(made);
    if (const Result<> started = app_->start(); !started)
      throw std::runtime_error(started.error().message);
  }

  App& app() { return *app_; }
  bool wait_until_ready() { return app_->wait_until_ready(); }

  Answer post(const std::string& path, const std::string& body) {
    return call(app_->port(), "POST", path, body);
  }
  Answer get(const std::string& path) { return call(app_->port(), "GET", path); }
  Answer api(const std::string& method, const std::string& path, const std::string& body = {}) {
    return call(app_->embedded_port(), method, path, body);
  }

  Answer create(const std::string& pod) {
    return api("POST", "/api/v1/namespaces/default/pods", pod);
  }
  Answer pod(const std::string& name) {
    return api("GET", "/api/v1/namespaces/default/pods/" + name);
  }
  std::string phase(const std::string& name) {
    return pod(name).json.at("status", "phase").string();
  }

 private:
  ScratchFile cluster_;
  ScratchFile config_;
  std::unique_ptr<App> app_;
};

/// A pod of the embedded cluster. Memory "" leaves the line out; cores 0 too.
inline std::string a_pod(const std::string& name, const std::string& memory, int cores = 0,
                         const std::string& more_annotations = {}) {
  std::string limits = R"("huawei.com/Ascend310P":"1")";
  if (!memory.empty()) limits += R"(,"huawei.com/Ascend310P-memory":")" + memory + '"';
  if (cores > 0) limits += R"(,"huawei.com/Ascend310P-core":")" + std::to_string(cores) + '"';
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
         R"(","namespace":"default","annotations":{"huawei.com/vnpu-mode":"hami-core")" +
         more_annotations +
         R"(}},"spec":{"terminationGracePeriodSeconds":0,"containers":[{"name":"main","image":"x",)" +
         R"("resources":{"limits":{)" + limits + R"(}}}]}})";
}

}  // namespace npushare::service_test
