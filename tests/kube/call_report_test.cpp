// What an observer of the client is told of each call.
#include "scheduler/kube/call_report.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <string>
#include <vector>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_raw_server.hpp"

namespace npushare::kube {
namespace {

using testing_support::a_get;
using testing_support::KubeRawServer;
using testing_support::local_endpoint;
using testing_support::run;
using testing_support::RunningContext;
using testing_support::Step;

/// "GET 200", or the verb and the number of its error.
class Told {
 public:
  CallObserver observer() {
    return [this](const CallEnd& call) {
      const std::lock_guard lock(mutex_);
      const std::string end = call.error ? "error " + std::to_string(static_cast<int>(*call.error))
                                         : std::to_string(call.status);
      calls_.push_back(std::string(call.verb) + " " + end);
    };
  }
  std::vector<std::string> calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> calls_;
};

TEST(CallReport, TellsTheAnswersStatus) {
  Told told;
  RunningContext running;
  KubeRawServer server(running.context(), {});
  RestClient client(running.context().get_executor(), local_endpoint(server.port()),
                    told.observer());

  ASSERT_TRUE(run(running.context(), client.call(a_get("/api/v1/nodes"))));

  EXPECT_EQ(told.calls(), std::vector<std::string>{"GET 200"});
  client.stop();
}

TEST(CallReport, TellsWhyThereWasNoAnswer) {
  Told told;
  RunningContext running;
  RestClient client(running.context().get_executor(), local_endpoint("1"), told.observer());

  const Result<Reply> reply = run(running.context(), client.call(a_get("/api/v1/nodes")));

  ASSERT_FALSE(reply);
  EXPECT_EQ(told.calls(),
            std::vector{"GET error " + std::to_string(static_cast<int>(reply.error().code))});
}

class Reports : public testing::Test {
 protected:
  Told told;
  const CallObserver observer = told.observer();
  const Call get = a_get("/api/v1/pods?watch=1");
};

TEST_F(Reports, AreOfAStreamOnceWhenItBegins) {
  CallReport report(observer, get, CallShape::kStream);
  int opened = 0;
  const std::function<void()> at_opening = report.at_opening([&] { ++opened; });
  EXPECT_TRUE(told.calls().empty());

  at_opening();
  report.end(Error{ErrorCode::kTimeout, "silent"});

  EXPECT_EQ(opened, 1);
  EXPECT_EQ(told.calls(), std::vector<std::string>{"WATCH 200"});
}

TEST_F(Reports, AreOfARefusedStreamWhenItEnds) {
  CallReport report(observer, get, CallShape::kStream);

  report.end(Reply{.status = 410, .body = {}});

  EXPECT_EQ(told.calls(), std::vector<std::string>{"WATCH 410"});
}

TEST_F(Reports, NeedNoObserver) {
  const CallObserver nobody;
  CallReport report(nobody, get, CallShape::kPlain);

  report.end(Reply{.status = 200, .body = {}});

  EXPECT_TRUE(told.calls().empty());
}

}  // namespace
}  // namespace npushare::kube
