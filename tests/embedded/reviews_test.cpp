#include "scheduler/embedded/reviews.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_running.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

const std::string kTokens = "/apis/authentication.k8s.io/v1/tokenreviews";
const std::string kOthers = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
const std::string kOwn = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

config::ClusterApi guarded() {
  config::ClusterApi api;
  api.tokens = {{"secret", "ann", {"ops"}}};
  api.denied = {{.user = "bob", .path = "/debug/faults"},
                {.verb = "create", .resource = "pods/binding"}};
  return api;
}

Json ask_about(RunningApi& api, const std::string& path, const char* spec) {
  const RawReply reply =
      ask(api.server.port(),
          {.method = "POST", .path = path, .body = std::string(R"({"spec":)") + spec + "}"});
  EXPECT_EQ(reply.status, 201U) << reply.body;
  return parsed(reply.body)["status"];
}

TEST(TokenReviews, KnowTheTokensOfTheClusterFile) {
  RunningApi api({.api = guarded()});

  const Json known = ask_about(api, kTokens, R"({"token":"secret"})");
  EXPECT_TRUE(known["authenticated"].boolean());
  EXPECT_EQ(known.at("user", "username").string(), "ann");
  EXPECT_EQ(known.at("user", "groups").items().at(0).string(), "ops");
  const Json unknown = ask_about(api, kTokens, R"({"token":"guess"})");
  EXPECT_FALSE(unknown["authenticated"].boolean());
  EXPECT_NE(unknown["error"].string(), "");
}

TEST(Reviews, AllowEverythingWhenTheClusterFileSaysNothing) {
  RunningApi api;

  EXPECT_TRUE(ask_about(api, kTokens, R"({"token":"any"})")["authenticated"].boolean());
  EXPECT_TRUE(
      ask_about(api, kOwn, R"({"resourceAttributes":{"verb":"get","resource":"pods"}})")["allowed"]
          .boolean());
}

struct AccessCase {
  const char* name;
  const char* spec;
  bool is_allowed;
};

void PrintTo(const AccessCase& row, std::ostream* out) {
  *out << row.name;
}

class AccessReview : public testing::TestWithParam<AccessCase> {};

TEST_P(AccessReview, FollowsTheDenials) {
  RunningApi api({.api = guarded()});

  EXPECT_EQ(ask_about(api, kOthers, GetParam().spec)["allowed"].boolean(), GetParam().is_allowed);
}

INSTANTIATE_TEST_SUITE_P(
    Denials, AccessReview,
    testing::Values(
        AccessCase{
            "path",
            R"({"user":"bob","nonResourceAttributes":{"path":"/debug/faults","verb":"post"}})",
            false},
        AccessCase{
            "other_user",
            R"({"user":"ann","nonResourceAttributes":{"path":"/debug/faults","verb":"post"}})",
            true},
        AccessCase{"other_path",
                   R"({"user":"bob","nonResourceAttributes":{"path":"/debug","verb":"get"}})",
                   true},
        AccessCase{
            "subresource",
            R"({"user":"x","resourceAttributes":{"verb":"create","resource":"pods","subresource":"binding"}})",
            false},
        AccessCase{"resource",
                   R"({"user":"x","resourceAttributes":{"verb":"create","resource":"pods"}})",
                   true}),
    [](const auto& test) { return test.param.name; });

TEST(AccessReview, OfOneselfIsAboutTheTokensUser) {
  config::ClusterApi rules = guarded();
  rules.tokens.push_back({"bobs", "bob", {}});
  RunningApi api({.api = rules});
  const std::string body =
      R"({"spec":{"nonResourceAttributes":{"path":"/debug/faults","verb":"get"}}})";
  const auto is_allowed = [&](const std::string& token) {
    const std::string bytes = "POST " + kOwn + " HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer " +
                              token + "\r\nContent-Length: " + std::to_string(body.size()) +
                              "\r\n\r\n" + body;
    const RawReply reply = RawClient(api.server.port()).ask(bytes).value_or(RawReply{});
    return parsed(reply.body).at("status", "allowed").boolean();
  };

  EXPECT_TRUE(is_allowed("secret"));
  EXPECT_FALSE(is_allowed("bobs"));
}

struct BadReview {
  const char* name;
  const std::string& path;
  const char* body;
  unsigned status;
};

TEST(Reviews, RefuseWhatAsksNothing) {
  RunningApi api;
  for (const BadReview& bad :
       {BadReview{"no token", kTokens, R"({"spec":{}})", 400},
        BadReview{"no JSON", kTokens, "{", 400}, BadReview{"no attributes", kOwn, "{}", 422},
        BadReview{"both", kOwn, R"({"spec":{"resourceAttributes":{},"nonResourceAttributes":{}}})",
                  422},
        BadReview{"nobody", kOthers, R"({"spec":{"resourceAttributes":{}}})", 422}}) {
    EXPECT_EQ(ask(api.server.port(), {.method = "POST", .path = bad.path, .body = bad.body}).status,
              bad.status)
        << bad.name;
  }
  EXPECT_EQ(get(api.server.port(), kOwn).status, 405U);
}

}  // namespace
}  // namespace npushare::embedded
