#include "scheduler/ui/routes.hpp"

#include <string>
#include <utility>

#include "scheduler/http/conditional.hpp"
#include "scheduler/ui/files.hpp"

namespace npushare::ui {
namespace {

namespace asio = boost::asio;

constexpr std::string_view kFolder = "/ui/";

// Nothing inline, nothing from elsewhere; a script cannot turn a text into markup even by mistake.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

http::Response guarded(http::Response response) {
  for (const auto& [name, value] : {std::pair{"Content-Security-Policy", kPolicy},
                                    {"X-Content-Type-Options", "nosniff"},
                                    {"X-Frame-Options", "DENY"},
                                    {"Referrer-Policy", "no-referrer"},
                                    {"Cross-Origin-Opener-Policy", "same-origin"},
                                    {"Cross-Origin-Resource-Policy", "same-origin"}})
    response.headers.emplace_back(name, value);
  return response;
}

/// The browser keeps the file and asks each time whether it is still the same: a new program is
/// seen at once.
http::Response answer(const File& file, const http::Request& request) {
  http::Response response{.content_type = std::string(file.type), .body = std::string(file.text)};
  response.headers.emplace_back("Cache-Control", "no-cache");
  return guarded(http::with_tag(std::move(response), file.tag, request));
}

http::Response no_such_file(const std::string& path) {
  return guarded(http::error_response(404, "the page has no file " + path));
}

http::Response find(std::string_view path, const http::Request& request) {
  for (const File& file : files())
    if (file.path == path) return answer(file, request);
  return no_such_file(request.path);
}

/// The page names its files from /ui; the target is relative, so that it holds behind a proxy.
http::Response to_the_page() {
  http::Response response{.status = 308, .content_type = "text/plain", .body = "../ui\n"};
  response.headers.emplace_back("Location", "../ui");
  return guarded(std::move(response));
}

asio::awaitable<http::Response> page(http::Request& request) {
  co_return find("index.html", request);
}

asio::awaitable<http::Response> below(http::Request& request) {
  co_return find(std::string_view(request.path).substr(kFolder.size()), request);
}

asio::awaitable<http::Response> folder(http::Request&) {
  co_return to_the_page();
}

}  // namespace

void add_routes(http::Router& router) {
  router.on("GET", "/ui", page).on("GET", "/ui/", folder).on("GET", "/ui/**", below);
}

}  // namespace npushare::ui
