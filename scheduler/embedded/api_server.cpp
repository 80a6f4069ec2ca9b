#include "scheduler/embedded/api_server.hpp"

#include <algorithm>

#include "scheduler/embedded/api_calls.hpp"
#include "scheduler/embedded/watch_stream.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

namespace asio = boost::asio;

/// What every handler needs; shared, because watches outlive the server object for a moment.
struct Parts {
  std::shared_ptr<Store> store;
  std::shared_ptr<const PluginTrace> trace;
  std::shared_ptr<const std::atomic<bool>> is_open;
  ApiOptions options;
};

http::Response plain(unsigned status, std::string text) {
  http::Response response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(text);
  return response;
}

http::Response response_of(const Answer& answer) {
  http::Response response;
  response.status = answer.code;
  response.body = answer.body.text() + "\n";
  return response;
}

Json version_of_server() {
  Json version = Json::object();
  version.set("major", "1");
  version.set("minor", "37");
  version.set("gitVersion", "v1.37.2+npushare-embedded");
  version.set("platform", "embedded");
  return version;
}

/// Between a second and an hour; without the parameter half an hour, the least the API server
/// takes.
std::chrono::steady_clock::duration duration_of(const http::Request& request) {
  const std::int64_t asked = query_number(request, "timeoutSeconds").value_or(0);
  return std::chrono::seconds(asked <= 0 ? 1800 : std::min<std::int64_t>(asked, 3600));
}

std::optional<Answer> check_initial_events(const http::Request& request) {
  const std::string_view match = request.query_value("resourceVersionMatch");
  if (is_true(request.query_value("sendInitialEvents")) && match != "NotOlderThan") {
    return failure(422, "Invalid",
                   "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: "
                   "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  }
  return std::nullopt;
}

/// A watch as the query describes it, or why it is none.
std::variant<WatchCall, Answer> read_watch(const ApiPath& path, const http::Request& request,
                                           const ApiOptions& options) {
  if (auto refused = check_initial_events(request)) return *std::move(refused);
  Result<Selector> selector = query_selector(*path.place.kind, request);
  if (!selector) return bad_request(selector.error().message);

  WatchCall call;
  call.scope = {path.place.kind, path.place.space, *std::move(selector)};
  call.wants_bookmarks = is_true(request.query_value("allowWatchBookmarks"));
  const bool sends_initial = is_true(request.query_value("sendInitialEvents"));
  call.marks_initial_end = sends_initial && call.wants_bookmarks;
  call.duration = duration_of(request);
  call.bookmark_every = options.bookmark_every;
  const std::string_view version = request.query_value("resourceVersion");
  if (sends_initial || version.empty() || version == "0") return call;
  call.from = read_version(version);
  if (!call.from)
    return bad_request("resourceVersion: Invalid value: \"" + std::string(version) + "\"");
  return call;
}

http::Response watch(const Parts& parts, const ApiPath& path, const http::Request& request) {
  std::variant<WatchCall, Answer> read = read_watch(path, request, parts.options);
  if (const Answer* refused = std::get_if<Answer>(&read)) return response_of(*refused);
  http::Response response;
  response.stream = [store = parts.store, is_open = parts.is_open,
                     call = std::get<WatchCall>(std::move(read))](http::Stream& out) {
    return run_watch(store, is_open, call, out);
  };
  return response;
}

http::Response respond(const Parts& parts, const http::Request& request) {
  const std::string& path = request.path;
  const bool is_read = request.method == "GET";
  if (is_read && (path == "/healthz" || path == "/livez" || path == "/readyz"))
    return plain(200, "ok");
  if (is_read && path == "/version") return response_of({200, version_of_server()});
  if (is_read && path == "/debug/plugin-trace" && parts.trace)
    return response_of({200, parts.trace->records()});

  const std::optional<ApiPath> named = read_path(path);
  if (!named) return plain(404, "404 page not found\n");
  if (is_watch(request) && named->place.name.empty()) return watch(parts, *named, request);
  return response_of(answer_call(*parts.store, *named, request));
}

asio::awaitable<http::Response> serve(std::shared_ptr<const Parts> parts, http::Request& request) {
  co_return respond(*parts, request);
}

http::Router routes(const std::shared_ptr<const Parts>& parts) {
  http::Router router;
  for (const char* method : {"GET", "POST", "PUT", "PATCH", "DELETE"})
    router.on(method, "/**", [parts](http::Request& request) { return serve(parts, request); });
  return router;
}

http::ServerOptions server_options(const ApiOptions& options) {
  http::ServerOptions made;
  made.port = options.port;
  made.body_limit =
      kBodyLimit + (std::size_t{1} << 20);  // so that a body a little too long gets a Status
  return made;
}

}  // namespace

ApiServer::ApiServer(asio::any_io_executor executor, std::shared_ptr<Store> store,
                     std::shared_ptr<const PluginTrace> trace, ApiOptions options)
    : store_(std::move(store)),
      is_open_(std::make_shared<std::atomic<bool>>(true)),
      server_(
          std::move(executor),
          routes(std::make_shared<const Parts>(Parts{store_, std::move(trace), is_open_, options})),
          server_options(options)) {}

ApiServer::~ApiServer() {
  stop();
}

Result<> ApiServer::start() {
  return server_.start();
}

void ApiServer::stop() {
  if (!is_open_->exchange(false)) return;
  store_->wake_all();
  server_.stop();
}

}  // namespace npushare::embedded
