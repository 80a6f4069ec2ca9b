#include <gtest/gtest.h>

#include "tests/support/embedded_faults.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

const std::string kPods = "/api/v1/namespaces/default/pods";

struct CodeCase {
  int code;
  const char* reason;
};

void PrintTo(const CodeCase& row, std::ostream* out) {
  *out << row.code;
}

class FaultStatus : public testing::TestWithParam<CodeCase> {};

TEST_P(FaultStatus, IsAnsweredAndNothingIsDone) {
  FaultyApi api("{fault: status, kind: pods, code: " + std::to_string(GetParam().code) + "}");

  const RawReply reply = create(api.port(), kPods, a_pod("p"));

  EXPECT_EQ(reply.status, static_cast<unsigned>(GetParam().code));
  EXPECT_EQ(parsed(reply.body)["reason"].string(), GetParam().reason);
  EXPECT_EQ(api.store().get(pod_at("p")).code, 404U);
}

INSTANTIATE_TEST_SUITE_P(Codes, FaultStatus,
                         testing::Values(CodeCase{401, "Unauthorized"}, CodeCase{403, "Forbidden"},
                                         CodeCase{409, "Conflict"}, CodeCase{410, "Expired"},
                                         CodeCase{422, "Invalid"}, CodeCase{500, "InternalError"},
                                         CodeCase{503, "ServiceUnavailable"},
                                         CodeCase{504, "Timeout"}));

TEST(FaultGate, AnswersTooManyRequestsAsFlowControlDoes) {
  FaultyApi api("{fault: status, code: 429, retryAfter: 3s}");

  const RawReply reply = get(api.port(), kPods);

  EXPECT_EQ(reply.status, 429U);
  EXPECT_TRUE(reply.has("Retry-After: 3"));
  EXPECT_TRUE(reply.has("Content-Type: text/plain; charset=utf-8"));
}

TEST(FaultGate, TellsTheVerbsApart) {
  for (const char* verb : {"get", "list", "create", "update", "patch", "delete", "bind"}) {
    FaultyApi api(std::string("{fault: status, code: 503, kind: pods, verb: ") + verb + "}");
    api.store().create(pod_at({}), a_pod("p"));
    std::string struck;
    const auto note = [&](const char* name, const HttpCall& call) {
      if (ask(api.port(), call).status == 503) struck += name;
    };
    note("get", {.path = kPods + "/p"});
    note("list", {.path = kPods});
    note("create", {.method = "POST", .path = kPods, .body = "{}"});
    note("update", {.method = "PUT", .path = kPods + "/p", .body = "{}"});
    note("patch", {.method = "PATCH", .path = kPods + "/p", .body = "{}"});
    note("bind", {.method = "POST", .path = kPods + "/p/binding", .body = "{}"});
    note("delete", {.method = "DELETE", .path = kPods + "/p"});
    EXPECT_EQ(struck, verb);
  }
}

TEST(FaultGate, ResetsBeforeAnythingIsDone) {
  FaultyApi api("{fault: reset, verb: create}");

  EXPECT_EQ(create(api.port(), kPods, a_pod("p")).status, 0U);
  EXPECT_EQ(api.store().get(pod_at("p")).code, 404U);
  EXPECT_EQ(api.faults->injected(config::Fault::kReset), 1U);
}

TEST(FaultGate, LosesTheReplyOfAWriteThatWasCarriedOut) {
  FaultyApi api("{fault: lose-reply, verb: bind}");
  api.store().create(pod_at({}), a_pod("p"));

  const RawReply reply = create(api.port(), kPods + "/p/binding", a_binding("p", kNode));

  EXPECT_EQ(reply.status, 0U);
  EXPECT_EQ(api.store().get(pod_at("p")).body.at("spec", "nodeName").string(), kNode);
}

TEST(FaultGate, TimesOutAWriteThatWasCarriedOut) {
  FaultyApi api("{fault: status, code: 504, applied: true, verb: create}");

  EXPECT_EQ(create(api.port(), kPods, a_pod("p")).status, 504U);
  EXPECT_EQ(api.store().get(pod_at("p")).code, 200U);
}

TEST(FaultGate, HangsUntilTheClientGivesUp) {
  FaultyApi api("{fault: hang, nth: 1}");
  {
    RawClient client(api.port());
    ASSERT_TRUE(client.send(bytes_of({.path = kPods})));
    ASSERT_TRUE(eventually([&] { return api.faults->injected() == 1; }));
    // Others are served meanwhile.
    EXPECT_EQ(get(api.port(), kPods).status, 200U);
  }
  // The server ends although it never answered: the destructor would hang.
}

TEST(FaultGate, ServesLate) {
  FaultyApi api("{fault: delay, time: 30ms, nth: 1}");
  const auto start = std::chrono::steady_clock::now();

  EXPECT_EQ(get(api.port(), kPods).status, 200U);

  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(30));
}

TEST(FaultGate, GivesUpALateCallWhenItsTimeIsOver) {
  FaultyApi api("{fault: delay, time: 1m}");

  const RawReply reply = create(api.port(), kPods + "?timeout=20ms", a_pod("p"));

  EXPECT_EQ(reply.status, 504U);
  EXPECT_EQ(api.store().get(pod_at("p")).code, 404U);
}

// The script of a running server.
TEST(FaultRoutes, ReplaceTheScriptAndShowWhatItDid) {
  FaultyApi api("{fault: status, code: 500}");
  ASSERT_EQ(get(api.port(), kPods).status, 500U);
  const Json before = parsed(get(api.port(), "/debug/faults").body);
  EXPECT_EQ(before["rules"].items().at(0)["injected"].integer(), 1);

  const RawReply replaced =
      ask(api.port(), {.method = "POST",
                       .path = "/debug/faults",
                       .body = "rules:\n- {name: none, fault: reset, probability: 0}\n"});
  EXPECT_EQ(parsed(replaced.body)["rules"].items().at(0)["name"].string(), "none");
  EXPECT_EQ(get(api.port(), kPods).status, 200U);

  const RawReply refused =
      ask(api.port(), {.method = "POST", .path = "/debug/faults", .body = "rules: [{fault: x}]"});
  EXPECT_EQ(refused.status, 400U);
  EXPECT_NE(refused.body.find("\\\"x\\\" is no fault"), std::string::npos) << refused.body;
  EXPECT_EQ(parsed(get(api.port(), "/debug/faults").body)["rules"].items().size(), 1U);
}

TEST(FaultRoutes, AreNotThereWithoutAFaultLayer) {
  RunningApi api;

  EXPECT_EQ(get(api.server.port(), "/debug/faults").status, 404U);
}

}  // namespace
}  // namespace npushare::embedded
