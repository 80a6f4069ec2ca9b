// As whom a call goes: spec/kube-scheduler-extender.md 4.4.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_raw_server.hpp"
#include "tests/support/kube_scratch.hpp"

namespace npushare::kube {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::a_get;
using testing_support::KubeRawServer;
using testing_support::run;
using testing_support::RunningContext;
using testing_support::Scratch;
using testing_support::Step;

const std::string kRefusal = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n";

struct Bench {
  explicit Bench(std::deque<Step> script) : server(running.context(), std::move(script)) {}
  ~Bench() {
    running.context().stop();
    running.drain();
  }

  Endpoint endpoint() const { return testing_support::local_endpoint(server.port()); }
  ExecPlugin plugin(const std::string& lines) const {
    ExecPlugin plugin;
    plugin.api_version = "client.authentication.k8s.io/v1";
    plugin.words = {files.script("plugin", lines)};
    return plugin;
  }
  Result<Reply> call(const Endpoint& endpoint) {
    RestClient client(running.context().get_executor(), endpoint);
    return run(running.context(), client.call(a_get("/a")));
  }
  std::string last_request() const { return server.requests().back(); }

  RunningContext running;
  Scratch files;
  KubeRawServer server;
};

std::string prints_token(const std::string& token) {
  return R"(echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential",)"
         R"("status":{"token":")" +
         token + "\"}}'";
}

TEST(Credentials, SendAPasswordOnlyWithoutAToken) {
  Bench bench({});
  Endpoint endpoint = bench.endpoint();
  endpoint.username = "Aladdin";
  endpoint.password = "open sesame";

  ASSERT_TRUE(bench.call(endpoint));
  EXPECT_THAT(bench.last_request(),
              HasSubstr("\r\nAuthorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n"));
  endpoint.token = "t";
  ASSERT_TRUE(bench.call(endpoint));
  EXPECT_THAT(bench.last_request(), HasSubstr("\r\nAuthorization: Bearer t\r\n"));
  EXPECT_THAT(bench.last_request(), Not(HasSubstr("Basic")));
}

TEST(Credentials, SayWhomToActAs) {
  Bench bench({});
  Endpoint endpoint = bench.endpoint();
  endpoint.token = "t";
  endpoint.as = {
      .user = "jane", .uid = "7", .groups = {"a", "b"}, .extra = {{"x/y", {"s1", "s2"}}}};

  ASSERT_TRUE(bench.call(endpoint));

  EXPECT_THAT(bench.last_request(),
              HasSubstr("\r\nImpersonate-User: jane\r\nImpersonate-Uid: 7\r\n"
                        "Impersonate-Group: a\r\nImpersonate-Group: b\r\n"
                        "Impersonate-Extra-x%2Fy: s1\r\nImpersonate-Extra-x%2Fy: s2\r\n"));
}

TEST(Credentials, SendAPluginsToken) {
  Bench bench({});
  Endpoint endpoint = bench.endpoint();
  endpoint.exec = bench.plugin(prints_token("from-plugin"));

  const Result<Reply> reply = bench.call(endpoint);

  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_THAT(bench.last_request(), HasSubstr("\r\nAuthorization: Bearer from-plugin\r\n"));
}

TEST(Credentials, RunNoPluginBesideAToken) {
  Bench bench({});
  Endpoint endpoint = bench.endpoint();
  endpoint.token = "t";
  endpoint.exec = bench.plugin("exit 1");

  ASSERT_TRUE(bench.call(endpoint));
  EXPECT_THAT(bench.last_request(), HasSubstr("Bearer t\r\n"));
}

TEST(Credentials, SendNothingWhenThePluginFails) {
  Bench bench({});
  Endpoint endpoint = bench.endpoint();
  endpoint.exec = bench.plugin("echo 'log in first' >&2; exit 1");

  const Result<Reply> reply = bench.call(endpoint);

  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kUnauthorized);
  EXPECT_THAT(reply.error().message, HasSubstr("log in first"));
  EXPECT_TRUE(bench.server.requests().empty());
}

TEST(Credentials, DoNotHurryAPluginWhoseFreshTokenIsRefused) {
  Bench bench({{kRefusal}, {kRefusal}});
  Endpoint endpoint = bench.endpoint();
  endpoint.exec = bench.plugin(prints_token("refused"));

  const Result<Reply> reply = bench.call(endpoint);

  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->status, 401U);
  EXPECT_EQ(bench.server.requests().size(), 1U);
}

}  // namespace
}  // namespace npushare::kube
