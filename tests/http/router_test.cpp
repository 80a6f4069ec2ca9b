#include "scheduler/http/router.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>

namespace npushare::http {
namespace {

using testing::HasSubstr;

Handler saying(std::string text) {
  return [text](Request& request) -> asio::awaitable<Response> {
    Response response;
    response.body = text + " " + request.method;
    co_return response;
  };
}

Router example() {
  Router router;
  router.on("POST", "/scheduler/filter", saying("filter"))
      .on("POST", "/scheduler/bind", saying("bind"))
      .on("GET", "/api/**", saying("api"))
      .on("PATCH", "/api/**", saying("api"))
      .on("GET", "/api/v1/nodes/**", saying("nodes"))
      .on("GET", "/api/v1/nodes/n1", saying("n1"))
      .on("GET", "/healthz", saying("health"));
  return router;
}

Response route(const Router& router, std::string method, std::string path) {
  Request request{.method = std::move(method), .path = std::move(path)};
  asio::io_context context;
  std::optional<Response> response;
  auto routing = router.route(request);
  asio::co_spawn(context, std::move(routing),
                 [&](const std::exception_ptr&, Response answer) { response = std::move(answer); });
  context.run();
  return response.value();
}

std::string allow_of(const Response& response) {
  for (const auto& [name, value] : response.headers)
    if (name == "Allow") return value;
  return {};
}

struct RouteCase {
  std::string name;
  std::string method;
  std::string path;
  unsigned status;
  std::string body;  // a part of it
  std::string allow;
};

class RouterCase : public testing::TestWithParam<RouteCase> {};

TEST_P(RouterCase, Answers) {
  const Response response = route(example(), GetParam().method, GetParam().path);

  EXPECT_EQ(response.status, GetParam().status);
  EXPECT_EQ(response.content_type, "application/json");
  EXPECT_THAT(response.body, HasSubstr(GetParam().body));
  EXPECT_EQ(allow_of(response), GetParam().allow);
}

INSTANTIATE_TEST_SUITE_P(
    Paths, RouterCase,
    testing::Values(
        RouteCase{"exact", "POST", "/scheduler/filter", 200, "filter POST", ""},
        RouteCase{"below", "GET", "/api/v1/pods", 200, "api GET", ""},
        RouteCase{"longer_pattern_wins", "GET", "/api/v1/nodes/n2", 200, "nodes GET", ""},
        RouteCase{"exact_pattern_wins", "GET", "/api/v1/nodes/n1", 200, "n1 GET", ""},
        RouteCase{"pattern_of_the_method", "PATCH", "/api/v1/nodes/n1", 200, "api PATCH", ""},
        RouteCase{"the_top_itself_is_not_below", "GET", "/api", 404, "nothing at /api", ""},
        RouteCase{"nor_is_the_top_with_a_slash", "GET", "/api/", 404, "nothing at /api/", ""},
        RouteCase{"nor_a_longer_word", "GET", "/apis/x", 404, "nothing at /apis/x", ""},
        RouteCase{"head_of_a_get", "HEAD", "/healthz", 200, "health GET", ""},
        RouteCase{"head_of_a_post", "HEAD", "/scheduler/bind", 405, "allowed: POST", "POST"},
        // kse-9.1-51: GET /scheduler/filter is 405 with Allow: POST. hami-W5: GET /filter is 405.
        RouteCase{"get_of_a_post", "GET", "/scheduler/filter", 405, "allowed: POST", "POST"},
        RouteCase{"post_of_a_get", "POST", "/healthz", 405, "allowed: GET, HEAD", "GET, HEAD"},
        RouteCase{"all_methods", "PUT", "/api/v1/nodes/n1", 405, "allowed", "GET, HEAD, PATCH"},
        // kse-9.1-52: POST /scheduler/nope is 404.
        RouteCase{"unknown", "POST", "/scheduler/nope", 404, "the nearest: /scheduler/bind", ""},
        RouteCase{"mistyped", "POST", "/schedler/fliter", 404, "the nearest: /scheduler/filter,",
                  ""},
        RouteCase{"case_matters", "GET", "/HEALTHZ", 404, "nothing at", ""}),
    [](const auto& test) { return test.param.name; });

TEST(Router, HasNothingToSuggestWhenItIsEmpty) {
  EXPECT_EQ(route(Router(), "GET", "/x").body, "{\"error\":\"there is nothing at /x\"}\n");
}

TEST(Router, SurvivesAnEndlessPath) {
  EXPECT_EQ(route(example(), "GET", "/" + std::string(60'000, 'x')).status, 404U);
}

TEST(Router, TurnsAnExceptionIntoA500) {
  Router router;
  router.on("GET", "/x", [](Request&) -> asio::awaitable<Response> {
    throw std::runtime_error("why");
    co_return Response{};
  });

  const Response response = route(router, "GET", "/x");

  EXPECT_EQ(response.status, 500U);
  EXPECT_TRUE(response.close);
  EXPECT_EQ(response.body, "{\"error\":\"the handler failed: why\"}\n");
}

TEST(ErrorResponse, IsJsonWhateverTheMessage) {
  EXPECT_EQ(error_response(400, "a\"b\\c\n\x01").body, "{\"error\":\"a\\\"b\\\\c\\n\\u0001\"}\n");
  EXPECT_EQ(error_response(400, "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80").body,
            "{\"error\":\"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\"}\n");
  // No UTF-8: a lone tail, an overlong slash, a surrogate, above U+10FFFF, cut off.
  for (const char* bad : {"\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"})
    EXPECT_THAT(error_response(400, bad).body, testing::StartsWith("{\"error\":\"\xEF\xBF\xBD"));
}

}  // namespace
}  // namespace npushare::http
