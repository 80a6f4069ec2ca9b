#include "scheduler/embedded/query_options.hpp"

#include <algorithm>
#include <charconv>

namespace npushare::embedded {

using wire::Json;

namespace {

constexpr std::string_view kMatch = "resourceVersionMatch";
constexpr std::string_view kInitialEvents = "sendInitialEvents";
constexpr std::string_view kExact = "Exact";
constexpr std::string_view kNotOlder = "NotOlderThan";

Answer invalid_option(std::string_view field, std::string_view reason, std::string_view problem) {
  Json cause = Json::object();
  cause.set("reason", reason);
  cause.set("message", problem);
  cause.set("field", field);
  Json details = Json::object();
  details.set("group", "meta.k8s.io");
  details.set("kind", "ListOptions");
  details.member("causes").push_back(std::move(cause));
  return failure(422, "Invalid",
                 "ListOptions.meta.k8s.io \"\" is invalid: " + std::string(field) + ": " +
                     std::string(problem),
                 std::move(details));
}

Answer forbidden_option(std::string_view field, std::string_view why) {
  return invalid_option(field, "FieldValueForbidden", "Forbidden: " + std::string(why));
}

Answer unknown_match(std::string_view match, std::string_view supported) {
  return invalid_option(kMatch, "FieldValueNotSupported",
                        "Unsupported value: \"" + std::string(match) +
                            "\": supported values: " + std::string(supported));
}

std::optional<Answer> check_list(const http::Request& request) {
  const std::string_view match = request.query_value(kMatch);
  const std::string_view version = request.query_value("resourceVersion");
  const bool is_continued = !request.query_value("continue").empty();
  if (!request.query_value(kInitialEvents).empty())
    return forbidden_option(kInitialEvents, "sendInitialEvents is forbidden for list");
  if (is_continued && !version.empty() && version != "0")
    return bad_request("specifying resource version is not allowed when using continue");
  if (match.empty()) return std::nullopt;
  if (version.empty()) {
    return forbidden_option(kMatch,
                            "resourceVersionMatch is forbidden unless resourceVersion is provided");
  }
  if (is_continued)
    return forbidden_option(kMatch, "resourceVersionMatch is forbidden when continue is provided");
  if (match != kExact && match != kNotOlder)
    return unknown_match(match, "\"Exact\", \"NotOlderThan\"");
  if (match == kExact && version == "0") {
    return forbidden_option(
        kMatch, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
  }
  return std::nullopt;
}

std::optional<Answer> check_watch(const http::Request& request, const WatchRules& rules) {
  const std::string_view match = request.query_value(kMatch);
  const bool names_initial = !request.query_value(kInitialEvents).empty();
  if (names_initial && !rules.has_watch_list) {
    return forbidden_option(kInitialEvents,
                            "sendInitialEvents is forbidden for watch unless the WatchList feature "
                            "gate is enabled");
  }
  if (names_initial && match != kNotOlder) {
    return forbidden_option(
        kMatch, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  }
  if (!names_initial && !match.empty()) {
    return forbidden_option(
        kMatch, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
  }
  return std::nullopt;
}

Result<Selector> selector_of(const ApiPath& path, const http::Request& request) {
  return read_selector(*path.place.kind, request.query_value("fieldSelector"),
                       request.query_value("labelSelector"));
}

/// Between a second and an hour; without the parameter half an hour, the least the API server
/// takes.
std::chrono::steady_clock::duration duration_of(const http::Request& request) {
  const std::int64_t asked = query_number(request, "timeoutSeconds").value_or(0);
  return std::chrono::seconds(asked <= 0 ? 1800 : std::min<std::int64_t>(asked, 3600));
}

}  // namespace

std::variant<ListQuery, Answer> read_list(const ApiPath& path, const http::Request& request) {
  if (auto refused = check_list(request)) return *std::move(refused);
  Result<Selector> selector = selector_of(path, request);
  if (!selector) return bad_request(selector.error().message);
  const std::int64_t limit = query_number(request, "limit").value_or(0);
  if (limit < 0) return bad_request("limit: Invalid value: must be 0 or more");

  ListQuery query;
  query.space = path.place.space;
  query.selector = *std::move(selector);
  query.continue_token = request.query_value("continue");
  query.resource_version = request.query_value("resourceVersion");
  const std::string_view match = request.query_value(kMatch);
  const bool is_any = query.resource_version == "0" && query.continue_token.empty();
  query.limit = is_any ? 0 : static_cast<std::size_t>(limit);
  const bool is_versioned = !query.resource_version.empty() && query.resource_version != "0";
  query.is_exact = match == kExact || (match.empty() && is_versioned && limit > 0);
  return query;
}

std::variant<WatchCall, Answer> read_watch(const ApiPath& path, const http::Request& request,
                                           const WatchRules& rules) {
  if (auto refused = check_watch(request, rules)) return *std::move(refused);
  Result<Selector> selector = selector_of(path, request);
  if (!selector) return bad_request(selector.error().message);

  WatchCall call;
  call.scope = {path.place.kind, path.place.space, *std::move(selector)};
  call.wants_bookmarks = is_true(request.query_value("allowWatchBookmarks"));
  const bool sends_initial = is_true(request.query_value(kInitialEvents));
  call.marks_initial_end = sends_initial && call.wants_bookmarks;
  call.duration = duration_of(request);
  call.bookmark_every = rules.bookmark_every;
  const std::string_view version = request.query_value("resourceVersion");
  if (sends_initial || version.empty() || version == "0") return call;
  call.from = read_version(version);
  if (!call.from)
    return bad_request("resourceVersion: Invalid value: \"" + std::string(version) + "\"");
  return call;
}

bool is_watch(const http::Request& request) {
  return request.method == "GET" && is_true(request.query_value("watch"));
}

bool is_true(std::string_view text) {
  return text == "1" || text == "t" || text == "T" || text == "true" || text == "True" ||
         text == "TRUE";
}

std::optional<std::int64_t> query_number(const http::Request& request, std::string_view name) {
  const std::string_view text = request.query_value(name);
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace npushare::embedded
