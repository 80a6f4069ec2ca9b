// The pair of certificate and key: what is refused, and how a new one takes over.
#include "scheduler/http/tls_identity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/http_running_server.hpp"
#include "tests/support/http_tls_client.hpp"
#include "tests/support/scratch_directory.hpp"

namespace npushare::http {
namespace {

using testing_support::Certificate;
using testing_support::echo_router;
using testing_support::get;
using testing_support::make_authority;
using testing_support::make_certificate;
using testing_support::RawReply;
using testing_support::RunningServer;
using testing_support::ScratchDirectory;
using testing_support::TlsClient;

class Identity : public testing::Test {
 protected:
  void write(const Certificate& pair) const {
    directory.write("tls.crt", pair.cert_pem);
    directory.write("tls.key", pair.key_pem);
  }
  std::string complaint() const {
    const auto loaded = TlsIdentity::load(files);
    return loaded ? std::string() : loaded.error().message;
  }

  ScratchDirectory directory;
  Certificate authority = make_authority("test authority");
  Certificate first = make_certificate(authority, "DNS:first");
  Certificate second = make_certificate(authority, "DNS:second");
  TlsFiles files{.certificate = directory.path("tls.crt"),
                 .key = directory.path("tls.key"),
                 .client_authority = {}};
};

TEST_F(Identity, NamesTheFileThatIsWrong) {
  EXPECT_THAT(complaint(), testing::HasSubstr("tls.crt: cannot be read"));
  write(first);
  EXPECT_EQ(complaint(), "");
  directory.write("tls.key", second.key_pem);
  EXPECT_THAT(complaint(), testing::HasSubstr("tls.key: is no plain key"));
  directory.write("tls.crt", "rubbish");
  EXPECT_THAT(complaint(), testing::HasSubstr("tls.crt: is no certificate"));
  write(first);
  files.client_authority = directory.write("ca.crt", "rubbish");
  EXPECT_THAT(complaint(), testing::HasSubstr("ca.crt: is no certificate"));
}

TEST_F(Identity, AsksNobodyForThePasswordOfAKey) {
  write(first);
  directory.write("tls.key", testing_support::certificates::as_pem([&](BIO* to) {
                    return PEM_write_bio_PrivateKey(to, first.key.get(), EVP_aes_128_cbc(), nullptr,
                                                    0, nullptr, const_cast<char*>("secret"));
                  }));

  EXPECT_THAT(complaint(), testing::HasSubstr("tls.key: is no plain key"));
}

TEST_F(Identity, TellsWhenTheCertificateEnds) {
  write(first);
  const auto loaded = TlsIdentity::load(files);

  ASSERT_TRUE(loaded) << loaded.error().message;
  const auto left = (*loaded)->valid_until() - std::chrono::system_clock::now();
  EXPECT_LE(left, std::chrono::hours{1});
  EXPECT_GE(left, std::chrono::minutes{50});
}

// case-C162, the part of the certificate: a rotated one is used without a restart, and connections
// that are open go on.
TEST_F(Identity, IsReplacedWithoutDroppingConnections) {
  write(first);
  const std::shared_ptr<TlsIdentity> identity = *TlsIdentity::load(files);
  RunningServer server(echo_router(), {.tls = identity});
  TlsClient before(server.port());
  ASSERT_TRUE(before.was_shown(first));
  ASSERT_EQ(*identity->refresh(), TlsIdentity::Refresh::kUnchanged);

  write(second);
  ASSERT_EQ(*identity->refresh(), TlsIdentity::Refresh::kReplaced);
  TlsClient after(server.port());

  EXPECT_TRUE(after.was_shown(second));
  EXPECT_EQ(before.ask(get("/echo")).value_or(RawReply{}).status, 200U);
  EXPECT_EQ(after.ask(get("/echo")).value_or(RawReply{}).status, 200U);
}

TEST_F(Identity, KeepsTheLastGoodPairUntilTheFilesAreRight) {
  write(first);
  const std::shared_ptr<TlsIdentity> identity = *TlsIdentity::load(files);
  RunningServer server(echo_router(), {.tls = identity});

  directory.write("tls.crt", second.cert_pem);  // the key is still to come
  const auto refused = identity->refresh();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("tls.key"));
  EXPECT_EQ(*identity->refresh(), TlsIdentity::Refresh::kUnchanged);  // complains once
  EXPECT_TRUE(TlsClient(server.port()).was_shown(first));

  directory.remove("tls.key");
  EXPECT_FALSE(identity->refresh());
  EXPECT_TRUE(TlsClient(server.port()).was_shown(first));

  directory.write("tls.key", second.key_pem);
  ASSERT_EQ(*identity->refresh(), TlsIdentity::Refresh::kReplaced);
  EXPECT_TRUE(TlsClient(server.port()).was_shown(second));
}

}  // namespace
}  // namespace npushare::http
