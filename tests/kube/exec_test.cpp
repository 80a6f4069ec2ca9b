// Credential plugins: spec/kube-scheduler-extender.md 4.4.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/kube/exec_credential.hpp"
#include "scheduler/kube/exec_source.hpp"
#include "scheduler/wire/json.hpp"
#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_raw_server.hpp"
#include "tests/support/kube_scratch.hpp"

namespace npushare::kube {
namespace {

using testing::HasSubstr;
using testing_support::begun;
using testing_support::finished;
using testing_support::RunningContext;
using testing_support::Scratch;

constexpr const char* kVersion = "client.authentication.k8s.io/v1";

std::string answer(const std::string& status, const std::string& version = kVersion) {
  return R"({"apiVersion":")" + version + R"(","kind":"ExecCredential","status":)" + status + "}";
}

/// A plugin that counts its runs in a file and then does the rest.
struct PluginBench {
  explicit PluginBench(const std::string& lines) {
    endpoint = testing_support::local_endpoint("6443");
    endpoint.ca_pem = "roots";
    plugin.api_version = kVersion;
    plugin.words = {files.script("plugin", "echo run >> " + files.path("runs") + "\n" + lines)};
  }

  Result<ExecCredential> current(ExecSource& source) {
    return testing_support::run(running.context(), source.current(later()));
  }
  ExecSource source() { return {running.context().get_executor(), plugin, endpoint}; }
  std::size_t runs() const { return files.read("runs").size() / 4; }

  static ExecSource::Clock::time_point later() {
    return ExecSource::Clock::now() + testing_support::kPatience;
  }

  Scratch files;
  RunningContext running;
  Endpoint endpoint;
  ExecPlugin plugin;
};

std::string prints(const std::string& text) {
  return "cat <<'END'\n" + text + "\nEND";
}

TEST(ExecSource, RunsThePluginOnceForAsLongAsItsAnswerLasts) {
  PluginBench bench(
      prints(answer(R"({"token":"t1","expirationTimestamp":"2999-01-02T03:04:05Z"})")));
  ExecSource source = bench.source();

  for (int i = 0; i < 3; ++i) {
    const Result<ExecCredential> credential = bench.current(source);
    ASSERT_TRUE(credential) << credential.error().message;
    EXPECT_EQ(credential->token, "t1");
  }
  EXPECT_EQ(bench.runs(), 1U);
}

TEST(ExecSource, RunsThePluginOnceForCallersThatComeTogether) {
  PluginBench bench("while [ ! -e \"$GO\" ]; do sleep 0.01; done\n" +
                    prints(answer(R"({"token":"t1"})")));
  bench.plugin.environment = {{"GO", bench.files.path("go")}};
  ExecSource source = bench.source();
  std::vector<std::future<Result<ExecCredential>>> callers;
  for (int i = 0; i < 5; ++i)
    callers.push_back(begun(bench.running.context(), source.current(PluginBench::later())));

  bench.files.write("go", "");

  for (auto& caller : callers) EXPECT_TRUE(finished(std::move(caller)));
  EXPECT_EQ(bench.runs(), 1U);
}

TEST(ExecSource, TellsThePluginWhatItMayAsk) {
  PluginBench bench("printf '%s' \"$KUBERNETES_EXEC_INFO\" > \"$OUT\"\n" +
                    prints(answer(R"({"token":"t1"})")));
  bench.plugin.environment = {{"OUT", bench.files.path("info")}};
  bench.plugin.wants_cluster = true;
  ExecSource source = bench.source();

  ASSERT_TRUE(bench.current(source));

  EXPECT_EQ(wire::Json::parse(bench.files.read("info")).operator*(),
            wire::Json::parse(R"({"kind":"ExecCredential",
              "apiVersion":"client.authentication.k8s.io/v1","spec":{"interactive":false,
              "cluster":{"server":"http://127.0.0.1:6443",
                         "certificate-authority-data":"cm9vdHM="}}})")
                .operator*());
}

TEST(ExecSource, SaysWhyThereIsNoCredential) {
  PluginBench bench("echo 'please log in' >&2; exit 1");
  ExecSource failing = bench.source();
  bench.plugin.words = {bench.files.path("missing")};
  bench.plugin.install_hint = "Install it from us.";
  ExecSource missing = bench.source();

  const Result<ExecCredential> failed = bench.current(failing);
  const Result<ExecCredential> unknown = bench.current(missing);

  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kUnauthorized);
  EXPECT_THAT(failed.error().message, HasSubstr("ended with code 1: please log in"));
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("Install it from us."));
}

