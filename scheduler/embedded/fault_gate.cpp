#include "scheduler/embedded/fault_gate.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include "config/text_values.hpp"
#include "scheduler/embedded/fault_answers.hpp"
#include "scheduler/embedded/faulty_watch.hpp"
#include "scheduler/embedded/query_options.hpp"

namespace npushare::embedded {

namespace asio = boost::asio;
using config::Fault;

namespace {

std::string_view verb_of(const http::Request& request, const std::optional<ApiPath>& path) {
  const bool is_one = path && !path->place.name.empty();
  if (request.method == "POST")
    return path && path->subresource == Subresource::kBinding ? "bind" : "create";
  if (request.method == "PUT") return "update";
  if (request.method == "PATCH") return "patch";
  if (request.method == "DELETE") return "delete";
  if (!path || is_one) return "get";
  return is_watch(request) ? "watch" : "list";
}

http::Response undelivered(http::Delivery how) {
  http::Response response;
  response.delivery = how;
  return response;
}

asio::awaitable<void> wait(std::chrono::milliseconds time) {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  asio::steady_timer timer(executor, time);
  auto waiting = timer.async_wait(asio::as_tuple(asio::deferred));
  co_await std::move(waiting);
}

/// How long the server works on the call, if the client has said so.
std::optional<std::chrono::milliseconds> server_limit(const http::Request& request) {
  return config::duration_in(request.query_value("timeout"));
}

/// What the client gets for a call that was carried out, or was not: the rule knows.
http::Response broken(const config::FaultRule& rule, const std::optional<ApiPath>& path) {
  if (rule.fault == Fault::kStatus) return fault_response(rule, path);
  return undelivered(rule.fault == Fault::kHang ? http::Delivery::kWithheld
                                                : http::Delivery::kReset);
}

asio::awaitable<http::Response> serve_watch(std::vector<Faults::Strike> strikes,
                                            http::Handler handler, http::Request& request) {
  bend_query(strikes, request);
  auto serving = handler(request);
  http::Response response = co_await std::move(serving);
  if (response.stream) response.stream = faulty_stream(std::move(strikes), response.stream);
  co_return response;
}

asio::awaitable<http::Response> serve(std::shared_ptr<Faults> faults, http::Handler handler,
                                      http::Request& request) {
  const std::optional<ApiPath> path = read_path(request.path);
  const FaultCall call{verb_of(request, path), path ? path->place.kind->plural : "", request.path};
  const std::optional<Faults::Strike> strike = faults->on_call(call);
  if (strike) strike->done();
  const bool is_late = strike && strike->rule().fault == Fault::kDelay;
  if (is_late) {
    const std::chrono::milliseconds time = strike->rule().time;
    const std::chrono::milliseconds limit = server_limit(request).value_or(time);
    auto waiting = wait(std::min(time, limit));
    co_await std::move(waiting);
    if (limit < time) co_return fault_response({.code = 504}, path);
  }
  if (!strike || is_late) {
    auto watched = call.verb == "watch" ? faults->on_watch(call) : std::vector<Faults::Strike>{};
    auto serving = serve_watch(std::move(watched), std::move(handler), request);
    co_return co_await std::move(serving);
  }
  const config::FaultRule& rule = strike->rule();
  if (rule.fault == Fault::kLoseReply || rule.is_applied) {
    auto serving = handler(request);
    co_await std::move(serving);
  }
  co_return broken(rule, path);
}

}  // namespace

http::Handler with_faults(std::shared_ptr<Faults> faults, http::Handler handler) {
  return [faults = std::move(faults), handler = std::move(handler)](http::Request& request) {
    return serve(faults, handler, request);
  };
}

}  // namespace npushare::embedded
