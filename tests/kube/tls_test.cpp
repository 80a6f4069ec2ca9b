// Whom the client trusts, and as whom it comes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/ssl.hpp>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_certificates.hpp"
#include "tests/support/kube_raw_server.hpp"

namespace npushare::kube {
namespace {

using testing::HasSubstr;
using testing_support::a_get;
using testing_support::a_post;
using testing_support::Certificate;
using testing_support::KubeRawServer;
using testing_support::local_endpoint;
using testing_support::make_authority;
using testing_support::make_certificate;
using testing_support::run;
using testing_support::RunningContext;

namespace ssl = asio::ssl;

enum class Clients { kAny, kWithCertificate };

struct TlsBench {
  explicit TlsBench(const std::string& names, Clients clients = Clients::kAny)
      : authority(make_authority("authority")),
        certificate(make_certificate(authority, names)),
        context(ssl::context::tls_server),
        server(running.context(), {}, prepared(clients)) {}
  ~TlsBench() {
    running.context().stop();
    running.drain();
  }

  ssl::context* prepared(Clients clients) {
    context.use_certificate_chain(asio::buffer(certificate.cert_pem));
    context.use_private_key(asio::buffer(certificate.key_pem), ssl::context::pem);
    context.add_certificate_authority(asio::buffer(authority.cert_pem));
    if (clients == Clients::kWithCertificate)
      context.set_verify_mode(ssl::verify_peer | ssl::verify_fail_if_no_peer_cert);
    return &context;
  }

  Endpoint endpoint() const {
    Endpoint endpoint = local_endpoint(server.port());
    endpoint.tls = true;
    endpoint.ca_pem = authority.cert_pem;
    return endpoint;
  }

  Result<Reply> call(const Endpoint& endpoint, Call call = a_get("/version")) {
    RestClient client(running.context().get_executor(), endpoint);
    return run(running.context(), client.call(std::move(call)));
  }

  RunningContext running;
  Certificate authority;
  Certificate certificate;
  ssl::context context;
  KubeRawServer server;
};

TEST(Tls, TalksToAServerWhoseCertificateIsForItsAddress) {
  TlsBench bench("IP:127.0.0.1");

  const Result<Reply> reply = bench.call(bench.endpoint(), a_post("/x", std::string(100'000, 'x')));

  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->body, "{}");
  EXPECT_THAT(bench.server.requests().at(0), testing::EndsWith(std::string(1000, 'x')));
}

TEST(Tls, KeepsItsConnection) {
  TlsBench bench("IP:127.0.0.1");
  RestClient client(bench.running.context().get_executor(), bench.endpoint());

  for (int i = 0; i < 5; ++i) {
    const Result<Reply> reply = run(bench.running.context(), client.call(a_get("/version")));
    ASSERT_TRUE(reply) << reply.error().message;
  }

  EXPECT_EQ(bench.server.connections(), 1);
}

TEST(Tls, VerifiesTheServerNameInsteadOfTheAddressWhenOneIsGiven) {
  TlsBench bench("DNS:api.test");
  Endpoint endpoint = bench.endpoint();
  endpoint.server_name = "api.test";

  const Result<Reply> reply = bench.call(endpoint);

  EXPECT_TRUE(reply) << reply.error().message;
}

struct RefusalCase {
  std::string name;
  std::string server_name;
  bool knows_authority;
  std::string words;
};

class TlsRefusal : public testing::TestWithParam<RefusalCase> {};

TEST_P(TlsRefusal, SendsNothingAndSaysWhy) {
  TlsBench bench("DNS:api.test");
  Endpoint endpoint = bench.endpoint();
  endpoint.server_name = GetParam().server_name;
  if (!GetParam().knows_authority) endpoint.ca_pem = make_authority("another").cert_pem;

  const Result<Reply> reply = bench.call(endpoint, a_post("/bind", "{}"));

  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kInternal);
  EXPECT_THAT(reply.error().message, HasSubstr(GetParam().words));
  EXPECT_TRUE(bench.server.requests().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Reasons, TlsRefusal,
    testing::Values(RefusalCase{"wrong_name", "other.test", true, "hostname mismatch"},
                    RefusalCase{"part_of_the_name", "test", true, "hostname mismatch"},
                    RefusalCase{"name_below", "x.api.test", true, "hostname mismatch"},
                    RefusalCase{"wrong_address", "", true, "IP address mismatch"},
                    RefusalCase{"unknown_authority", "api.test", false,
                                "certificate verify failed"}),
    [](const auto& test) { return test.param.name; });

TEST(Tls, VerifiesNothingWhenToldSo) {
  TlsBench bench("DNS:api.test");
  Endpoint endpoint = bench.endpoint();
  endpoint.ca_pem.clear();
  endpoint.skip_verify = true;

  const Result<Reply> reply = bench.call(endpoint);

  EXPECT_TRUE(reply) << reply.error().message;
}

TEST(Tls, ShowsItsClientCertificate) {
  TlsBench bench("IP:127.0.0.1", Clients::kWithCertificate);
  const Certificate mine = make_certificate(bench.authority, "DNS:npushare");
  Endpoint with = bench.endpoint();
  with.client_cert_pem = mine.cert_pem;
  with.client_key_pem = mine.key_pem;

  const Result<Reply> accepted = bench.call(with);
  const Result<Reply> refused = bench.call(bench.endpoint());

  EXPECT_TRUE(accepted) << accepted.error().message;
  EXPECT_FALSE(refused);
}

struct BrokenCase {
  std::string name;
  std::string Endpoint::* field;
  std::string words;
};

class TlsSettings : public testing::TestWithParam<BrokenCase> {};

TEST_P(TlsSettings, ThatCannotBeUsedFailEveryCallWithTheirName) {
  TlsBench bench("IP:127.0.0.1");
  Endpoint endpoint = bench.endpoint();
  endpoint.*GetParam().field = "-----BEGIN NONSENSE-----";

  const Result<Reply> reply = bench.call(endpoint);

  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(reply.error().message, HasSubstr(GetParam().words));
  EXPECT_EQ(bench.server.connections(), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, TlsSettings,
    testing::Values(BrokenCase{"authority", &Endpoint::ca_pem, "certificate authority"},
                    BrokenCase{"certificate_alone", &Endpoint::client_cert_pem, "needs its key"},
                    BrokenCase{"key_alone", &Endpoint::client_key_pem, "needs its key"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace npushare::kube
