// `webhooks` and `scheduler.bindVerb` of a cluster file.
#include "config/cluster_webhook.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/cluster_file.hpp"

namespace npushare::config {
namespace {

using testing::HasSubstr;

Result<ClusterFile> with(const std::string& lines) {
  return read_cluster_file("nodes: [{name: n, chipCount: 1}]\n" + lines, "c.yaml");
}

TEST(ClusterWebhook, IsOneOfThisMachine) {
  const auto file = with("webhooks: [{url: 'http://127.0.0.1:9443/a?b=c', timeoutSeconds: 3}]");

  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(file->webhooks.bindings);
  EXPECT_EQ(file->webhooks.bindings->port, 9443);
  EXPECT_EQ(file->webhooks.bindings->path, "/a?b=c");
  EXPECT_EQ(file->webhooks.bindings->timeout, std::chrono::seconds{3});
}

TEST(ClusterWebhook, OrTheServicesOwn) {
  const auto file = with("webhooks: [{url: /webhook/bindings}]\nscheduler: {bindVerb: false}");

  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->webhooks.bindings->port, 0);
  EXPECT_EQ(file->webhooks.bindings->path, "/webhook/bindings");
  EXPECT_EQ(file->webhooks.bindings->timeout, std::chrono::seconds{5});
  EXPECT_FALSE(file->has_bind_verb);
}

TEST(ClusterWebhook, NeedNotBe) {
  const auto file = with("");

  ASSERT_TRUE(file) << file.error().message;
  EXPECT_FALSE(file->webhooks.bindings);
  EXPECT_TRUE(file->has_bind_verb);
}

TEST(ClusterWebhook, PodsHaveTheirOwn) {
  const auto file =
      with("webhooks: [{url: /a, on: podCreate}, {url: /b, on: podDelete, timeoutSeconds: 2}]");

  ASSERT_TRUE(file) << file.error().message;
  EXPECT_FALSE(file->webhooks.bindings);
  EXPECT_EQ(file->webhooks.pod_create->path, "/a");
  EXPECT_EQ(file->webhooks.pod_delete->path, "/b");
  EXPECT_EQ(file->webhooks.pod_delete->timeout, std::chrono::seconds{2});
}

struct RefusedCase {
  const char* lines;
  const char* message;
};

class RefusedClusterWebhook : public testing::TestWithParam<RefusedCase> {};

TEST_P(RefusedClusterWebhook, NamesLineAndKey) {
  const auto file = with(GetParam().lines);

  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedClusterWebhook,
    testing::Values(
        RefusedCase{"webhooks: [{}]", "c.yaml:2: webhooks[0].url: is missing"},
        RefusedCase{"webhooks: [{url: /a}, {url: /b}]", "webhooks: are more than one on bindings"},
        RefusedCase{"webhooks: [{url: /a, on: pods}]", "webhooks[0].on: \"pods\" is unknown"},
        RefusedCase{"webhooks: [{url: 'https://127.0.0.1:1/a'}]", "is no URL of this machine"},
        RefusedCase{"webhooks: [{url: 'http://10.0.0.1:1/a'}]", "is no URL of this machine"},
        RefusedCase{"webhooks: [{url: 'http://127.0.0.1:0/a'}]", "is no URL of this machine"},
        RefusedCase{"webhooks: [{url: 'http://127.0.0.1:1'}]", "is no URL of this machine"},
        RefusedCase{"webhooks: [{url: /a, timeoutSeconds: 31}]", "timeoutSeconds: \"31\""},
        RefusedCase{"webhooks: [{url: /a, timeout: 3s}]", "unknown key \"timeout\""},
        RefusedCase{"scheduler: {bindVerb: bind}", "scheduler.bindVerb"}));

}  // namespace
}  // namespace npushare::config
