// What the endpoints answer before the books are read, and from a replica that does not lead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/app/parts.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::service_test {
namespace {

class Standby final : public verbs::Leadership {
 public:
  bool may_write() const override { return false; }
};

/// The service's parts, none of them started: nothing is ever read from a cluster.
class Routes : public testing::Test {
 protected:
  http::Response ask(const std::string& path, std::string body, const verbs::Leadership& leading) {
    const verbs::Services& of_parts = parts.context.services;
    RouteContext context{.services = {.book = book,
                                      .rules = rules,
                                      .api = parts.api,
                                      .pods = of_parts.pods,
                                      .gate = of_parts.gate,
                                      .locks = of_parts.locks,
                                      .observer = of_parts.observer,
                                      .clock = clock,
                                      .leadership = leading},
                         .calls = parts.calls,
                         .sync = parts.sync,
                         .watches = parts.watches,
                         .config = parts.config,
                         .trials = parts.trials,
                         .tally = parts.tally};
    context.health.add("nodes", Health::Reach::kQuestions, [this] { return waiting; });
    const http::Router router = make_routes(context);
    http::Request request;
    request.method = "POST";
    request.path = path;
    request.body = {body.data(), body.size()};
    http::Response answer;
    boost::asio::co_spawn(
        io, router.route(request),
        [&](const std::exception_ptr&, http::Response response) { answer = std::move(response); });
    io.restart();
    io.poll();
    return answer;
  }

  boost::asio::io_context io;
  verbs_test::HandClock clock;
  LedgerBook book;
  Published<verbs::Rules> rules{
      std::make_shared<const verbs::Rules>(verbs_test::rules_with("binpack"))};
  LiveConfig::Start start;
  Parts parts{{.executor = io.get_executor(),
               .server = {.host = "127.0.0.1", .port = "1"},
               .book = book,
               .rules = rules,
               .clock = clock,
               .config = start,
               .identity = nullptr}};
  std::string waiting;
};

// kse-9.1-41, with our own text in the body, which kube-scheduler drops.
TEST_F(Routes, SendABindAwayFromAReplicaThatDoesNotLead) {
  const http::Response answer = ask("/bind", "{}", Standby{});

  EXPECT_EQ(answer.status, 503U);
  EXPECT_TRUE(answer.close);
  EXPECT_THAT(answer.body, testing::HasSubstr("another replica leads"));
}

TEST_F(Routes, LetAStandbyAnswerPureQuestions) {
  const std::string body = R"({"Pod":{"metadata":{"name":"p"}},"NodeNames":["n1"]})";

  EXPECT_EQ(ask("/filter", body, Standby{}).body,
            R"({"NodeNames":["n1"],"FailedNodes":{},"FailedAndUnresolvableNodes":{},"Error":""})");
  EXPECT_EQ(ask("/scheduler/prioritize", body, Standby{}).body, R"([{"Host":"n1","Score":0}])");
}

TEST_F(Routes, AnswerNoQuestionBeforeTheBooksAreRead) {
  waiting = "nodes";

  EXPECT_THAT(ask("/filter", "{}", verbs::kSoleReplica).body,
              testing::HasSubstr(R"("Error":"npushare: caches not synced")"));
  EXPECT_THAT(ask("/bind", "{}", verbs::kSoleReplica).body, testing::HasSubstr("not synced"));
  EXPECT_EQ(ask("/prioritize", "{}", verbs::kSoleReplica).status, 503U);
  EXPECT_EQ(ask("/preempt", "{}", verbs::kSoleReplica).status, 503U);
}

}  // namespace
}  // namespace npushare::service_test