TEST(ExecSource, DoesNotAskAgainRightAfterARefusal) {
  PluginBench bench(prints(answer(R"({"token":"t1"})")));
  ExecSource source = bench.source();
  const Result<ExecCredential> credential = bench.current(source);
  ASSERT_TRUE(credential) << credential.error().message;

  EXPECT_FALSE(source.renew(*credential, ExecSource::Clock::now()));
  EXPECT_TRUE(source.renew(*credential, ExecSource::Clock::now() + ExecSource::kGoodFor));
  ASSERT_TRUE(bench.current(source));
  EXPECT_EQ(bench.runs(), 2U);
}

TEST(ExecSource, LetsACallerGoWhosePatienceEnds) {
  PluginBench bench("exec sleep 1000");
  ExecSource source = bench.source();

  const Result<ExecCredential> credential = testing_support::run(
      bench.running.context(),
      source.current(ExecSource::Clock::now() + std::chrono::milliseconds(20)));

  ASSERT_FALSE(credential);
  EXPECT_EQ(credential.error().code, ErrorCode::kTimeout);
}

struct Answer {
  std::string name;
  std::string text;
  std::string words;
};

class ExecAnswer : public testing::TestWithParam<Answer> {};

TEST_P(ExecAnswer, ThatIsNoneIsRefusedWithTheField) {
  const Result<ExecCredential> credential = read_exec_credential(GetParam().text, kVersion);

  ASSERT_FALSE(credential);
  EXPECT_THAT(credential.error().message, HasSubstr(GetParam().words));
}

INSTANTIATE_TEST_SUITE_P(
    Forms, ExecAnswer,
    testing::Values(
        Answer{"no_json", "token", "is no ExecCredential"},
        Answer{"another_kind", R"({"kind":"Pod"})", "is no ExecCredential"},
        Answer{"another_version", answer("{}", "client.authentication.k8s.io/v1beta1"), "v1beta1"},
        Answer{"nothing", answer("{}"), "neither status.token nor"},
        Answer{"half_a_pair", answer(R"({"clientCertificateData":"a"})"), "only one"},
        Answer{"another_header", answer(R"({"token":"a\r\nX: y"})"), "status.token"},
        Answer{"no_time", answer(R"({"token":"a","expirationTimestamp":"soon"})"),
               "\"soon\", which is no time"},
        Answer{"no_zone", answer(R"({"token":"a","expirationTimestamp":"2026-01-01T00:00:00"})"),
               "which is no time"},
        Answer{"no_day", answer(R"({"token":"a","expirationTimestamp":"2026-02-30T00:00:00Z"})"),
               "which is no time"}),
    [](const auto& test) { return test.param.name; });

TEST(ExecCredential, ReadsTheTimeInAnyZone) {
  const auto expiry = [](const std::string& time) {
    return read_exec_credential(answer(R"({"token":"a","expirationTimestamp":")" + time + "\"}"),
                                kVersion)
        ->expires;
  };

  const auto noon = expiry("2026-08-14T12:00:00Z");
  EXPECT_EQ(noon, std::chrono::sys_days{std::chrono::year{2026} / 8 / 14} + std::chrono::hours(12));
  EXPECT_EQ(expiry("2026-08-14T20:00:00.123+08:00"), noon);
  EXPECT_EQ(expiry("2026-08-14T08:30:00-03:30"), noon);
}

}  // namespace
}  // namespace npushare::kube
