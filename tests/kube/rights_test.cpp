// Rights asked for at the start: spec/kube-scheduler-extender.md 4.5.
#include "scheduler/kube/rights.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/kube_client_bench.hpp"

namespace npushare::kube {
namespace {

using testing::HasSubstr;
using testing::IsSupersetOf;
using testing_support::ok;
using testing_support::Step;

const std::string kYes = R"({"kind":"SelfSubjectAccessReview","status":{"allowed":true}})";
const std::string kNo = R"({"kind":"SelfSubjectAccessReview","status":{"allowed":false}})";

struct Bench : testing_support::ClientBench {
  explicit Bench(std::deque<Step> script) : ClientBench(std::move(script)) {}

  Result<> check(std::vector<Right> rights) {
    return testing_support::run(running.context(), check_rights(client, std::move(rights)));
  }
};

TEST(Rights, NameEveryOneThatIsMissing) {
  Bench bench({{ok(kYes)}, {ok(kNo)}, {ok(kNo)}});

  const Result<> checked =
      bench.check({{.verb = "list", .resource = "pods"},
                   {.verb = "create", .resource = "pods", .subresource = "binding"},
                   {.verb = "get",
                    .group = "coordination.k8s.io",
                    .resource = "leases",
                    .space = "kube-system",
                    .name = "npushare"}});

  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::kUnauthorized);
  EXPECT_THAT(checked.error().message,
              HasSubstr("does not let us create pods/binding, get leases.coordination.k8s.io "
                        "\"npushare\" in kube-system;"));
  EXPECT_THAT(bench.server.requests().at(2),
              HasSubstr(R"("spec":{"resourceAttributes":{"verb":"get","resource":"leases",)"
                        R"("group":"coordination.k8s.io","namespace":"kube-system",)"
                        R"("name":"npushare"}})"));
  EXPECT_THAT(bench.server.requests().at(0),
              testing::StartsWith(
                  "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews HTTP/1.1\r\n"));
}

TEST(Rights, AreEnoughWhenAllAreThere) {
  Bench bench({{ok(kYes)}, {ok(kYes)}});

  EXPECT_TRUE(
      bench.check({{.verb = "list", .resource = "pods"}, {.verb = "watch", .resource = "pods"}}));
}

TEST(Rights, AreNotAskedForWhereTheServerDoesNotKnowTheQuestion) {
  Bench bench({{"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"}});

  EXPECT_TRUE(
      bench.check({{.verb = "list", .resource = "pods"}, {.verb = "watch", .resource = "pods"}}));
  EXPECT_EQ(bench.server.requests().size(), 1U);
}

TEST(Rights, AreUnknownWhenTheQuestionFails) {
  Bench bench({{"HTTP/1.1 503 X\r\nContent-Length: 4\r\n\r\nbusy"}});

  const Result<> checked = bench.check({{.verb = "list", .resource = "pods"}});

  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::kBusy);
  EXPECT_THAT(checked.error().message, HasSubstr("ask whether we may list pods: busy"));
}

std::vector<std::string> texts(const Duties& duties) {
  std::vector<std::string> all;
  for (const Right& right : rights_for(duties)) all.push_back(text_of(right));
  return all;
}

TEST(Rights, FollowFromWhatTheServiceIsSetUpToDo) {
  EXPECT_THAT(
      texts({.locks_nodes = false}),
      testing::ElementsAre("get pods", "list pods", "watch pods", "patch pods",
                           "create pods/binding", "get nodes", "list nodes", "watch nodes"));
  EXPECT_THAT(texts({.writes_capacity = true}), testing::Contains("patch nodes/status"));
  EXPECT_THAT(texts({}), testing::Not(testing::Contains("patch nodes/status")));
  EXPECT_THAT(texts({.makes_templates = true}),
              testing::Contains("create resourceclaimtemplates.resource.k8s.io"));
  EXPECT_THAT(texts({.makes_claims = true}),
              IsSupersetOf({"patch resourceclaims.resource.k8s.io",
                            "delete resourceclaims.resource.k8s.io"}));
  EXPECT_THAT(texts({}), testing::Not(testing::Contains(testing::HasSubstr("resource.k8s.io"))));
  EXPECT_THAT(
      texts({.reads_budgets = true,
             .writes_events = true,
             .lease = Named{"kube-system", "npushare"},
             .config_map = Named{"kube-system", "hami-scheduler-device"}}),
      IsSupersetOf({"patch nodes", "list poddisruptionbudgets.policy", "patch events.events.k8s.io",
                    "patch events", "create leases.coordination.k8s.io in kube-system",
                    "update leases.coordination.k8s.io \"npushare\" in kube-system",
                    "watch configmaps \"hami-scheduler-device\" in kube-system"}));
}

}  // namespace
}  // namespace npushare::kube
