// The bearer token: spec/kube-scheduler-extender.md 4.4.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "scheduler/kube/token_source.hpp"
#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_raw_server.hpp"

namespace npushare::kube {
namespace {

using testing::HasSubstr;
using testing_support::run;

using std::chrono_literals::operator""s;

/// A file of this test's own that goes with it.
class TokenFile {
 public:
  explicit TokenFile(const std::string& content) : path_(testing::TempDir() + "npushare_token_") {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    std::replace_copy(test.begin(), test.end(), std::back_inserter(path_), '/', '_');
    write(content);
  }
  ~TokenFile() { std::filesystem::remove(path_); }

  void write(const std::string& content) const { std::ofstream(path_) << content; }
  void remove() const { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

constexpr TokenSource::Time kStart{1000s};

TEST(TokenSource, ReadsTheFileAgainWhenItIsAMinuteOld) {
  const TokenFile file("first\n");
  TokenSource source("fixed", file.path());
  EXPECT_EQ(source.current(kStart), "first");  // the file wins

  file.write("second\n");

  EXPECT_EQ(source.current(kStart + 59s), "first");
  EXPECT_EQ(source.current(kStart + 60s), "second");
}

TEST(TokenSource, ReadsTheFileAgainAfterARefusal) {
  const TokenFile file("first");
  TokenSource source("", file.path());
  ASSERT_EQ(source.current(kStart), "first");

  EXPECT_FALSE(source.renew("first", kStart + 1s));
  file.write("second");

  EXPECT_TRUE(source.renew("first", kStart + 2s));
  EXPECT_EQ(source.current(kStart + 3s), "second");
}

struct BadFile {
  std::string name;
  std::string content;
};

class TokenSourceKeeps : public testing::TestWithParam<BadFile> {};

TEST_P(TokenSourceKeeps, TheOldTokenWhileTheFileHoldsNone) {
  const TokenFile file("good");
  TokenSource source("", file.path());
  ASSERT_EQ(source.current(kStart), "good");

  file.write(GetParam().content);

  EXPECT_EQ(source.current(kStart + 61s), "good");
}

INSTANTIATE_TEST_SUITE_P(Contents, TokenSourceKeeps,
                         testing::Values(BadFile{"empty", ""}, BadFile{"blank", "\n \n"},
                                         BadFile{"two_words", "a token\n"},
                                         BadFile{"another_header", "a\r\nX-Admin: yes"},
                                         BadFile{"no_text", std::string("\x01\x02", 2)}),
                         [](const auto& test) { return test.param.name; });

TEST(TokenSource, KeepsTheOldTokenWhenTheFileIsGone) {
  const TokenFile file("good");
  TokenSource source("", file.path());
  ASSERT_EQ(source.current(kStart), "good");

  file.remove();

  EXPECT_EQ(source.current(kStart + 61s), "good");
}

TEST(TokenSource, HasAFixedTokenOrNone) {
  EXPECT_EQ(TokenSource("fixed", "").current(kStart), "fixed");
  EXPECT_FALSE(TokenSource("fixed", "").renew("fixed", kStart));
  EXPECT_EQ(TokenSource("", "").current(kStart), "");
}

TEST(RestClientToken, IsSentAndRenewedOnceAfterA401) {
  const TokenFile file("old");
  testing_support::RunningContext running;
  testing_support::KubeRawServer server(running.context(),
                                        {{testing_support::ok("1")},
                                         {"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"},
                                         {testing_support::ok("2")}});
  Endpoint endpoint = testing_support::local_endpoint(server.port());
  endpoint.token_file = file.path();
  RestClient client(running.context().get_executor(), endpoint);
  ASSERT_TRUE(run(running.context(), client.call(testing_support::a_get("/a"))));
  file.write("new");

  const Result<Reply> reply =
      run(running.context(), client.call(testing_support::a_post("/b", "{}")));

  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->body, "2");
  const std::vector<std::string> requests = server.requests();
  ASSERT_EQ(requests.size(), 3U);
  EXPECT_THAT(requests[1], HasSubstr("\r\nAuthorization: Bearer old\r\n"));
  EXPECT_THAT(requests[2], HasSubstr("\r\nAuthorization: Bearer new\r\n"));
  running.context().stop();
  running.drain();
}

TEST(RestClientToken, DoesNotRepeatA401WithTheSameToken) {
  testing_support::RunningContext running;
  testing_support::KubeRawServer server(
      running.context(), {{"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"}});
  Endpoint endpoint = testing_support::local_endpoint(server.port());
  endpoint.token = "fixed";
  RestClient client(running.context().get_executor(), endpoint);

  const Result<Reply> reply = run(running.context(), client.call(testing_support::a_get("/a")));

  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->status, 401U);
  EXPECT_EQ(server.requests().size(), 1U);
  running.context().stop();
  running.drain();
}

}  // namespace
}  // namespace npushare::kube
