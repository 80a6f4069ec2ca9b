// What the server refuses, and whom it drops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/http_raw_client.hpp"
#include "tests/support/http_running_server.hpp"

namespace npushare::http {
namespace {

using testing_support::echo_router;
using testing_support::eventually;
using testing_support::get;
using testing_support::RawClient;
using testing_support::RawReply;
using testing_support::RunningServer;
using std::chrono_literals::operator""ms;

struct RefusalCase {
  std::string name;
  std::string request;
  unsigned status;
};

class HttpRefusal : public testing::TestWithParam<RefusalCase> {};

TEST_P(HttpRefusal, IsAnsweredAndClosed) {
  RunningServer server(echo_router());
  RawClient client(server.port());

  const std::optional<RawReply> reply = client.ask(GetParam().request);

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, GetParam().status);
  EXPECT_TRUE(reply->has("Connection: close"));
  EXPECT_THAT(reply->body, testing::StartsWith("{\"error\":\""));
  EXPECT_EQ(client.receive_rest(), "");
}

const std::string kPost = "POST /echo HTTP/1.1\r\n";

INSTANTIATE_TEST_SUITE_P(
    Requests, HttpRefusal,
    testing::Values(
        RefusalCase{"no_http", "hello\r\n\r\n", 400},
        RefusalCase{"tls_hello", std::string("\x16\x03\x01\x02\x00\x01\x00", 7) + "\r\n\r\n", 400},
        RefusalCase{"http2", "GET /echo HTTP/2.0\r\n\r\n", 400},
        RefusalCase{"bad_field", "GET /echo HTTP/1.1\r\nno colon\r\n\r\n", 400},
        RefusalCase{"bad_length", kPost + "Content-Length: x\r\n\r\n", 400},
        RefusalCase{"negative_length", kPost + "Content-Length: -1\r\n\r\n", 400},
        RefusalCase{"huge_length", kPost + "Content-Length: 18446744073709551616\r\n\r\n", 400},
        RefusalCase{"two_lengths", kPost + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
        RefusalCase{"length_and_chunks",
                    kPost + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
        RefusalCase{"gzip_chunks", kPost + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
        RefusalCase{"gzip", kPost + "Transfer-Encoding: gzip\r\n\r\n", 501},
        RefusalCase{"bad_chunk", kPost + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
        RefusalCase{"bad_chunk_end", kPost + "Transfer-Encoding: chunked\r\n\r\n3\r\nabcdefgh\r\n",
                    400},
        RefusalCase{"endless_chunk_head",
                    kPost + "Transfer-Encoding: chunked\r\n\r\n1;" + std::string(70'000, 'x'), 400},
        RefusalCase{"bad_target", "GET /%zz HTTP/1.1\r\n\r\n", 400},
        RefusalCase{"long_line", "GET /" + std::string(70'000, 'x') + " HTTP/1.1\r\n\r\n", 431}),
    [](const auto& test) { return test.param.name; });

TEST(HttpHeader, MayHave64KiBAndNoMore) {
  RunningServer server(echo_router());
  const std::string field = "X-Filler: " + std::string(1000, 'x') + "\r\n";
  std::string fields;
  for (int i = 0; i < 64; ++i) fields += field;  // 64,768 bytes
  RawClient fits(server.port());
  RawClient above(server.port());

  EXPECT_EQ(fits.ask("GET /echo HTTP/1.1\r\n" + fields + "\r\n").value_or(RawReply{}).status, 200U);
  EXPECT_EQ(
      above.ask("GET /echo HTTP/1.1\r\n" + fields + field + "\r\n").value_or(RawReply{}).status,
      431U);
}

struct SlowCase {
  std::string name;
  std::string beginning;
};

class HttpDeadline : public testing::TestWithParam<SlowCase> {};

TEST_P(HttpDeadline, DropsAClientThatStops) {
  RunningServer server(echo_router(),
                       {.header_timeout = 30ms, .body_timeout = 30ms, .idle_timeout = 30ms});
  RawClient client(server.port());

  ASSERT_TRUE(client.send(GetParam().beginning));

  EXPECT_EQ(client.receive_rest(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Places, HttpDeadline,
    testing::Values(SlowCase{"before_a_request", ""}, SlowCase{"in_the_header", "GET /echo HT"},
                    SlowCase{"in_the_body", "POST /echo HTTP/1.1\r\nContent-Length: 5\r\n\r\nab"},
                    SlowCase{"in_a_chunk",
                             "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"}),
    [](const auto& test) { return test.param.name; });

TEST(HttpDeadlines, BeginAnewWithEachRequest) {
  RunningServer server(echo_router(), {.idle_timeout = 200ms});
  RawClient client(server.port());
  const auto end = std::chrono::steady_clock::now() + 500ms;

  int answered = 0;
  while (std::chrono::steady_clock::now() < end) {
    ASSERT_TRUE(client.ask(get("/echo"))) << "after " << answered;
    ++answered;
  }

  EXPECT_GT(answered, 1);
}

TEST(HttpDeadlines, DropAClientThatDoesNotReadItsAnswer) {
  Router router;
  router.on("GET", "/large", [](Request&) -> asio::awaitable<Response> {
    Response response;
    response.body.assign(std::size_t{64} << 20, 'x');
    co_return response;
  });
  RunningServer server(std::move(router), {.body_timeout = 50ms});
  RawClient client(server.port());

  ASSERT_TRUE(client.send(get("/large")));
  EXPECT_TRUE(
      eventually([&] { return server.server().accepted() == 1 && server.server().open() == 0; }));

  EXPECT_FALSE(client.receive());  // cut off
}

}  // namespace
}  // namespace npushare::http
