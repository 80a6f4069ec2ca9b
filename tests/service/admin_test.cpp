// Who may ask what the cluster looks like, as the API server decides.
#include "scheduler/app/admin.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_files.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;
using testing_support::RawReply;

constexpr const char* kGuardedCluster = R"(
plugin: {delay: 1ms}
scheduler: {every: 20ms}
api:
  tokens: [{token: secret, user: ann, groups: [ops]}]
  deny: [{user: ann, verb: get, path: /v1/drift}]
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}]}
)";

class Admin : public testing::Test {
 protected:
  Admin() { service.app->wait_until_ready(); }

  RawReply ask(const std::string& token, const std::string& path) {
    return get_as(token, service.app->port(), path);
  }

  FileService service{"admin: {auth: kubernetes}\n", kGuardedCluster};
};

TEST_F(Admin, AsksForAToken) {
  const RawReply reply = ask("", "/v1/ledgers");

  EXPECT_EQ(reply.status, 401U);
  EXPECT_TRUE(reply.has("WWW-Authenticate: Bearer")) << reply.head;
  EXPECT_THAT(reply.body, HasSubstr("Authorization: Bearer TOKEN"));
}

TEST_F(Admin, RefusesATokenThatNobodyKnows) {
  const RawReply reply = ask("guess", "/v1/ledgers");

  EXPECT_EQ(reply.status, 401U);
  EXPECT_THAT(reply.body, HasSubstr("the token is not valid"));
}

TEST_F(Admin, LetsTheCallerInWhoMay) {
  for (const char* path : {"/v1/ledgers", "/v1/config"}) {
    const RawReply reply = ask("secret", path);
    EXPECT_EQ(reply.status, 200U) << path << reply.body;
  }
  EXPECT_EQ(ask("secret", "/v1/ledgers?node=nowhere").status, 404U);
}

TEST_F(Admin, SaysWhichRightIsMissing) {
  const RawReply reply = ask("secret", "/v1/drift");

  EXPECT_EQ(reply.status, 403U);
  EXPECT_THAT(reply.body, HasSubstr("user \\\"ann\\\" may not get /v1/drift"));
  EXPECT_THAT(reply.body, HasSubstr("nonResourceURLs: [/v1/drift] and verbs: [get]"));
}

TEST_F(Admin, LeavesProbesAndTheSchedulerAlone) {
  for (const char* path : {"/healthz", "/livez", "/readyz", "/readyz?verbose", "/version", "/"})
    EXPECT_EQ(ask("", path).status, 200U) << path;
  EXPECT_EQ(service.post("/filter", "{").status, 200U);
  EXPECT_EQ(service.post("/v1/explain", "{}").status, 401U);
  EXPECT_EQ(service.post("/v1/leaks", "").status, 401U);
}

/// The gate's answer to GET of a path with the token; nothing: let in.
std::optional<http::Response> refusal_of(AdminGate& gate, boost::asio::io_context& io,
                                         const std::string& path) {
  http::Request request;
  request.method = "GET";
  request.path = path;
  request.authorization = "bearer  secret";
  std::optional<std::optional<http::Response>> said;
  boost::asio::co_spawn(io, gate.refusal(request),
                        [&](const std::exception_ptr&, std::optional<http::Response> refusal) {
                          said.emplace(std::move(refusal));
                        });
  io.restart();
  while (!said && io.run_one() > 0) continue;
  return *std::move(said);
}

TEST(AdminGate, LetsNobodyInWhenItCannotAsk) {
  boost::asio::io_context io;
  kube::Endpoint nowhere;
  nowhere.host = "127.0.0.1";
  nowhere.port = "1";
  kube::RestClient client(io.get_executor(), nowhere);
  const verbs_test::HandClock clock;
  AdminGate gate(client, clock);

  const std::optional<http::Response> refusal = refusal_of(gate, io, "/v1/ledgers");
  client.stop();

  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->status, 503U);
  EXPECT_THAT(refusal->body, HasSubstr("the API server cannot be asked"));
}

TEST(AdminGate, AsksForEachUserAndPathOnceInTenSeconds) {
  FileService cluster("{}\n", kGuardedCluster);
  boost::asio::io_context io;
  kube::Endpoint server;
  server.host = "127.0.0.1";
  server.port = std::to_string(cluster.app->embedded_port());
  kube::RestClient client(io.get_executor(), server);
  verbs_test::HandClock clock;
  AdminGate gate(client, clock);

  EXPECT_FALSE(refusal_of(gate, io, "/v1/ledgers"));
  EXPECT_EQ(client.calls_made(), 2U);
  EXPECT_FALSE(refusal_of(gate, io, "/v1/ledgers"));
  EXPECT_EQ(client.calls_made(), 2U);
  EXPECT_TRUE(refusal_of(gate, io, "/v1/drift"));  // the same user, another question
  EXPECT_EQ(client.calls_made(), 3U);
  clock.advance(std::chrono::seconds{10});
  EXPECT_FALSE(refusal_of(gate, io, "/v1/ledgers"));
  EXPECT_EQ(client.calls_made(), 5U);
  client.stop();
}

TEST(ShortMemory, LastsTenSeconds) {
  verbs_test::HandClock clock;
  ShortMemory<int> memory;
  memory.keep("a", 7, clock.now());

  clock.advance(std::chrono::milliseconds{9999});
  EXPECT_EQ(memory.find("a", clock.now()), 7);
  EXPECT_EQ(memory.find("b", clock.now()), std::nullopt);
  clock.advance(std::chrono::milliseconds{1});
  EXPECT_EQ(memory.find("a", clock.now()), std::nullopt);
}

TEST(ShortMemory, HoldsSoMuchAndForgetsTheOldFirst) {
  verbs_test::HandClock clock;
  ShortMemory<std::size_t> memory;
  for (std::size_t i = 0; i <= ShortMemory<std::size_t>::kMost; ++i)
    memory.keep(std::to_string(i), i, clock.now());
  EXPECT_TRUE(memory.find("0", clock.now()));
  EXPECT_FALSE(memory.find(std::to_string(ShortMemory<std::size_t>::kMost), clock.now()));

  clock.advance(std::chrono::seconds{10});
  memory.keep("new", 1, clock.now());
  EXPECT_TRUE(memory.find("new", clock.now()));
}

}  // namespace
}  // namespace npushare::service_test
