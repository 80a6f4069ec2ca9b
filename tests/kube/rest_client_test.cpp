// Calls over kept connections, and what is told when one breaks.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_raw_server.hpp"

namespace npushare::kube {
namespace {

using testing_support::a_get;
using testing_support::a_post;
using testing_support::begun;
using testing_support::finished;
using testing_support::KubeRawServer;
using testing_support::local_endpoint;
using testing_support::ok;
using testing_support::run;
using testing_support::RunningContext;
using testing_support::RunningServer;
using testing_support::Step;

using Then = Step::Then;
using std::chrono_literals::operator""ms;

struct Bench {
  explicit Bench(std::deque<Step> script)
      : server(running.context(), std::move(script)),
        client(running.context().get_executor(), local_endpoint(server.port())) {}
  ~Bench() {
    client.stop();
    running.context().stop();
    running.drain();
  }

  Result<Reply> call(Call call) { return run(running.context(), client.call(std::move(call))); }

  RunningContext running;
  KubeRawServer server;
  RestClient client;
};

TEST(RestClient, SendsWhatAnApiServerExpects) {
  Bench bench({});

  const Result<Reply> reply = bench.call(a_post("/api/v1/x?y=z", "{\"a\":1}"));

  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->status, 200U);
  EXPECT_EQ(reply->body, "{}");
  EXPECT_EQ(bench.server.requests().at(0),
            "POST /api/v1/x?y=z HTTP/1.1\r\nHost: 127.0.0.1:" + bench.server.port() +
                "\r\nUser-Agent: npushare/0.1.0\r\nAccept: application/json\r\n"
                "Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}");
}

TEST(RestClient, UsesOneConnectionForCallsInARow) {
  RunningServer server(testing_support::echo_router());
  RestClient client(server.context().get_executor(), local_endpoint(std::to_string(server.port())));

  for (int i = 0; i < 20; ++i) {
    const Result<Reply> reply =
        run(server.context(), client.call(a_post("/echo", std::to_string(i))));
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->body, "POST:" + std::to_string(i));
  }

  EXPECT_EQ(server.server().accepted(), 1U);
  EXPECT_EQ(client.calls_made(), 20U);
}

TEST(RestClient, ReadsAChunkedAnswerAndOneThatEndsWithTheConnection) {
  Bench bench({{"HTTP/1.1 201 Created\r\nTransfer-Encoding: "
                "chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"},
               {"HTTP/1.1 200 OK\r\n\r\nto the end", Then::kClose}});

  const Result<Reply> chunked = bench.call(a_get("/a"));
  const Result<Reply> to_the_end = bench.call(a_get("/b"));

  ASSERT_TRUE(chunked) << chunked.error().message;
  EXPECT_EQ(chunked->status, 201U);
  EXPECT_EQ(chunked->body, "abcde");
  ASSERT_TRUE(to_the_end) << to_the_end.error().message;
  EXPECT_EQ(to_the_end->body, "to the end");
}

TEST(RestClient, ReadsRetryAfter) {
  Bench bench({{"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"}});

  const Result<Reply> reply = bench.call(a_get("/a"));

  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->status, 429U);
  EXPECT_EQ(reply->retry_after, std::chrono::seconds(7));
}

TEST(RestClient, SaysThatASentWriteIsUncertainWhenItsAnswerIsLost) {
  Bench bench({{"", Then::kClose}});

  const Result<Reply> reply = bench.call(a_post("/bind", "{}"));

  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kUncertain);
  EXPECT_EQ(bench.server.requests().size(), 1U);  // never sent twice
}

TEST(RestClient, SaysThatASentWriteIsUncertainWhenItsAnswerBreaksOff) {
  Bench bench({{"HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\nhalf", Then::kClose}});

  const Result<Reply> reply = bench.call(a_post("/bind", "{}"));

  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kUncertain);
}

