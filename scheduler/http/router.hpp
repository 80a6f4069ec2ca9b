/// Paths to handlers.
///
/// A pattern is a path, or a path ending in `/**` that matches everything below it. An exact
/// pattern wins over an open one, a longer over a shorter. HEAD goes to the GET handler, which sees
/// a GET. An unknown path gets 404, a known one with another method 405 with Allow; both say what
/// there is. A handler's exception becomes a 500 that closes the connection. Threads: route() from
/// any once the routes are set.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scheduler/http/message.hpp"

namespace npushare::http {

class Router {
 public:
  Router& on(std::string method, std::string pattern, Handler handler);

  /// Answers anything; never throws.
  asio::awaitable<Response> route(Request& request) const;

 private:
  struct Route {
    std::string method;
    std::string pattern;
    Handler handler;
  };

  const Route* find(std::string_view method, std::string_view path) const;
  Response explain_miss(const Request& request) const;

  std::vector<Route> routes_;
};

/// The plain error answer of our own endpoints: {"error":"..."}.
Response error_response(unsigned status, std::string_view message);

}  // namespace npushare::http
