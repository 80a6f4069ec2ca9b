// Requests over TLS: what is spoken, who may ask, what a plain peer is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/http_running_server.hpp"
#include "tests/support/http_tls_client.hpp"
#include "tests/support/scratch_directory.hpp"

namespace npushare::http {
namespace {

using testing_support::Certificate;
using testing_support::echo;
using testing_support::eventually;
using testing_support::get;
using testing_support::make_authority;
using testing_support::make_certificate;
using testing_support::post;
using testing_support::RawClient;
using testing_support::RawReply;
using testing_support::RunningServer;
using testing_support::ScratchDirectory;
using testing_support::TlsClient;

class HttpTls : public testing::Test {
 protected:
  std::shared_ptr<const TlsIdentity> identity(const std::string& client_authority = {}) {
    TlsFiles files{.certificate = directory.write("tls.crt", pair.cert_pem),
                   .key = directory.write("tls.key", pair.key_pem),
                   .client_authority = {}};
    if (!client_authority.empty())
      files.client_authority = directory.write("ca.crt", client_authority);
    return *TlsIdentity::load(files);
  }
  static Router routes() {
    Router router;
    router.on("POST", "/echo", echo).on("GET", "/echo", echo).on("GET", "/healthz", echo);
    return router;
  }

  ScratchDirectory directory;
  Certificate authority = make_authority("test authority");
  Certificate pair = make_certificate(authority, "DNS:npushare.test,IP:127.0.0.1");
};

TEST_F(HttpTls, AnswersOverBothVersionsOfTls) {
  RunningServer server(routes(), {.tls = identity()});
  ASSERT_TRUE(server.started());

  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient client(server.port(), {.newest = version});
    ASSERT_TRUE(client.is_connected());
    EXPECT_EQ(client.version(), version == TLS1_2_VERSION ? "TLSv1.2" : "TLSv1.3");
    EXPECT_EQ(client.protocol(), "http/1.1");
    EXPECT_TRUE(client.was_shown(pair));
    for (const std::string body : {"first", "second"})
      EXPECT_EQ(client.ask(post("/echo", body)).value_or(RawReply{}).body, "POST:" + body);
  }
}

TEST_F(HttpTls, RefusesAnOldVersion) {
  RunningServer server(routes(), {.tls = identity()});

  EXPECT_FALSE(TlsClient(server.port(), {.newest = TLS1_1_VERSION}).is_connected());
}

TEST_F(HttpTls, ReadsLargeBodiesAndPipelinedRequests) {
  RunningServer server(routes(), {.tls = identity()});
  TlsClient client(server.port());
  const std::string large(std::size_t{3} << 20, 'x');

  ASSERT_TRUE(client.send(post("/echo", large) + get("/echo")));
  const std::optional<RawReply> first = client.receive();
  const std::optional<RawReply> second = client.receive();

  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->body, "POST:" + large);
  EXPECT_EQ(second->body, "GET:");
}

TEST_F(HttpTls, TellsAPlainPeerToUseHttps) {
  RunningServer server(routes(), {.tls = identity()});
  RawClient client(server.port());

  const std::optional<RawReply> reply = client.ask(get("/echo"));

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 400U);
  EXPECT_THAT(reply->body, testing::HasSubstr("https://"));
  EXPECT_TRUE(reply->has("Connection: close"));
  EXPECT_EQ(client.receive_rest(), "");
}

TEST_F(HttpTls, DropsAPeerThatDoesNotShakeHands) {
  RunningServer server(routes(),
                       {.header_timeout = std::chrono::milliseconds{50}, .tls = identity()});
  RawClient silent(server.port());
  RawClient half(server.port());
  half.send("\x16\x03\x01");

  EXPECT_EQ(silent.receive_rest(), "");
  EXPECT_EQ(half.receive_rest(), "");
}

TEST_F(HttpTls, DropsAPeerThatSpeaksSomethingElse) {
  RunningServer server(routes(), {.tls = identity()});
  RawClient client(server.port());

  client.send(std::string(64, '\x80'));

  EXPECT_TRUE(client.receive_rest());  // an alert, perhaps, and the end
}

TEST_F(HttpTls, SaysGoodbyeAtTheEnd) {
  RunningServer server(routes(), {.tls = identity()});
  TlsClient client(server.port());

  const std::optional<RawReply> reply =
      client.ask("GET /echo HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");

  ASSERT_TRUE(reply);
  EXPECT_TRUE(client.hears_goodbye());
}

TEST_F(HttpTls, ClosesIdleConnectionsAndUnfinishedHandshakesWhenStopped) {
  RunningServer server(routes(), {.tls = identity()});
  TlsClient idle(server.port());
  ASSERT_TRUE(idle.ask(get("/echo")));
  RawClient unfinished(server.port());
  ASSERT_TRUE(eventually([&] { return server.server().open() == 2; }));

  server.server().stop();

  EXPECT_EQ(unfinished.receive_rest(), "");
  EXPECT_FALSE(idle.receive());
}

TEST_F(HttpTls, AsksForTheCertificateOfAClient) {
  RunningServer server(routes(), {.tls = identity(authority.cert_pem), .open_paths = {"/healthz"}});
  const Certificate known = make_certificate(authority, "DNS:kube-scheduler");
  TlsClient scheduler(server.port(), {.certificate = &known});
  TlsClient probe(server.port());

  EXPECT_EQ(scheduler.ask(get("/echo")).value_or(RawReply{}).status, 200U);
  EXPECT_EQ(probe.ask(get("/healthz")).value_or(RawReply{}).status, 200U);
  const RawReply refused = probe.ask(get("/echo")).value_or(RawReply{});
  EXPECT_EQ(refused.status, 401U);
  EXPECT_THAT(refused.body, testing::HasSubstr("client certificate"));
}

TEST_F(HttpTls, DropsAClientWhoseCertificateIsNotTrusted) {
  RunningServer server(routes(), {.tls = identity(authority.cert_pem), .open_paths = {"/healthz"}});
  const Certificate strange = make_certificate(make_authority("another"), "DNS:kube-scheduler");

  TlsClient client(server.port(), {.certificate = &strange});

  // TLS 1.3 tells the client only when it reads.
  EXPECT_FALSE(client.ask(get("/healthz")));
}

}  // namespace
}  // namespace npushare::http
