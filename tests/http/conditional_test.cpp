// Conditional requests, as a rule and over a connection.
#include "scheduler/http/conditional.hpp"

#include <gtest/gtest.h>

#include "tests/support/http_raw_client.hpp"
#include "tests/support/http_running_server.hpp"

namespace npushare::http {
namespace {

using testing_support::RawClient;
using testing_support::RawReply;
using testing_support::RunningServer;

struct TagCase {
  std::string header;
  bool names_a1;
};

class IfNoneMatch : public testing::TestWithParam<TagCase> {};

TEST_P(IfNoneMatch, NamesTheTagOrDoesNot) {
  EXPECT_EQ(names_tag(GetParam().header, "a1"), GetParam().names_a1);
}

INSTANTIATE_TEST_SUITE_P(Headers, IfNoneMatch,
                         testing::Values(TagCase{"", false}, TagCase{"\"a1\"", true},
                                         TagCase{"W/\"a1\"", true}, TagCase{"\"a\"", false},
                                         TagCase{"\"a12\"", false}, TagCase{"a1", false},
                                         TagCase{"*", true}, TagCase{"\"x\", \"a1\"", true},
                                         TagCase{"\"x\",\tW/\"a1\" ", true},
                                         TagCase{"\"x\", \"y\"", false}, TagCase{"\"", false},
                                         TagCase{"\"\"", false}, TagCase{", ,", false},
                                         TagCase{"W/", false}));

TEST(WithTag, LeavesAFailureAlone) {
  Request request;
  request.if_none_match = "*";

  const Response response = with_tag({.status = 500, .body = "broken"}, "a1", request);

  EXPECT_EQ(response.status, 500U);
  EXPECT_EQ(response.body, "broken");
}

asio::awaitable<Response> answer(Request& request) {
  co_return with_tag({.body = "{}"}, "a1", request);
}

RawReply ask(const std::string& headers) {
  Router router;
  router.on("GET", "/x", answer);
  const RunningServer running(std::move(router));
  RawClient client(running.port());
  client.send("GET /x HTTP/1.1\r\nHost: t\r\n" + headers + "\r\n");
  return client.receive().value_or(RawReply{});
}

TEST(ConditionalRequest, IsAnsweredInFullToWhoHasNothing) {
  const RawReply reply = ask("");

  EXPECT_EQ(reply.status, 200U);
  EXPECT_EQ(reply.body, "{}");
  EXPECT_TRUE(reply.has("ETag: \"a1\"")) << reply.head;
}

TEST(ConditionalRequest, IsAnsweredWithoutABodyToWhoHasTheVersion) {
  const RawReply reply = ask("If-None-Match: \"a1\"\r\n");

  EXPECT_EQ(reply.status, 304U);
  EXPECT_EQ(reply.body, "");
  EXPECT_TRUE(reply.has("ETag: \"a1\"")) << reply.head;
}

TEST(ConditionalRequest, MayNameItsVersionsInSeveralLines) {
  EXPECT_EQ(ask("If-None-Match: \"x\"\r\nIf-None-Match: \"a1\"\r\n").status, 304U);
  EXPECT_EQ(ask("If-None-Match: \"x\"\r\nIf-None-Match: \"y\"\r\n").status, 200U);
}

}  // namespace
}  // namespace npushare::http
