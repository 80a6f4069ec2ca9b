#include "scheduler/kube/endpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "scheduler/kube/back_off.hpp"
#include "scheduler/kube/percent.hpp"

namespace npushare::kube {
namespace {

using testing::HasSubstr;

struct UrlCase {
  std::string url;
  std::string host;
  std::string port;
  bool tls;
  std::string authority;
};

class EndpointUrl : public testing::TestWithParam<UrlCase> {};

TEST_P(EndpointUrl, NamesSchemeHostAndPort) {
  const Result<Endpoint> endpoint = endpoint_from_url(GetParam().url);

  ASSERT_TRUE(endpoint) << endpoint.error().message;
  EXPECT_EQ(endpoint->host, GetParam().host);
  EXPECT_EQ(endpoint->port, GetParam().port);
  EXPECT_EQ(endpoint->tls, GetParam().tls);
  EXPECT_EQ(authority_of(*endpoint), GetParam().authority);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, EndpointUrl,
    testing::Values(UrlCase{"https://10.0.0.1:6443", "10.0.0.1", "6443", true, "10.0.0.1:6443"},
                    UrlCase{"https://api.test/", "api.test", "443", true, "api.test:443"},
                    UrlCase{"http://localhost", "localhost", "80", false, "localhost:80"},
                    UrlCase{"HTTP://localhost:8001", "localhost", "8001", false, "localhost:8001"},
                    UrlCase{"https://[fd00::1]:6443", "fd00::1", "6443", true, "[fd00::1]:6443"}));

struct BadUrl {
  std::string url;
  std::string words;
};

class BadEndpointUrl : public testing::TestWithParam<BadUrl> {};

TEST_P(BadEndpointUrl, IsRefusedWithTheRemedy) {
  const Result<Endpoint> endpoint = endpoint_from_url(GetParam().url);

  ASSERT_FALSE(endpoint);
  EXPECT_EQ(endpoint.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(endpoint.error().message, HasSubstr(GetParam().words));
}

INSTANTIATE_TEST_SUITE_P(Forms, BadEndpointUrl,
                         testing::Values(BadUrl{"", "http://host:port"},
                                         BadUrl{"10.0.0.1:6443", "http"},
                                         BadUrl{"api.test", "http://host:port"},
                                         BadUrl{"ftp://api.test", "neither http nor https"},
                                         BadUrl{"https://", "host"},
                                         BadUrl{"https://:443", "no host"},
                                         BadUrl{"https://u:p@api.test", "credentials"},
                                         BadUrl{"https://api.test/k8s/c1", "has a path"},
                                         BadUrl{"https://api.test?x=1", "query"}));

class InCluster : public testing::Test {
 protected:
  InCluster() {
    std::filesystem::create_directories(account_.directory);
    std::ofstream(account_.directory + "/ca.crt") << "the roots";
    std::ofstream(account_.directory + "/token") << "the token";
  }
  ~InCluster() override { std::filesystem::remove_all(account_.directory); }

  ServiceAccount account_{
      .host = "fd00::1",
      .port = "443",
      .directory = testing::TempDir() + "npushare_account_" +
                   testing::UnitTest::GetInstance()->current_test_info()->name()};
};

TEST_F(InCluster, TakesHostRootsAndTokenFile) {
  const Result<Endpoint> endpoint = in_cluster_endpoint(account_);

  ASSERT_TRUE(endpoint) << endpoint.error().message;
  EXPECT_TRUE(endpoint->tls);
  EXPECT_EQ(endpoint->host, "fd00::1");
  EXPECT_EQ(endpoint->ca_file, account_.directory + "/ca.crt");
  EXPECT_EQ(endpoint->token_file, account_.directory + "/token");
}

TEST_F(InCluster, SaysWhatIsMissing) {
  ServiceAccount outside = account_;
  outside.host.clear();
  EXPECT_THAT(in_cluster_endpoint(outside).error().message, HasSubstr("KUBERNETES_SERVICE_HOST"));

  std::filesystem::remove(account_.directory + "/token");
  EXPECT_THAT(in_cluster_endpoint(account_).error().message, HasSubstr("/token"));

  std::filesystem::remove(account_.directory + "/ca.crt");
  EXPECT_THAT(in_cluster_endpoint(account_).error().message, HasSubstr("/ca.crt"));
}

TEST(Percent, EncodesEverythingButUnreserved) {
  EXPECT_EQ(percent_encoded("aZ09-._~"), "aZ09-._~");
  EXPECT_EQ(percent_encoded("a b/c?d=e&f%\xC3\xA9"), "a%20b%2Fc%3Fd%3De%26f%25%C3%A9");
}

TEST(BackOff, DoublesUpToItsLimitAndStartsAgainAfterTwoHealthyMinutes) {
  BackOff back_off(BackOff::Time(800), BackOff::Time(30'000), 1);
  BackOff::Clock::time_point now{};

  for (const int base : {800, 1600, 3200, 6400, 12'800, 15'000, 15'000}) {
    now += BackOff::kHealthy - BackOff::Time(1);
    const auto wait = back_off.next(now).count();
    EXPECT_GE(wait, base);
    EXPECT_LE(wait, 2 * base);
  }
  EXPECT_LE(back_off.next(now + BackOff::kHealthy).count(), 1600);
}

TEST(BackOff, DrawsTheSameForTheSameSeed) {
  BackOff one(BackOff::Time(800), BackOff::Time(30'000), 9);
  BackOff same(BackOff::Time(800), BackOff::Time(30'000), 9);
  BackOff other(BackOff::Time(800), BackOff::Time(30'000), 10);

  const auto drawn = one.between(0, 1'000'000'000);

  EXPECT_EQ(drawn, same.between(0, 1'000'000'000));
  EXPECT_NE(drawn, other.between(0, 1'000'000'000));
}

}  // namespace
}  // namespace npushare::kube
