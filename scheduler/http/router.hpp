/// Paths to handlers.
///
/// A pattern is a path, or a path ending in `/**` that matches everything below it.
/// An unknown path gets 404, a known one with another method 405 with Allow; both say what there is.
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
  std::vector<Route> routes_;
};

/// The plain error answer of our own endpoints: {"error":"..."}.
Response error_response(unsigned status, std::string_view message);

}  // namespace npushare::http
