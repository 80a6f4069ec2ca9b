// Requests and answers on one connection: RFC 9112 9 (persistence), 6 (body length).
#include <gtest/gtest.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <future>
#include <string>

#include "tests/support/http_raw_client.hpp"
#include "tests/support/http_running_server.hpp"

namespace npushare::http {
namespace {

using testing_support::echo_router;
using testing_support::eventually;
using testing_support::get;
using testing_support::post;
using testing_support::RawClient;
using testing_support::RawReply;
using testing_support::RunningServer;

TEST(HttpConnection, AnswersWithLengthAndType) {
  RunningServer server(echo_router());
  RawClient client(server.port());

  const std::optional<RawReply> reply = client.ask(post("/echo", "hello"));

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->head,
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n");
  EXPECT_EQ(reply->body, "POST:hello");
}

TEST(HttpConnection, IsKeptForTheNextRequest) {
  RunningServer server(echo_router());
  RawClient client(server.port());

  for (int i = 0; i < 50; ++i) {
    const std::optional<RawReply> reply = client.ask(post("/echo", std::to_string(i)));
    ASSERT_TRUE(reply) << i;
    EXPECT_EQ(reply->body, "POST:" + std::to_string(i));
  }

  EXPECT_EQ(server.server().accepted(), 1U);
}

TEST(HttpConnection, AnswersPipelinedRequestsInOrder) {
  RunningServer server(echo_router());
  RawClient client(server.port());

  ASSERT_TRUE(client.send(post("/echo", "first") + get("/echo") + post("/echo", "third")));

  EXPECT_EQ(client.receive().value_or(RawReply{}).body, "POST:first");
  EXPECT_EQ(client.receive().value_or(RawReply{}).body, "GET:");
  EXPECT_EQ(client.receive().value_or(RawReply{}).body, "POST:third");
}

TEST(HttpConnection, TakesARequestThatArrivesByteByByte) {
  RunningServer server(echo_router());
  RawClient client(server.port());

  for (const char byte : post("/echo", "slowly")) ASSERT_TRUE(client.send({&byte, 1}));

  EXPECT_EQ(client.receive().value_or(RawReply{}).body, "POST:slowly");
}

struct PersistenceCase {
  std::string name;
  std::string request;
  bool stays_open;
};

class HttpPersistence : public testing::TestWithParam<PersistenceCase> {};

TEST_P(HttpPersistence, FollowsVersionAndConnectionHeader) {
  RunningServer server(echo_router());
  RawClient client(server.port());

  const std::optional<RawReply> reply = client.ask(GetParam().request);

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200U);
  if (GetParam().stays_open) {
    EXPECT_TRUE(client.ask(get("/echo")));
  } else {
    EXPECT_TRUE(reply->has("Connection: close"));
    EXPECT_EQ(client.receive_rest(), "");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rules, HttpPersistence,
    testing::Values(PersistenceCase{"http11", "GET /echo HTTP/1.1\r\nHost: t\r\n\r\n", true},
                    PersistenceCase{"http11_close",
                                    "GET /echo HTTP/1.1\r\nConnection: close\r\n\r\n", false},
                    PersistenceCase{"http10", "GET /echo HTTP/1.0\r\n\r\n", false},
                    PersistenceCase{"http10_keep",
                                    "GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true}),
    [](const auto& test) { return test.param.name; });

TEST(HttpConnection, LeavesTheBodyOutForHead) {
  RunningServer server(echo_router());
  RawClient client(server.port());

  ASSERT_TRUE(client.send("HEAD /echo HTTP/1.1\r\n\r\n" + get("/echo")));

  EXPECT_EQ(client.receive_head(),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n");
  EXPECT_EQ(client.receive().value_or(RawReply{}).body, "GET:");
}

TEST(HttpConnection, TurnsAHandlersExceptionIntoA500AndCloses) {
  Router router;
  router.on("GET", "/throws", [](Request&) -> asio::awaitable<Response> {
    throw std::runtime_error("out of \"luck\"");
    co_return Response{};
  });
  RunningServer server(std::move(router));
  RawClient client(server.port());

  const std::optional<RawReply> reply = client.ask(get("/throws"));

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 500U);
  EXPECT_TRUE(reply->has("Content-Type: application/json"));
  EXPECT_TRUE(reply->has("Connection: close"));
  EXPECT_EQ(reply->body, "{\"error\":\"the handler failed: out of \\\"luck\\\"\"}\n");
  EXPECT_EQ(client.receive_rest(), "");
}

// case-C144: a refusal that a verb puts into its body arrives as 200 with application/json and
// every byte of it.
TEST(HttpConnection, Answers200WithJsonUnlessTheHandlerSaysOtherwise) {
  Router router;
  router.on("POST", "/scheduler/bind", [](Request&) -> asio::awaitable<Response> {
    Response response;
    response.body = "{\"Error\":\"node n1 has no room\"}";
    co_return response;
  });
  RunningServer server(std::move(router));
  RawClient client(server.port());

  const std::optional<RawReply> reply = client.ask(post("/scheduler/bind", "{}"));

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200U);
  EXPECT_TRUE(reply->has("Content-Type: application/json"));
  EXPECT_EQ(reply->body, "{\"Error\":\"node n1 has no room\"}");
}

// case-C144: a client that leaves before its answer harms nobody else.
TEST(HttpConnection, SurvivesAClientThatLeavesBeforeItsAnswer) {
  RunningServer server(echo_router());
  const std::string large(std::size_t{8} << 20, 'x');

  for (int i = 0; i < 5; ++i) {
    RawClient leaving(server.port());
    ASSERT_TRUE(leaving.send(post("/echo", large)));
  }

  RawClient staying(server.port());
  EXPECT_EQ(staying.ask(get("/echo")).value_or(RawReply{}).body, "GET:");
  EXPECT_TRUE(testing_support::eventually([&] { return server.server().open() == 1; }));
}

TEST(HttpConnection, ClosesWhenTheHandlerAsksForIt) {
  Router router;
  router.on("GET", "/last", [](Request&) -> asio::awaitable<Response> {
    Response response;
    response.status = 503;
    response.close = true;
    co_return response;
  });
  RunningServer server(std::move(router));
  RawClient client(server.port());

  const std::optional<RawReply> reply = client.ask(get("/last"));

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 503U);
  EXPECT_TRUE(reply->has("Connection: close"));
  EXPECT_EQ(client.receive_rest(), "");
}

TEST(HttpConnection, TellsTheHandlerWhetherItsClientIsStillThere) {
  struct Held {
    const Caller* caller;
    std::shared_ptr<asio::steady_timer> timer;
  };
  std::promise<Held> held;
  Router router;
  router.on("POST", "/slow", [&](Request& request) -> asio::awaitable<Response> {
    const auto executor = co_await asio::this_coro::executor;
    auto timer =
        std::make_shared<asio::steady_timer>(executor, asio::steady_timer::time_point::max());
    held.set_value({request.caller, timer});
    auto waiting = timer->async_wait(asio::as_tuple(asio::deferred));
    co_await std::move(waiting);
    co_return Response{};
  });
  RunningServer server(std::move(router));
  std::optional<RawClient> client(std::in_place, server.port());
  ASSERT_TRUE(client->send(post("/slow", "x") + get("/more")));  // bytes nobody reads yet
  const Held waiting = held.get_future().get();

  ASSERT_NE(waiting.caller, nullptr);
  EXPECT_FALSE(waiting.caller->has_left());
  client.reset();
  EXPECT_TRUE(eventually([&] { return waiting.caller->has_left(); }));
  asio::post(waiting.timer->get_executor(), [timer = waiting.timer] { timer->cancel(); });
}

}  // namespace
}  // namespace npushare::http
