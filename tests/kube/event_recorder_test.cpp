// The recorder over HTTP: spec/kube-scheduler-extender.md 4.7.
#include "scheduler/kube/event_recorder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_clock.hpp"
#include "tests/support/kube_raw_server.hpp"

namespace npushare::kube {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;
using testing_support::begun;
using testing_support::eventually;
using testing_support::finished;
using testing_support::KubeRawServer;
using testing_support::MovedClock;
using testing_support::Step;
using std::chrono_literals::operator""ms;

using Then = Step::Then;

Event an_event(const std::string& pod = "p") {
  return {.regarding = {.kind = "Pod", .space = "team", .name = pod, .uid = "u"},
          .reason = "Bound",
          .action = "Binding",
          .note = "chip 0 of n1"};
}

std::string answer(unsigned status) {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: 0\r\n\r\n";
}

struct Bench {
  explicit Bench(std::deque<Step> script)
      : server(running.context(), std::move(script)),
        client(running.context().get_executor(), testing_support::local_endpoint(server.port())),
        recorder(client, {.instance = "host_1", .retry = 1ms, .look = 1ms}, clock) {}
  ~Bench() {
    stop();
    client.stop();
    running.context().stop();
    running.drain();
  }

  void start() { ended = begun(running.context(), recorder.run()); }
  void stop() {
    recorder.stop();
    if (ended.valid()) finished(std::move(ended));
  }

  MovedClock clock;
  testing_support::RunningContext running;
  KubeRawServer server;
  RestClient client;
  EventRecorder recorder;
  std::future<void> ended;
};

TEST(EventRecorder, PostsAnEventAndPatchesItsRepeats) {
  Bench bench({{answer(201)}, {answer(200)}});
  bench.start();

  bench.recorder.note(an_event());
  bench.recorder.note(an_event());
  ASSERT_TRUE(eventually([&] { return bench.recorder.written() == 1; }));
  bench.clock.advance(EventSeries::kFirstTelling);
  ASSERT_TRUE(eventually([&] { return bench.recorder.written() == 2; }));

  const std::vector<std::string> requests = bench.server.requests();
  EXPECT_THAT(requests[0], StartsWith("POST /apis/events.k8s.io/v1/namespaces/team/events"
                                      "?fieldManager=npushare HTTP/1.1\r\n"));
  EXPECT_THAT(requests[0], HasSubstr(R"("note":"chip 0 of n1")"));
  EXPECT_THAT(requests[1], StartsWith("PATCH /apis/events.k8s.io/v1/namespaces/team/events/p."));
  EXPECT_THAT(requests[1], HasSubstr("\r\nContent-Type: application/merge-patch+json\r\n"));
  EXPECT_THAT(requests[1], HasSubstr(R"({"series":{"count":2,)"));
}

TEST(EventRecorder, PatchesOtherWordsThroughTheCoreApi) {
  Bench bench({{answer(201)}, {answer(200)}});
  bench.start();
  Event later = an_event();
  later.note = "chip 1 of n2";

  bench.recorder.note(an_event());
  bench.recorder.note(later);
  ASSERT_TRUE(eventually([&] { return bench.recorder.written() == 1; }));
  bench.clock.advance(EventSeries::kFirstTelling);
  ASSERT_TRUE(eventually([&] { return bench.recorder.written() == 2; }));

  const std::string request = bench.server.requests()[1];
  EXPECT_THAT(request, StartsWith("PATCH /api/v1/namespaces/team/events/p."));
  EXPECT_THAT(request, HasSubstr(R"({"message":"chip 1 of n2","series":{"count":2,)"));
}

TEST(EventRecorder, TriesAgainUntilTheServerTakesIt) {
  Bench bench({{answer(503)}, {"", Then::kClose}, {answer(429)}, {answer(409)}});
  bench.start();

  bench.recorder.note(an_event());

  ASSERT_TRUE(eventually([&] { return bench.recorder.written() == 1; }));
  EXPECT_THAT(bench.server.requests(), SizeIs(4));  // the 409 says that it is there already
  EXPECT_EQ(bench.recorder.dropped(), 0U);
}

TEST(EventRecorder, GivesUpAfterTwelveTriesOrARefusal) {
  std::deque<Step> script(EventRecorder::kTries, Step{answer(500)});
  script.push_back({answer(403)});
  script.push_back({answer(201)});
  Bench bench(std::move(script));
  bench.start();

  for (const char* pod : {"a", "b", "c"}) bench.recorder.note(an_event(pod));

  ASSERT_TRUE(eventually([&] { return bench.recorder.written() == 1; }));
  EXPECT_EQ(bench.recorder.dropped(), 2U);
  EXPECT_THAT(bench.server.requests(), SizeIs(EventRecorder::kTries + 2));
}

TEST(EventRecorder, DropsWhatComesWhileAThousandWait) {
  Bench bench({});
  for (std::size_t i = 0; i < EventRecorder::kMostWaiting + 5; ++i)
    bench.recorder.note(an_event("p" + std::to_string(i)));

  EXPECT_EQ(bench.recorder.dropped(), 5U);
}

TEST(EventRecorder, EndsInTheMiddleOfItsTries) {
  Bench bench({{"", Then::kHang}});
  bench.recorder.note(an_event());
  bench.start();
  ASSERT_TRUE(eventually([&] { return bench.server.requests().size() == 1; }));

  bench.client.stop();
  bench.stop();

  EXPECT_EQ(bench.recorder.written(), 0U);
}

}  // namespace
}  // namespace npushare::kube
