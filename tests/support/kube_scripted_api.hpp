/// Lists and watches as a test has written them down, served by the project's own HTTP server.
///
/// Once the script is at its end, a list is empty and a watch stays open and silent.
/// Threads: the script before the first request; records from any.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/http_running_server.hpp"

namespace npushare::testing_support {

struct ListScript {
  unsigned status = 200;
  std::string body;
};

struct WatchScript {
  enum class Then { kEnd, kHang, kBreak };
  std::vector<std::string> chunks;
  Then then = Then::kEnd;
  unsigned status = 200;  // otherwise the answer is chunks[0] and no stream
};

class ScriptedApi {
 public:
  ScriptedApi(std::deque<ListScript> lists, std::deque<WatchScript> watches)
      : lists_(std::move(lists)), watches_(std::move(watches)), server_(router()) {}

  RunningServer& server() { return server_; }
  /// The queries of the requests so far, e.g. "limit=500&continue=x".
  std::vector<std::string> list_queries() const { return copy(list_queries_); }
  std::vector<std::string> watch_queries() const { return copy(watch_queries_); }

 private:
  http::Router router() {
    http::Router router;
    router.on("GET", "/**", [this](http::Request& request) { return answer(request); });
    return router;
  }

  asio::awaitable<http::Response> answer(http::Request& request) {
    std::string query;
    for (const auto& [key, value] : request.query)
      query += (query.empty() ? "" : "&") + key + "=" + value;
    const std::lock_guard lock(mutex_);
    if (request.query_value("watch") == "1") {
      watch_queries_.push_back(query);
      co_return watch_answer(take(watches_, {{}, WatchScript::Then::kHang}));
    }
    list_queries_.push_back(query);
    const ListScript list =
        take(lists_, {200, R"({"metadata":{"resourceVersion":"1"},"items":[]})"});
    http::Response response;
    response.status = list.status;
    response.body = list.body;
    co_return response;
  }

  static http::Response watch_answer(WatchScript script) {
    http::Response response;
    response.status = script.status;
    if (script.status != 200) {
      response.body = script.chunks.at(0);
      return response;
    }
    const auto shared = std::make_shared<const WatchScript>(std::move(script));
    response.stream = [shared](http::Stream& stream) { return play(shared, stream); };
    return response;
  }

  static asio::awaitable<void> play(std::shared_ptr<const WatchScript> script,
                                    http::Stream& stream) {
    for (const std::string& chunk : script->chunks) {
      auto writing = stream.write(chunk);
      if (!co_await std::move(writing)) co_return;
    }
    if (script->then == WatchScript::Then::kBreak) throw std::runtime_error("the watch breaks off");
    if (script->then == WatchScript::Then::kEnd) co_return;
    const auto executor = co_await asio::this_coro::executor;
    asio::steady_timer never(executor, asio::steady_timer::time_point::max());
    auto waiting = never.async_wait(asio::as_tuple(asio::deferred));
    co_await std::move(waiting);
  }

  template <class Script>
  static Script take(std::deque<Script>& scripts, Script otherwise) {
    if (scripts.empty()) return otherwise;
    Script first = std::move(scripts.front());
    scripts.pop_front();
    return first;
  }

  std::vector<std::string> copy(const std::vector<std::string>& queries) const {
    const std::lock_guard lock(mutex_);
    return queries;
  }

  mutable std::mutex mutex_;
  std::deque<ListScript> lists_;
  std::deque<WatchScript> watches_;
  std::vector<std::string> list_queries_;
  std::vector<std::string> watch_queries_;
  RunningServer server_;  // last: its threads end before the rest goes
};

}  // namespace npushare::testing_support
