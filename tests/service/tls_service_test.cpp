// The whole service over TLS: a second one, beside the first whose embedded cluster it works on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/http_tls_client.hpp"
#include "tests/support/service_files.hpp"

namespace npushare::service_test {
namespace {

using testing_support::Certificate;
using testing_support::make_authority;
using testing_support::make_certificate;
using testing_support::RawReply;
using testing_support::TlsClient;

class TlsService : public testing::Test {
 protected:
  TlsService() {
    write(first);
    ServeOptions options;
    options.server_url = "http://127.0.0.1:" + std::to_string(cluster.app->embedded_port());
    options.config_path =
        files.write("npushare.yaml", "tls: {certFile: " + files.path("tls.crt") +
                                         ", keyFile: " + files.path("tls.key") + "}\n");
    options.listen = "127.0.0.1:0";
    app = started(options);
    app->wait_until_ready();
  }

  void write(const Certificate& pair) const {
    files.write("tls.crt", pair.cert_pem);
    files.write("tls.key", pair.key_pem);
  }
  /// A certificate that ends so long from now.
  Certificate lasting(std::chrono::hours time) const {
    const auto key = testing_support::certificates::new_key();
    const auto cert = testing_support::certificates::blank("leaf", key.get(), 3);
    X509_gmtime_adj(X509_getm_notAfter(cert.get()), std::chrono::seconds(time).count());
    return testing_support::certificates::signed_by(authority, cert, key);
  }
  static std::string get(const std::string& path) {
    return "GET " + path + " HTTP/1.1\r\nHost: t\r\n\r\n";
  }

  Certificate authority = make_authority("test authority");
  Certificate first = make_certificate(authority, "DNS:first");
  Certificate second = make_certificate(authority, "DNS:second");
  FileService cluster{"{}\n"};
  testing_support::ScratchDirectory files;
  std::unique_ptr<App> app;
};

TEST_F(TlsService, AnswersOverTls) {
  TlsClient client(app->port());

  EXPECT_TRUE(app->speaks_tls());
  EXPECT_EQ(client.ask(get("/readyz")).value_or(RawReply{}).body, "ok");
}

// case-C162, the part of the end of a certificate: it shows in advance, and hinders nobody.
TEST_F(TlsService, TellsHowLongItsCertificateLasts) {
  const auto shows = [this](const std::string& line) {
    return wait_for([&] {
      TlsClient client(app->port());
      const RawReply page = client.ask(get("/readyz?verbose")).value_or(RawReply{});
      return page.status == 200 && page.body.find(line) != std::string::npos;
    });
  };

  EXPECT_TRUE(shows("[!]certificate: ends soon, at 20"));
  write(lasting(std::chrono::hours{24 * 90}));
  EXPECT_TRUE(shows("[+]certificate ok: valid until 20"));
  write(lasting(std::chrono::hours{-1}));
  EXPECT_TRUE(shows("[!]certificate: ended at 20"));
}

TEST_F(TlsService, TakesARotatedCertificateByItself) {
  TlsClient before(app->port());
  ASSERT_TRUE(before.was_shown(first));

  write(second);

  EXPECT_TRUE(wait_for([&] { return TlsClient(app->port()).was_shown(second); }));
  EXPECT_EQ(before.ask(get("/healthz")).value_or(RawReply{}).status, 200U);
}

TEST(TlsServiceStart, NamesAFileThatIsMissing) {
  const testing_support::ScratchDirectory files;
  ServeOptions options;
  options.server_url = "http://127.0.0.1:1";
  options.config_path =
      files.write("npushare.yaml", "tls: {certFile: /nowhere/tls.crt, keyFile: /nowhere/tls.key}");

  const auto made = App::make(options);

  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, testing::HasSubstr("/nowhere/tls.crt: cannot be read"));
}

TEST(TlsServiceStart, ExcludesAnEmbeddedCluster) {
  const testing_support::ScratchDirectory files;
  ServeOptions options;
  options.embedded_path = files.write("cluster.yaml", kSmallCluster);
  options.config_path =
      files.write("npushare.yaml", "tls: {certFile: /nowhere/tls.crt, keyFile: /nowhere/tls.key}");

  const auto made = App::make(options);

  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, testing::HasSubstr("embedded"));
}

}  // namespace
}  // namespace npushare::service_test
