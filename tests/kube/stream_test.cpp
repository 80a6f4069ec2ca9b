// Streamed answers: lines, ends, silence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_raw_server.hpp"

namespace npushare::kube {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::a_get;
using testing_support::begun;
using testing_support::finished;
using testing_support::KubeRawServer;
using testing_support::run;
using testing_support::RunningContext;
using testing_support::Step;
using std::chrono_literals::operator""ms;

using Then = Step::Then;

constexpr std::string_view kHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

std::string chunk(std::string_view text) {
  return std::string(1, "0123456789abcdef"[text.size()]) + "\r\n" + std::string(text) + "\r\n";
}

struct StreamBench {
  explicit StreamBench(Step step)
      : server(running.context(), {std::move(step)}),
        client(running.context().get_executor(), testing_support::local_endpoint(server.port())) {}
  ~StreamBench() {
    client.stop();
    running.context().stop();
    running.drain();
  }

  asio::awaitable<Result<Reply>> stream(std::chrono::milliseconds silence,
                                        Call call = a_get("/w")) {
    return client.stream(std::move(call), silence,
                         [this](std::string_view line) { lines.emplace_back(line); });
  }

  std::vector<std::string> lines;
  RunningContext running;
  KubeRawServer server;
  RestClient client;
};

TEST(RestClientStream, DeliversLinesAcrossChunksUntilTheServerEnds) {
  StreamBench bench({std::string(kHead) + chunk("{\"a\"") + chunk(":1}\n{\"b\":2}") + chunk("\n") +
                     chunk("cut") + "0\r\n\r\n"});

  const Result<Reply> reply = run(bench.running.context(), bench.stream(10'000ms));

  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->status, 200U);
  EXPECT_EQ(reply->body, "");
  EXPECT_THAT(bench.lines, ElementsAre("{\"a\":1}", "{\"b\":2}"));
}

TEST(RestClientStream, BringsARefusalsBodyBackAndNoLines) {
  StreamBench bench({"HTTP/1.1 410 Gone\r\nContent-Length: 5\r\n\r\ngone\n"});

  const Result<Reply> reply = run(bench.running.context(), bench.stream(10'000ms));

  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->status, 410U);
  EXPECT_EQ(reply->body, "gone\n");
  EXPECT_THAT(bench.lines, IsEmpty());
}

TEST(RestClientStream, GivesUpAfterSilence) {
  StreamBench bench({std::string(kHead) + chunk("one\n"), Then::kHang});

  const Result<Reply> reply = run(bench.running.context(), bench.stream(30ms));

  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kTimeout);
  EXPECT_THAT(bench.lines, ElementsAre("one"));
}

TEST(RestClientStream, OutlivesItsTimeLimitOnceItHasBegun) {
  StreamBench bench({std::string(kHead) + chunk("one\n"), Then::kHang});
  Call call = a_get("/w");
  call.time_limit = 100ms;
  const auto begin = std::chrono::steady_clock::now();

  const Result<Reply> reply = run(bench.running.context(), bench.stream(300ms, call));

  EXPECT_FALSE(reply);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 300ms);
}

TEST(RestClientStream, SaysThatItBrokeOff) {
  StreamBench bench({std::string(kHead) + chunk("one\n"), Then::kClose});

  const Result<Reply> reply = run(bench.running.context(), bench.stream(10'000ms));

  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kInternal);
  EXPECT_THAT(bench.lines, ElementsAre("one"));
}

TEST(RestClientStream, IsEndedByStop) {
  StreamBench bench({std::string(kHead) + chunk("one\n"), Then::kHang});
  auto streaming = begun(bench.running.context(), bench.stream(std::chrono::hours(1)));

  bench.client.stop();

  EXPECT_FALSE(finished(std::move(streaming)));
}

}  // namespace
}  // namespace npushare::kube
