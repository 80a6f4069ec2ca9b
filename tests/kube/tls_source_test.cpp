// Certificates that change while we run: spec/kube-scheduler-extender.md 4.4.
#include "scheduler/kube/tls_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/kube_certificates.hpp"
#include "tests/support/kube_scratch.hpp"

namespace npushare::kube {
namespace {

using testing::HasSubstr;
using testing_support::Certificate;
using testing_support::make_authority;
using testing_support::make_certificate;
using testing_support::Scratch;
using std::chrono_literals::operator""s;

constexpr TlsSource::Time kStart{1000s};
constexpr TlsSource::Time kLater = kStart + TlsSource::kFresh;

class TlsSourceTest : public testing::Test {
 protected:
  TlsSourceTest() {
    endpoint_.tls = true;
    endpoint_.ca_file = files_.write("ca.crt", authority_.cert_pem);
  }

  void show(const Certificate& certificate) {
    endpoint_.client_cert_file = files_.write("me.crt", certificate.cert_pem);
    endpoint_.client_key_file = files_.write("me.key", certificate.key_pem);
  }
  Certificate a_certificate() const { return make_certificate(authority_, "DNS:me"); }

  static TlsSource::Current expect(const Result<TlsSource::Current>& current) {
    EXPECT_TRUE(current) << current.error().message;
    return current ? *current : TlsSource::Current{};
  }

  Scratch files_;
  Certificate authority_ = make_authority("one");
  Endpoint endpoint_;
};

TEST_F(TlsSourceTest, MakesOneContextWhileNothingChanges) {
  show(a_certificate());
  TlsSource source(endpoint_);

  const auto first = expect(source.current(kStart, std::nullopt));
  const auto second = expect(source.current(kLater, std::nullopt));

  EXPECT_NE(first.context, nullptr);
  EXPECT_EQ(first.context, second.context);
  EXPECT_EQ(first.identity, second.identity);
}

TEST_F(TlsSourceTest, TrustsANewAuthorityForNewConnectionsOnly) {
  TlsSource source(endpoint_);
  const auto first = expect(source.current(kStart, std::nullopt));

  files_.write("ca.crt", make_authority("two").cert_pem);

  EXPECT_EQ(expect(source.current(kLater - 1s, std::nullopt)).context, first.context);
  const auto next = expect(source.current(kLater, std::nullopt));
  EXPECT_NE(next.context, first.context);
  EXPECT_EQ(next.identity, first.identity);  // so that kept connections serve on
}

TEST_F(TlsSourceTest, HasANewIdentityWithANewCertificate) {
  show(a_certificate());
  TlsSource source(endpoint_);
  const auto first = expect(source.current(kStart, std::nullopt));

  show(a_certificate());

  const auto next = expect(source.current(kLater, std::nullopt));
  EXPECT_NE(next.context, first.context);
  EXPECT_GT(next.identity, first.identity);
}

TEST_F(TlsSourceTest, KeepsTheOldPairUntilTheNewOneIsWhole) {
  show(a_certificate());
  TlsSource source(endpoint_);
  const auto first = expect(source.current(kStart, std::nullopt));
  const Certificate next = a_certificate();

  files_.write("me.crt", next.cert_pem);
  EXPECT_EQ(expect(source.current(kLater, std::nullopt)).context, first.context);
  files_.write("me.key", "");
  EXPECT_EQ(expect(source.current(kLater + 10s, std::nullopt)).context, first.context);
  files_.write("me.key", next.key_pem);
  EXPECT_GT(expect(source.current(kLater + 20s, std::nullopt)).identity, first.identity);
}

TEST_F(TlsSourceTest, NamesTheFileThatIsMissingUntilItIsThere) {
  endpoint_.ca_file = files_.path("later.crt");
  TlsSource source(endpoint_);

  const Result<TlsSource::Current> missing = source.current(kStart, std::nullopt);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(missing.error().message, HasSubstr("later.crt cannot be read"));

  files_.write("later.crt", authority_.cert_pem);
  EXPECT_TRUE(source.current(kStart, std::nullopt));
}

TEST_F(TlsSourceTest, TakesDataBeforeFiles) {
  endpoint_.ca_pem = authority_.cert_pem;
  endpoint_.ca_file = files_.path("missing");

  EXPECT_TRUE(TlsSource(endpoint_).current(kStart, std::nullopt));
}

TEST_F(TlsSourceTest, ShowsAPluginsCertificateAtOnce) {
  TlsSource source(endpoint_);
  const auto nobody = expect(source.current(kStart, std::nullopt));
  const Certificate mine = a_certificate();
  ExecCredential credential;
  credential.client_cert_pem = mine.cert_pem;
  credential.client_key_pem = mine.key_pem;

  const auto somebody = expect(source.current(kStart, credential));

  EXPECT_GT(somebody.identity, nobody.identity);
}

TEST(TlsSource, MakesNoneForAPlainEndpoint) {
  const Result<TlsSource::Current> current = TlsSource(Endpoint{}).current(kStart, std::nullopt);

  ASSERT_TRUE(current);
  EXPECT_EQ(current->context, nullptr);
}

}  // namespace
}  // namespace npushare::kube
