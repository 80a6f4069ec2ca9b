// GET /metrics of the whole service, over HTTP.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/metrics_page.hpp"
#include "tests/support/service_files.hpp"

namespace npushare::service_test {
namespace {

using metrics_test::ReadPage;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kChipA = R"({node="n1",device_uuid="A",model="Ascend310P",mode="soft"})";

ReadPage scrape(Service& service) {
  return ReadPage(service.get("/metrics").text);
}

TEST(MetricsEndpoint, FollowsAPodFromItsBindToItsEnd) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("p", "8192", 25));
  ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
  const std::string consumed = std::string("npushare_chip_memory_consumed_bytes") + kChipA;
  ASSERT_TRUE(wait_for([&] { return scrape(service).value(consumed) > 0; }));

  const ReadPage page = scrape(service);

  EXPECT_THAT(page.complaints, IsEmpty());
  EXPECT_EQ(page.value(consumed), 8192.0 * 1048576);
  EXPECT_EQ(page.value(R"(npushare_share_cores_ratio{node="n1",device_uuid="A",)"
                       R"(namespace="default",pod="p",container_index="0"})"),
            0.25);
  EXPECT_EQ(page.value(R"(npushare_binds_total{outcome="bound"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_requests_total{outcome="done",verb="bind"})"), 1);
  EXPECT_GE(page.value(R"(npushare_requests_total{outcome="done",verb="filter"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_gate_wait_seconds_count{outcome="turn"})"), 1);
  EXPECT_GE(page.value(R"(npushare_api_requests_total{code="201",verb="POST"})"), 1);
  EXPECT_GE(page.value(R"(npushare_api_requests_total{code="200",verb="WATCH"})"), 2);
  EXPECT_EQ(page.value("npushare_ready"), 1);
  EXPECT_EQ(page.value("npushare_leader"), 1);

  service.api("DELETE", "/api/v1/namespaces/default/pods/p");
  EXPECT_TRUE(wait_for([&] { return scrape(service).value(consumed) == 0; }));
  EXPECT_EQ(scrape(service).count("npushare_share_memory_bytes{"), 0U);
}

TEST(MetricsEndpoint, CountsARefusedPodByItsReason) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("p", "20000"));
  service.create(a_pod("q", "20000"));
  ASSERT_TRUE(
      wait_for([&] { return service.phase("p") == "Running" && service.phase("q") == "Running"; }));

  service.create(a_pod("r", "20000"));

  EXPECT_TRUE(wait_for([&] {
    const ReadPage page = scrape(service);
    return page.value(R"(npushare_refusals_total{reason="memory-short"})") > 0 &&
           page.value(R"(npushare_requests_total{outcome="refused",verb="filter"})") > 0 &&
           page.value("npushare_waiting_pods") == 1;
  }));
}

// Whatever the start has come to: a page that Prometheus can read.
TEST(MetricsEndpoint, AnswersDuringTheStart) {
  Service service;

  EXPECT_TRUE(wait_for([&] {
    const Answer answer = service.get("/metrics");
    EXPECT_EQ(answer.status, 200U);
    const ReadPage page(answer.text);
    EXPECT_THAT(page.complaints, IsEmpty());
    EXPECT_TRUE(page.has(R"(npushare_requests_total{outcome="not-ready",verb="filter"})"));
    return page.value("npushare_ready") == 1;
  }));
}

TEST(MetricsEndpoint, SaysWhatItIs) {
  Service service;

  testing_support::RawClient client(service.app().port());
  const auto reply = client.ask("GET /metrics HTTP/1.1\r\nHost: t\r\n\r\n");

  ASSERT_TRUE(reply);
  EXPECT_TRUE(reply->has("Content-Type: text/plain; version=0.0.4; charset=utf-8")) << reply->head;
  EXPECT_THAT(service.get("/").text, HasSubstr("GET /metrics"));
}

TEST(MetricsEndpoint, HasHamiNamesByConfigurationOrFlag) {
  Service by_configuration(kSmallCluster, "metrics: {hamiNames: legacy}\n");
  ASSERT_TRUE(by_configuration.wait_until_ready());
  const ReadPage legacy = scrape(by_configuration);
  EXPECT_EQ(legacy.count("hami_gpu_shared_count{"), 2U);
  EXPECT_EQ(legacy.count("GPUDeviceSharedNum{"), 2U);

  const testing_support::ScratchDirectory files;
  const std::unique_ptr<App> by_flag =
      started({.embedded_path = files.write("cluster.yaml", kSmallCluster),
               .listen = "127.0.0.1:0",
               .hami_metrics = true});
  ASSERT_TRUE(by_flag->wait_until_ready());
  const ReadPage current(call(by_flag->port(), "GET", "/metrics").text);
  EXPECT_EQ(current.count("hami_gpu_shared_count{"), 2U);
  EXPECT_EQ(current.count("GPUDeviceSharedNum{"), 0U);
}

constexpr const char* kGuardedCluster = R"(
api:
  tokens: [{token: secret, user: prometheus, groups: [monitoring]}]
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}]}
)";

TEST(MetricsEndpoint, IsBehindTheSameGateAsOtherPages) {
  FileService service("admin: {auth: kubernetes}\n", kGuardedCluster);
  ASSERT_TRUE(service.app->wait_until_ready());

  EXPECT_EQ(get_as("", service.app->port(), "/metrics").status, 401U);
  EXPECT_EQ(get_as("guess", service.app->port(), "/metrics").status, 401U);
  EXPECT_EQ(get_as("secret", service.app->port(), "/metrics").status, 200U);
}

TEST(MetricsEndpoint, TellsARefusedConfiguration) {
  FileService service("policy: {node: spread}\n");
  ASSERT_TRUE(service.app->wait_until_ready());
  const auto page = [&] { return ReadPage(service.get("/metrics").text); };
  EXPECT_EQ(page().count(R"(npushare_policy_info{node_policy="spread")"), 1U);

  service.files.write("npushare.yaml", "policy: {node: best}\n");

  EXPECT_TRUE(
      wait_for([&] { return page().value(R"(npushare_config_refused{source="settings"})") == 1; }));
  EXPECT_EQ(page().value("npushare_config_version"), 1);
}

}  // namespace
}  // namespace npushare::service_test
