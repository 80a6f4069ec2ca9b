#include "scheduler/http/router.hpp"

#include <algorithm>
#include <exception>
#include <numeric>
#include <utility>

#include "scheduler/http/json_text.hpp"

namespace npushare::http {
namespace {

constexpr std::string_view kBelow = "/**";
constexpr std::size_t kSuggestions = 3;
// A longer path is nobody's typing mistake, and the distance costs its length times ours.
constexpr std::size_t kLongestMistake = 256;

bool is_open_ended(std::string_view pattern) {
  return pattern.ends_with(kBelow);
}

bool matches(std::string_view pattern, std::string_view path) {
  if (!is_open_ended(pattern)) return pattern == path;
  const std::string_view above = pattern.substr(0, pattern.size() - kBelow.size() + 1);
  return path.size() > above.size() && path.starts_with(above);
}

/// An exact pattern before an open one, a longer before a shorter.
bool is_closer(std::string_view left, std::string_view right) {
  if (is_open_ended(left) != is_open_ended(right)) return is_open_ended(right);
  return left.size() > right.size();
}

/// Letters to insert, delete or replace to get from one text to the other.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row[to.size()];
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out.append(out.empty() ? "" : ", ").append(text);
  return out;
}

Response method_not_allowed(const Request& request, std::vector<std::string> allowed) {
  if (std::find(allowed.begin(), allowed.end(), "GET") != allowed.end())
    allowed.emplace_back("HEAD");
  std::sort(allowed.begin(), allowed.end());
  allowed.erase(std::unique(allowed.begin(), allowed.end()), allowed.end());
  const std::string list = joined(allowed);
  Response response = error_response(
      405, request.method + " is not allowed on " + request.path + "; allowed: " + list);
  response.headers.emplace_back("Allow", list);
  return response;
}

Response not_found(const std::string& path, std::vector<std::string> patterns) {
  const std::string_view asked = std::string_view(path).substr(0, kLongestMistake);
  std::sort(patterns.begin(), patterns.end());
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  std::stable_sort(patterns.begin(), patterns.end(), [&](const auto& left, const auto& right) {
    return edit_distance(asked, left) < edit_distance(asked, right);
  });
  patterns.resize(std::min(patterns.size(), kSuggestions));
  const std::string hint = patterns.empty() ? std::string() : "; the nearest: " + joined(patterns);
  return error_response(404, "there is nothing at " + path + hint);
}

}  // namespace

Router& Router::on(std::string method, std::string pattern, Handler handler) {
  routes_.push_back({std::move(method), std::move(pattern), std::move(handler)});
  return *this;
}

const Router::Route* Router::find(std::string_view method, std::string_view path) const {
  const Route* best = nullptr;
  for (const Route& route : routes_) {
    if (route.method != method || !matches(route.pattern, path)) continue;
    if (best == nullptr || is_closer(route.pattern, best->pattern)) best = &route;
  }
  return best;
}

Response Router::explain_miss(const Request& request) const {
  std::vector<std::string> methods;
  std::vector<std::string> patterns;
  for (const Route& route : routes_) {
    if (matches(route.pattern, request.path)) methods.push_back(route.method);
    patterns.push_back(route.pattern);
  }
  if (!methods.empty()) return method_not_allowed(request, std::move(methods));
  return not_found(request.path, std::move(patterns));
}

asio::awaitable<Response> Router::route(Request& request) const {
  const Route* found = find(request.method, request.path);
  if (found == nullptr && request.method == "HEAD") {
    found = find("GET", request.path);
    if (found != nullptr) request.method = "GET";
  }
  if (found == nullptr) co_return explain_miss(request);

  std::string failure;
  try {
    auto answering = found->handler(request);
    co_return co_await std::move(answering);
  } catch (const std::exception& thrown) {
    failure = thrown.what();
  }
  Response response = error_response(500, "the handler failed: " + failure);
  response.close = true;
  co_return response;
}

Response error_response(unsigned status, std::string_view message) {
  Response response{.status = status};
  response.body = "{\"error\":" + quoted_json(message) + "}\n";
  return response;
}

}  // namespace npushare::http