TEST(RestClient, NeverSendsAWriteTwiceOverAConnectionThatDies) {
  Bench bench({{ok("first")}, {"", Then::kClose}});
  ASSERT_TRUE(bench.call(a_get("/warm")));

  const Result<Reply> reply = bench.call(a_post("/bind", "{}"));

  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kUncertain);
  EXPECT_EQ(bench.server.requests().size(), 2U);
  EXPECT_EQ(bench.server.connections(), 1);
}

TEST(RestClient, RepeatsAGetWhenAKeptConnectionDies) {
  Bench bench({{ok("first")}, {"", Then::kClose}, {ok("third")}});
  ASSERT_TRUE(bench.call(a_get("/warm")));

  const Result<Reply> reply = bench.call(a_get("/again"));

  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->body, "third");
  EXPECT_EQ(bench.server.connections(), 2);
}

TEST(RestClient, DoesNotRepeatAGetOnAFreshConnection) {
  Bench bench({{"", Then::kClose}});

  const Result<Reply> reply = bench.call(a_get("/a"));

  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kInternal);
  EXPECT_EQ(bench.server.requests().size(), 1U);
}

TEST(RestClient, KeepsToItsTimeLimit) {
  Bench bench({{"", Then::kHang}, {"", Then::kHang}});
  Call get = a_get("/slow");
  get.time_limit = 30ms;
  Call post = a_post("/slow", "{}");
  post.time_limit = 30ms;

  const Result<Reply> read = bench.call(get);
  const Result<Reply> written = bench.call(post);

  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kTimeout);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kUncertain);  // sent, so it may have been carried out
}

TEST(RestClient, SaysThatAWriteWasNotSentWhenNobodyListens) {
  RunningContext running;
  asio::ip::tcp::acceptor nobody(running.context(), {asio::ip::address_v4::loopback(), 0});
  const std::string port = std::to_string(nobody.local_endpoint().port());
  nobody.close();
  RestClient client(running.context().get_executor(), local_endpoint(port));

  const Result<Reply> reply = run(running.context(), client.call(a_post("/bind", "{}")));

  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kInternal);
  EXPECT_NE(reply.error().message.find("127.0.0.1:" + port), std::string::npos);
}

TEST(RestClient, ResolvesNames) {
  RunningContext running;
  KubeRawServer server(running.context(), {});
  Endpoint endpoint = local_endpoint(server.port());
  endpoint.host = "localhost";
  RestClient client(running.context().get_executor(), endpoint);

  const Result<Reply> reply = run(running.context(), client.call(a_get("/a")));

  EXPECT_TRUE(reply) << reply.error().message;
  running.context().stop();
  running.drain();
}

TEST(RestClient, EndsCallsAndPausesWhenStopped) {
  Bench bench({{"", Then::kHang}});
  auto& context = bench.running.context();
  auto calling = begun(context, bench.client.call(a_get("/slow")));
  auto pausing = begun(context, bench.client.pause(std::chrono::hours(1)));

  bench.client.stop();

  const Result<Reply> reply = finished(std::move(calling));
  EXPECT_FALSE(reply);
  finished(std::move(pausing));
  EXPECT_FALSE(bench.call(a_get("/late")));
  EXPECT_TRUE(bench.client.is_stopped());
}

TEST(RestClient, ServesManyCallsAtOnceOnTwoThreads) {
  RunningServer server(testing_support::echo_router(), {}, 2);
  RestClient client(server.context().get_executor(), local_endpoint(std::to_string(server.port())));

  std::vector<std::future<Result<Reply>>> calls;
  for (int i = 0; i < 200; ++i)
    calls.push_back(begun(server.context(), client.call(a_post("/echo", std::to_string(i)))));

  for (int i = 0; i < 200; ++i) {
    const Result<Reply> reply = finished(std::move(calls[static_cast<std::size_t>(i)]));
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->body, "POST:" + std::to_string(i));
  }
}

}  // namespace
}  // namespace npushare::kube
