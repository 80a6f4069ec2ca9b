// Answers that are written bit by bit, as a watch is.
#include <gtest/gtest.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include "tests/support/http_raw_client.hpp"
#include "tests/support/http_running_server.hpp"

namespace npushare::http {
namespace {

using testing_support::eventually;
using testing_support::get;
using testing_support::RawClient;
using testing_support::RawReply;
using testing_support::RunningServer;

using Writer = asio::awaitable<void> (*)(Stream&);

Router streaming(Writer writer) {
  Router router;
  router.on("GET", "/watch", [writer](Request&) -> asio::awaitable<Response> {
    Response response;
    response.stream = writer;
    co_return response;
  });
  return router;
}

asio::awaitable<void> three_chunks(Stream& stream) {
  for (const char* text : {"one", "", "three"}) {
    auto writing = stream.write(text);
    co_await std::move(writing);
  }
}

asio::awaitable<void> one_chunk_and_wait(Stream& stream) {
  auto writing = stream.write("one");
  co_await std::move(writing);
  const auto executor = co_await asio::this_coro::executor;
  asio::steady_timer never(executor, asio::steady_timer::time_point::max());
  auto waiting = never.async_wait(asio::as_tuple(asio::deferred));
  co_await std::move(waiting);
}

asio::awaitable<void> one_chunk_and_throw(Stream& stream) {
  auto writing = stream.write("one");
  co_await std::move(writing);
  throw std::runtime_error("no more");
}

/// Writes for as long as somebody takes it.
asio::awaitable<void> flood(Stream& stream) {
  for (bool is_open = true; is_open;) {
    auto writing = stream.write(std::string(100'000, 'x'));
    is_open = co_await std::move(writing);
  }
}

TEST(HttpStream, IsChunkedAndTheConnectionGoesOn) {
  RunningServer server(streaming(three_chunks));
  RawClient client(server.port());

  for (int i = 0; i < 2; ++i) {
    const std::optional<RawReply> reply = client.ask(get("/watch"));
    ASSERT_TRUE(reply);
    EXPECT_TRUE(reply->has("Transfer-Encoding: chunked"));
    EXPECT_EQ(reply->body, "onethree");  // an empty write does not end it
  }
}

TEST(HttpStream, EndsWithTheConnectionForHttp10) {
  RunningServer server(streaming(three_chunks));
  RawClient client(server.port());

  ASSERT_TRUE(client.send("GET /watch HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));

  EXPECT_EQ(client.receive_head(),
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.receive_rest(), "onethree");
}

TEST(HttpStream, IsNotWrittenForHead) {
  RunningServer server(streaming(one_chunk_and_wait));
  RawClient client(server.port());

  ASSERT_TRUE(client.send("HEAD /watch HTTP/1.1\r\n\r\nGET /nope HTTP/1.1\r\n\r\n"));

  EXPECT_TRUE(client.receive_head());
  EXPECT_EQ(client.receive().value_or(RawReply{}).status, 404U);
}

TEST(HttpStream, SendsEachChunkAtOnceAndEndsCleanlyWhenTheServerStops) {
  RunningServer server(streaming(one_chunk_and_wait));
  RawClient client(server.port());
  ASSERT_TRUE(client.send(get("/watch")));
  ASSERT_TRUE(client.receive_head());
  ASSERT_EQ(client.receive_chunk(), "one");

  server.server().stop();

  EXPECT_EQ(client.receive_rest(), "0\r\n\r\n");
}

TEST(HttpStream, ThatWritesWithoutEndIsToldThatTheServerStops) {
  RunningServer server(streaming(flood));
  RawClient client(server.port());
  ASSERT_TRUE(client.send(get("/watch")));
  ASSERT_TRUE(client.receive_head());
  ASSERT_TRUE(client.receive_chunk());

  server.server().stop();

  EXPECT_TRUE(client.receive_rest());
}

TEST(HttpStream, ThatWritesWithoutEndIsToldThatTheClientHasGone) {
  RunningServer server(streaming(flood));
  {
    RawClient client(server.port());
    ASSERT_TRUE(client.send(get("/watch")));
    ASSERT_TRUE(client.receive_head());
  }

  EXPECT_TRUE(eventually([&] { return server.server().open() == 0; }));
}

TEST(HttpStream, ThatBreaksOffDoesNotLookComplete) {
  RunningServer server(streaming(one_chunk_and_throw));
  RawClient client(server.port());
  ASSERT_TRUE(client.send(get("/watch")));
  ASSERT_TRUE(client.receive_head());

  EXPECT_EQ(client.receive_rest(), "3\r\none\r\n");
}

}  // namespace
}  // namespace npushare::http
