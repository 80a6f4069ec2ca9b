#include <gtest/gtest.h>

#include "scheduler/cli/show_command.hpp"
#include "tests/support/cli_golden.hpp"
#include "tests/support/cli_shown.hpp"

namespace npushare::cli {
namespace {

constexpr const char* kAnswer = R"({"drift":[
  {"kind":"bound-without-grant","object":"ai/foreign","detail":"on node n1 without a grant"},
  {"kind":"overcommitted-chip","object":"n1/A","detail":"free -2857 MiB, 20 cores, 5 slots"},
  {"kind":"overcommitted-chip","object":"n2/C","detail":"free -1 MiB, 20 cores, 5 slots"},
  {"kind":"something-new","object":"n3","detail":"\u001b[31mred"}]})";

Shown run_drift(FakeTransport& transport, Output output = Output::kTable) {
  return shown({.subject = Subject::kDrift, .output = output}, transport);
}

TEST(Drift, IsShownByCauseWithWhatItMeans) {
  FakeTransport transport;
  transport.on("GET /v1/drift", 200, kAnswer);

  const Shown seen = run_drift(transport);

  EXPECT_EQ(seen.exit_code, kExitDiffers);
  expect_tidy(seen.out);
  expect_golden("drift", seen.out);
}

TEST(Drift, IsPrintedWholeAsJson) {
  FakeTransport transport;
  transport.on("GET /v1/drift", 200, kAnswer);

  const Shown seen = run_drift(transport, Output::kJson);

  const Result<wire::Json> json = wire::Json::parse(seen.out);
  ASSERT_TRUE(json) << seen.out;
  EXPECT_EQ(*json, *wire::Json::parse(kAnswer));
}

TEST(Drift, OfBooksThatAgreeIsNothing) {
  FakeTransport transport;
  transport.on("GET /v1/drift", 200, R"({"drift":[]})");

  const Shown seen = run_drift(transport);

  EXPECT_EQ(seen.exit_code, kExitFine);
  EXPECT_EQ(seen.out, "The books agree with the cluster.\n");
}

TEST(Drift, SaysWhenTheServiceDoesNotAnswerOrIsAnother) {
  FakeTransport silent;
  EXPECT_EQ(run_drift(silent).exit_code, kExitUnreachable);

  FakeTransport refusing;
  refusing.on("GET /v1/drift", 401, R"({"error":"a bearer token is needed here"})");
  const Shown refused = run_drift(refusing);
  EXPECT_EQ(refused.exit_code, kExitDiffers);
  EXPECT_EQ(refused.err, "npushare drift: a bearer token is needed here\n");

  FakeTransport another;
  another.on("GET /v1/drift", 200, R"({"items":[]})");
  EXPECT_NE(run_drift(another).err.find("no list `drift`"), std::string::npos);
}

}  // namespace
}  // namespace npushare::cli
