// The page as a browser gets it.
#include "scheduler/ui/routes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/ui/files.hpp"
#include "tests/support/http_raw_client.hpp"
#include "tests/support/http_running_server.hpp"

namespace npushare::ui {
namespace {

using testing::HasSubstr;
using testing_support::RawClient;
using testing_support::RawReply;

class PageRoutes : public testing::Test {
 protected:
  static http::Router router() {
    http::Router router;
    add_routes(router);
    return router;
  }

  RawReply ask(const std::string& path, const std::string& headers = {},
               const std::string& method = "GET") {
    RawClient client(running_.port());
    client.send(method + " " + path + " HTTP/1.1\r\nHost: t\r\n" + headers + "\r\n");
    return client.receive().value_or(RawReply{});
  }

 private:
  testing_support::RunningServer running_{router()};
};

TEST_F(PageRoutes, ServeThePage) {
  const RawReply reply = ask("/ui");

  EXPECT_EQ(reply.status, 200U);
  EXPECT_TRUE(reply.has("Content-Type: text/html; charset=utf-8")) << reply.head;
  EXPECT_THAT(reply.body, HasSubstr("<title>npushare</title>"));
}

TEST_F(PageRoutes, ServeEveryFileWithItsTypeAndItsTag) {
  for (const File& file : files()) {
    const RawReply reply = ask("/ui/" + std::string(file.path));

    EXPECT_EQ(reply.status, 200U) << file.path;
    EXPECT_EQ(reply.body, file.text) << file.path;
    EXPECT_TRUE(reply.has("Content-Type: " + std::string(file.type))) << file.path;
    EXPECT_TRUE(reply.has("ETag: \"" + std::string(file.tag) + '"')) << file.path;
    EXPECT_TRUE(reply.has("Cache-Control: no-cache")) << file.path;
  }
}

TEST_F(PageRoutes, SendNoFileAgainThatTheBrowserHas) {
  const std::string tag(files().front().tag);

  const RawReply reply = ask("/ui", "If-None-Match: \"" + tag + "\"\r\n");

  EXPECT_EQ(reply.status, 304U);
  EXPECT_EQ(reply.body, "");
}

TEST_F(PageRoutes, LeadFromTheFolderToThePage) {
  const RawReply reply = ask("/ui/");

  EXPECT_EQ(reply.status, 308U);
  EXPECT_TRUE(reply.has("Location: ../ui")) << reply.head;
}

TEST_F(PageRoutes, HaveNoOtherFile) {
  for (const char* path : {"/ui/nothing.js", "/ui/../routes.cpp", "/ui/%2e%2e/%2e%2e/etc/passwd",
                           "/ui/js/", "/ui/INDEX.html"})
    EXPECT_EQ(ask(path).status, 404U) << path;
}

TEST_F(PageRoutes, OnlyAnswerQuestions) {
  for (const char* method : {"POST", "PUT", "DELETE"})
    EXPECT_EQ(ask("/ui", "Content-Length: 0\r\n", method).status, 405U) << method;
}

class PageGuard : public PageRoutes, public testing::WithParamInterface<std::string> {};

/// The policy is written out here once more: whoever loosens it has to mean it.
TEST_P(PageGuard, ForbidsWhatThePageDoesNotNeed) {
  const RawReply reply = ask(GetParam());

  EXPECT_TRUE(reply.has(
      "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src "
      "'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
      "require-trusted-types-for 'script'; trusted-types 'none'"))
      << reply.head;
  EXPECT_TRUE(reply.has("X-Content-Type-Options: nosniff")) << reply.head;
  EXPECT_TRUE(reply.has("X-Frame-Options: DENY")) << reply.head;
  EXPECT_TRUE(reply.has("Referrer-Policy: no-referrer")) << reply.head;
}

INSTANTIATE_TEST_SUITE_P(Answers, PageGuard,
                         testing::Values("/ui", "/ui/", "/ui/js/main.js", "/ui/nothing"));

}  // namespace
}  // namespace npushare::ui
