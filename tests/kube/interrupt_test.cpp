// Calls, streams and pauses that are ended from outside, and those that wait for their turn.
#include "scheduler/kube/interrupt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "scheduler/kube/rate_limit.hpp"
#include "tests/support/kube_client_bench.hpp"

namespace npushare::kube {
namespace {

using testing::HasSubstr;
using testing_support::a_get;
using testing_support::begun;
using testing_support::eventually;
using testing_support::finished;
using testing_support::ok;
using testing_support::run;
using testing_support::Step;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

using Then = Step::Then;

struct Bench : testing_support::ClientBench {
  explicit Bench(std::deque<Step> script) : ClientBench(std::move(script)) {}

  Call a_call() const {
    Call call = a_get("/w");
    call.interrupt = interrupt;
    return call;
  }

  std::shared_ptr<Interrupt> interrupt = std::make_shared<Interrupt>();
};

constexpr const char* kOpenStream =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\na\n\r\n";

TEST(Interrupt, EndsAStreamThatIsOpenAndSaysWhenItOpened) {
  Bench bench({{kOpenStream, Then::kHang}});
  std::atomic<bool> is_open = false;
  std::atomic<int> lines = 0;
  auto streaming = begun(bench.running.context(),
                         bench.client.stream(
                             bench.a_call(), std::chrono::hours(1),
                             [&](std::string_view) { ++lines; }, [&] { is_open = true; }));
  ASSERT_TRUE(eventually([&] { return lines == 1; }));
  EXPECT_TRUE(is_open);

  bench.interrupt->raise();

  EXPECT_FALSE(finished(std::move(streaming)));
  EXPECT_FALSE(bench.client.is_stopped());
}

TEST(Interrupt, EndsACallOnAKeptConnectionWithoutRepeatingIt) {
  Bench bench({{ok("1")}, {"", Then::kHang}});
  ASSERT_TRUE(run(bench.running.context(), bench.client.call(a_get("/warm"))));
  auto calling = begun(bench.running.context(), bench.client.call(bench.a_call()));
  ASSERT_TRUE(eventually([&] { return bench.server.requests().size() == 2; }));

  bench.interrupt->raise();

  const Result<Reply> reply = finished(std::move(calling));
  ASSERT_FALSE(reply);
  EXPECT_THAT(reply.error().message, HasSubstr("interrupted"));
  EXPECT_EQ(bench.server.requests().size(), 2U);
}

TEST(Interrupt, LetsNothingBeginUntilItIsReset) {
  Bench bench({});
  bench.interrupt->raise();

  EXPECT_FALSE(run(bench.running.context(), bench.client.call(bench.a_call())));
  run(bench.running.context(), bench.client.pause(std::chrono::hours(1), bench.interrupt));
  EXPECT_TRUE(bench.server.requests().empty());

  bench.interrupt->reset();
  EXPECT_TRUE(run(bench.running.context(), bench.client.call(bench.a_call())));
}

TEST(Interrupt, EndsAPause) {
  Bench bench({});
  auto pausing =
      begun(bench.running.context(), bench.client.pause(std::chrono::hours(1), bench.interrupt));

  bench.interrupt->raise();

  finished(std::move(pausing));
}

TEST(RateLimit, LetsABurstGoAndThenSpacesTheRest) {
  RateLimit limit(100, 3);
  const RateLimit::Clock::time_point start{1000s};

  for (const auto wait : {0ms, 0ms, 0ms, 10ms, 20ms}) EXPECT_EQ(limit.take(start, 1s), wait);
  EXPECT_EQ(limit.take(start + 30ms, 1s), 0ms);  // the fourth and fifth have gone by now
  EXPECT_EQ(limit.take(start + 10s, 1s), 0ms);
  EXPECT_EQ(limit.take(start + 10s, 1s), 0ms);
  EXPECT_EQ(limit.take(start + 10s, 1s), 0ms);  // rest refills no more than the burst
  EXPECT_EQ(limit.take(start + 10s, 1s), 10ms);
}

TEST(RateLimit, TakesNoTokenForWhoCannotWait) {
  RateLimit limit(10, 1);
  const RateLimit::Clock::time_point start{1000s};
  ASSERT_EQ(limit.take(start, 0ms), 0ms);

  EXPECT_EQ(limit.take(start, 99ms), std::nullopt);
  EXPECT_EQ(limit.take(start, 100ms), 100ms);
}

TEST(RestClientTurn, IsRefusedWhenItCannotComeInTimeUnlessTheCallIsUrgent) {
  Bench bench({});
  Call event = a_get("/event");
  event.priority = Priority::kEvent;
  event.time_limit = 1ms;
  std::vector<std::future<Result<Reply>>> calls;
  for (int i = 0; i < 60; ++i) {
    Call patient = event;
    patient.time_limit = 20s;
    calls.push_back(begun(bench.running.context(), bench.client.call(patient)));
  }
  Call urgent = a_get("/bind");
  urgent.priority = Priority::kUrgent;

  const Result<Reply> refused = run(bench.running.context(), bench.client.call(event));
  const Result<Reply> served = run(bench.running.context(), bench.client.call(urgent));
  const Result<Reply> beside = run(bench.running.context(), bench.client.call(a_get("/list")));

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBusy);
  EXPECT_TRUE(served);
  EXPECT_TRUE(beside);
  bench.client.stop();
  for (auto& call : calls) EXPECT_NO_THROW(std::ignore = finished(std::move(call)));
}

}  // namespace
}  // namespace npushare::kube
