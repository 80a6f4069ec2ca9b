#include "scheduler/embedded/api_server.hpp"

#include <variant>

#include "scheduler/embedded/api_calls.hpp"
#include "scheduler/embedded/discovery.hpp"
#include "scheduler/embedded/fault_answers.hpp"
#include "scheduler/embedded/fault_gate.hpp"
#include "scheduler/embedded/fault_routes.hpp"
#include "scheduler/embedded/query_options.hpp"
#include "scheduler/embedded/reviews.hpp"

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

Json version_of_server() {
  Json version = Json::object();
  version.set("major", "1");
  version.set("minor", "37");
  version.set("gitVersion", "v1.37.2+npushare-embedded");
  version.set("platform", "embedded");
  return version;
}

http::Response watch(const Parts& parts, const ApiPath& path, const http::Request& request) {
  const config::ClusterApi& api = parts.options.api;
  std::variant<WatchCall, Answer> read = read_watch(
      path, request, {.has_watch_list = api.watch_list, .bookmark_every = api.bookmark_every});
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
    return plain_response(200, "ok");
  if (is_read && path == "/version") return response_of({200, version_of_server()});
  if (is_read && path == "/debug/plugin-trace" && parts.trace)
    return response_of({200, parts.trace->records()});
  if (const auto review = answer_review(parts.options.api, request)) return response_of(*review);

  const Devices devices = parts.options.api.has_dra ? Devices::kServed : Devices::kUnknown;
  if (is_read)
    if (const std::optional<Json> document = discover(path, devices))
      return response_of({200, *document});
  const std::optional<ApiPath> named = read_path(path);
  const bool is_hidden = named && devices == Devices::kUnknown && is_of_devices(*named->place.kind);
  if (!named || is_hidden) return plain_response(404, "404 page not found\n");
  if (is_watch(request) && named->place.name.empty()) return watch(parts, *named, request);
  return response_of(answer_call(*parts.store, *named, request));
}

asio::awaitable<http::Response> ready(http::Response response) {
  co_return response;
}

asio::awaitable<http::Response> reviewed(std::shared_ptr<const Parts> parts, Asking asking,
                                         const http::Request& request) {
  auto doing = ask_and_do(std::move(asking), *parts->store, request);
  const Answer done = co_await std::move(doing);
  co_return response_of(done);
}

asio::awaitable<http::Response> answer(std::shared_ptr<const Parts> parts,
                                       const http::Request& request) {
  const std::string_view user = caller_of(parts->options.api, request.authorization);
  std::optional<Asking> asking =
      asking_about(parts->options.webhooks, *parts->store, request, user);
  if (!asking) return ready(respond(*parts, request));
  return reviewed(std::move(parts), *std::move(asking), request);
}

http::Router routes(const std::shared_ptr<const Parts>& parts) {
  http::Router router;
  http::Handler handler = [parts](http::Request& request) { return answer(parts, request); };
  if (const std::shared_ptr<Faults>& faults = parts->options.faults) {
    handler = with_faults(faults, std::move(handler));
    for (const char* method : {"GET", "POST"}) {
      router.on(method, kFaultsPath, [faults](http::Request& request) {
        return ready(response_of(answer_faults(*faults, request)));
      });
    }
  }
  for (const char* method : {"GET", "POST", "PUT", "PATCH", "DELETE"})
    router.on(method, "/**", handler);
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
      webhooks_(options.webhooks),
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
  webhooks_.stop();
  store_->wake_all();
  server_.stop();
}

}  // namespace npushare::embedded
