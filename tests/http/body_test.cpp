// Request bodies: read in place, chunked, large, above the limit.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/http_raw_client.hpp"
#include "tests/support/http_running_server.hpp"

namespace npushare::http {
namespace {

using testing_support::echo_router;
using testing_support::get;
using testing_support::post;
using testing_support::RawClient;
using testing_support::RawReply;
using testing_support::RunningServer;

constexpr std::size_t kMiB = std::size_t{1} << 20;

/// Every 4 bytes differ from their neighbours, so that a byte lost or doubled anywhere shows.
std::string pattern(std::size_t size) {
  std::string out;
  out.reserve(size + 8);
  for (std::uint32_t i = 0; out.size() < size; ++i) out += std::to_string(i % 9973);
  out.resize(size);
  return out;
}

std::string chunked_head(std::string_view path) {
  return "POST " + std::string(path) + " HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
}

class HttpBodySize : public testing::TestWithParam<std::size_t> {};

TEST_P(HttpBodySize, ArrivesWhole) {
  RunningServer server(echo_router());
  RawClient client(server.port());
  const std::string body = pattern(GetParam());

  const std::optional<RawReply> reply = client.ask(post("/echo", body));

  ASSERT_TRUE(reply);
  EXPECT_TRUE(reply->body == "POST:" + body);
}

// 16 KiB is one read, 64 KiB the input buffer; 20 MiB is a list of 1,400 nodes.
INSTANTIATE_TEST_SUITE_P(Boundaries, HttpBodySize,
                         testing::Values(0, 1, 16'383, 16'384, 16'385, 65'535, 65'536, 65'537,
                                         20 * kMiB));

// More pieces than one write takes, small and large, first and last.
TEST(HttpBody, OfAnAnswerMayBePiecesOfTheRequest) {
  Router router;
  router.on("POST", "/pieces", [](Request& request) -> asio::awaitable<Response> {
    Response response{.body = "<"};
    for (std::size_t at = 0; at < 200; ++at) {
      response.splices.emplace_back(response.body.size(), request.text().substr(at * at, 3 * at));
      response.body += ',';
    }
    response.splices.emplace_back(response.body.size(), request.text());
    co_return response;
  });
  RunningServer server(std::move(router));
  RawClient client(server.port());
  const std::string body = pattern(2 * kMiB);
  std::string expected = "<";
  for (std::size_t at = 0; at < 200; ++at) expected += body.substr(at * at, 3 * at) + ",";

  for (int time = 0; time < 2; ++time) {
    const std::optional<RawReply> reply = client.ask(post("/pieces", body));

    ASSERT_TRUE(reply);
    EXPECT_TRUE(reply->body == expected + body);
  }
}

TEST(HttpBody, HasAZeroPastItsEndEvenInReusedMemory) {
  Router router;
  router.on("POST", "/end", [](Request& request) -> asio::awaitable<Response> {
    Response response;
    response.body = request.body.data()[request.body.size()] == '\0' ? "zero" : "other";
    co_return response;
  });
  RunningServer server(std::move(router));
  RawClient client(server.port());

  for (const std::size_t size :
       {std::size_t{100'000}, std::size_t{7}, std::size_t{0}, std::size_t{50'000}})
    EXPECT_EQ(client.ask(post("/end", pattern(size))).value_or(RawReply{}).body, "zero") << size;
}

TEST(HttpBody, IsDecodedWhenChunked) {
  RunningServer server(echo_router());
  RawClient client(server.port());

  const std::optional<RawReply> reply = client.ask(
      chunked_head("/echo") +
      "5\r\nhello\r\n1;name=value\r\n \r\n5\r\nworld\r\n0\r\nTrailer: x\r\n\r\n" + get("/echo"));

  EXPECT_EQ(reply.value_or(RawReply{}).body, "POST:hello world");
  EXPECT_EQ(client.receive().value_or(RawReply{}).body,
            "GET:");  // the next request begins at the right byte
}

TEST(HttpBody, IsDecodedWhenChunksAreLargeAndArriveByteByByte) {
  RunningServer server(echo_router());
  RawClient client(server.port());
  const std::string large = pattern(300'000);

  ASSERT_TRUE(client.send(chunked_head("/echo") + "493e0\r\n" + large));
  for (const char byte : std::string("\r\n3\r\nend\r\n0\r\n\r\n"))
    ASSERT_TRUE(client.send({&byte, 1}));

  EXPECT_TRUE(client.receive().value_or(RawReply{}).body == "POST:" + large + "end");
}

TEST(HttpBody, IsInvitedWhenTheClientWaitsForIt) {
  RunningServer server(echo_router());
  RawClient client(server.port());

  ASSERT_TRUE(
      client.send("POST /echo HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"));
  EXPECT_EQ(client.receive_head(), "HTTP/1.1 100 Continue\r\n\r\n");

  EXPECT_EQ(client.ask("body").value_or(RawReply{}).body, "POST:body");
}

struct LimitCase {
  std::string name;
  std::string request;
  unsigned status;
};

class HttpBodyLimit : public testing::TestWithParam<LimitCase> {};

// kse-9.1-53: a body above the limit is 413 and the connection is closed.
TEST_P(HttpBodyLimit, Refuses) {
  RunningServer server(echo_router(), {.body_limit = 100});
  RawClient client(server.port());

  const std::optional<RawReply> reply = client.ask(GetParam().request);

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, GetParam().status);
  if (GetParam().status == 200) return;
  EXPECT_TRUE(reply->has("Connection: close"));
  EXPECT_EQ(reply->body, "{\"error\":\"the body is above the limit of 100 bytes\"}\n");
  EXPECT_EQ(client.receive_rest(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Boundaries, HttpBodyLimit,
    testing::Values(LimitCase{"one_below", post("/echo", pattern(99)), 200},
                    LimitCase{"at_the_limit", post("/echo", pattern(100)), 200},
                    LimitCase{"one_above", post("/echo", pattern(101)), 413},
                    LimitCase{"never_sent", "POST /echo HTTP/1.1\r\nContent-Length: 101\r\n\r\n",
                              413},
                    LimitCase{"chunks_at_the_limit",
                              chunked_head("/echo") + "32\r\n" + pattern(50) + "\r\n32\r\n" +
                                  pattern(50) + "\r\n0\r\n\r\n",
                              200},
                    LimitCase{"chunks_above",
                              chunked_head("/echo") + "32\r\n" + pattern(50) + "\r\n33\r\n" +
                                  pattern(51) + "\r\n0\r\n\r\n",
                              413}),
    [](const auto& test) { return test.param.name; });

TEST(HttpBody, AboveTheLimitIsAnsweredEvenWhileTheClientStillSends) {
  RunningServer server(echo_router(), {.body_limit = kMiB});
  RawClient client(server.port());

  client.send(post("/echo", pattern(8 * kMiB)));

  EXPECT_EQ(client.receive().value_or(RawReply{}).status, 413U);
}

}  // namespace
}  // namespace npushare::http
