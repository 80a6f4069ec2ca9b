/// A server on threads of its own, and requests to put to it.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "scheduler/http/server.hpp"

namespace npushare::testing_support {

namespace asio = boost::asio;

/// An io_context that runs until this dies.
class RunningContext {
 public:
  explicit RunningContext(int threads = 1) : work_(context_.get_executor()) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { context_.run(); });
  }
  RunningContext(const RunningContext&) = delete;
  RunningContext& operator=(const RunningContext&) = delete;
  ~RunningContext() {
    context_.stop();
    join();
  }

  asio::io_context& context() { return context_; }

  /// Waits until everything that was begun has ended.
  void drain() {
    work_.reset();
    join();
  }

 private:
  void join() {
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.join();
  }

  asio::io_context context_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  std::vector<std::thread> threads_;
};

class RunningServer {
 public:
  explicit RunningServer(http::Router router, http::ServerOptions options = {}, int threads = 1)
      : running_(threads), server_(running_.context().get_executor(), std::move(router), options) {
    started_ = server_.start();
  }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;
  /// A server that cannot end its connections hangs here, and CTest's time limit says so.
  ~RunningServer() {
    server_.stop();
    running_.drain();
  }

  http::Server& server() { return server_; }
  std::uint16_t port() const { return server_.port(); }
  const Result<>& started() const { return started_; }
  asio::io_context& context() { return running_.context(); }

 private:
  RunningContext running_;
  http::Server server_;
  Result<> started_;
};

/// Waits for what another thread brings about; false when it does not come in ten seconds.
template <class Condition>
bool eventually(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return condition();
}

inline std::string get(std::string_view path) {
  return "GET " + std::string(path) + " HTTP/1.1\r\nHost: t\r\n\r\n";
}

inline std::string post(std::string_view path, std::string_view body) {
  return "POST " + std::string(path) +
         " HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

/// Answers with the request's method and body.
inline asio::awaitable<http::Response> echo(http::Request& request) {
  http::Response response;
  response.content_type = "text/plain";
  response.body = request.method + ":" + std::string(request.text());
  co_return response;
}

inline http::Router echo_router() {
  http::Router router;
  router.on("POST", "/echo", echo).on("GET", "/echo", echo);
  return router;
}

}  // namespace npushare::testing_support
