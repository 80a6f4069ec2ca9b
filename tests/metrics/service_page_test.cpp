// How the service itself fares, as a page of metrics has it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/backends/node_lock.hpp"
#include "scheduler/verbs/quotas.hpp"
#include "tests/support/accounting_builders.hpp"
#include "tests/support/metrics_desk.hpp"

namespace npushare::metrics_test {
namespace {

using testing::IsEmpty;

TEST(ServiceMetrics, TellWhoServes) {
  MetricsDesk desk;
  desk.is_ready = false;
  desk.world.leadership.leads = false;
  desk.checks = {{.name = "nodes", .is_passed = true}, {.name = "leadership"}};

  const ReadPage page = desk.page();

  EXPECT_THAT(page.complaints, IsEmpty());
  EXPECT_EQ(page.value("npushare_ready"), 0);
  EXPECT_EQ(page.value("npushare_leader"), 0);
  EXPECT_EQ(page.value(R"(npushare_check_passed{check="nodes"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_check_passed{check="leadership"})"), 0);
  EXPECT_EQ(page.value(R"(npushare_build_info{version="1.2.3"})"), 1);
}

TEST(ServiceMetrics, TellWhatIsConfigured) {
  MetricsDesk desk;
  desk.config = {.version = 3,
                 .needs_restart = 1,
                 .origins = {{.name = "settings",
                              .applied = observe::Clock::Wall(std::chrono::seconds{1'700'000'000})},
                             {.name = "device-config", .applied = {}, .is_refused = true}}};

  const ReadPage page = desk.page();

  EXPECT_EQ(page.value("npushare_config_version"), 3);
  EXPECT_EQ(page.value("npushare_config_needs_restart"), 1);
  EXPECT_EQ(page.value(R"(npushare_config_applied_timestamp_seconds{source="settings"})"),
            1'700'000'000);
  EXPECT_EQ(page.value(R"(npushare_config_refused{source="settings"})"), 0);
  EXPECT_EQ(page.value(R"(npushare_config_refused{source="device-config"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_policy_info{node_policy="binpack",chip_policy="binpack",)"
                       R"(single_node="false",lock="none"})"),
            1);
}

// case-C154, its last number.
TEST(ServiceMetrics, TellDriftByItsCause) {
  MetricsDesk desk;
  desk.drift = {.noted = {{"unasked-grant", 1}, {"lost-share", 4}},
                .standing = {{"unasked-grant", 1}}};

  const ReadPage page = desk.page();

  EXPECT_EQ(page.value(R"(npushare_drift_total{cause="unasked-grant"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_drift_total{cause="lost-share"})"), 4);
  EXPECT_EQ(page.value(R"(npushare_drift_objects{cause="lost-share"})"), 0);
  EXPECT_EQ(page.value(R"(npushare_drift_objects{cause="overcommitted-chip"})"), 0);
  EXPECT_EQ(page.count("npushare_drift_objects{"), 10U);
}

TEST(ServiceMetrics, TellHowTheWatchesFare) {
  MetricsDesk desk;
  kube::InformerStats pods;
  kube::InformerStats nodes;
  pods.stand(kube::Standing::kWatching);
  pods.hear(kube::InformerStats::Clock::now());
  pods.events = 5;
  desk.sources.watches = {{.resource = "pods", .stats = &pods},
                          {.resource = "nodes", .stats = &nodes}};
  desk.sources.started = kube::InformerStats::Clock::now() - std::chrono::minutes{10};

  const ReadPage page = desk.page();

  EXPECT_EQ(page.value(R"(npushare_watch_open{resource="pods"})"), 1);
  EXPECT_LT(page.value(R"(npushare_watch_age_seconds{resource="pods"})"), 300);
  EXPECT_EQ(page.value(R"(npushare_watch_events_total{resource="pods"})"), 5);
  EXPECT_EQ(page.value(R"(npushare_watch_open{resource="nodes"})"), 0);
  EXPECT_GE(page.value(R"(npushare_watch_age_seconds{resource="nodes"})"), 600);
}

// case-C162, its metric.
TEST(ServiceMetrics, TellWhenTheCertificateEnds) {
  MetricsDesk desk;
  EXPECT_EQ(desk.page().count("npushare_certificate_end"), 0U);

  desk.certificate_end = observe::Clock::Wall(std::chrono::seconds{1'800'000'000});

  EXPECT_EQ(desk.page().value("npushare_certificate_end_timestamp_seconds"), 1'800'000'000);
}

TEST(NodeMetrics, TellHowOldLockAndRegistrationAre) {
  MetricsDesk desk;
  for (const char* node : {"locked", "strange", "free"})
    desk.world.book.register_node(NodeName{node},
                                  test::fresh({test::a_soft_chip(std::string("chip-") + node)}));
  desk.world.clock.advance(std::chrono::seconds{1000});
  const auto wall = std::chrono::system_clock::to_time_t(desk.world.clock.wall());
  desk.sightings[NodeName{"locked"}] = {
      .lock = backends::lock_value(wall - 90, {"ai", "p"}),
      .reported = desk.world.clock.now() - std::chrono::seconds{7}};
  desk.sightings[NodeName{"strange"}] = {.lock = "mine", .reported = {}};
  desk.world.gate.lines[NodeName{"locked"}] = 2;

  const ReadPage page = desk.page();

  EXPECT_EQ(page.value(R"(npushare_node_lock_age_seconds{node="locked"})"), 90);
  EXPECT_EQ(page.value(R"(npushare_node_registration_age_seconds{node="locked"})"), 7);
  EXPECT_EQ(page.value(R"(npushare_node_gate_waiting_pods{node="locked"})"), 2);
  EXPECT_EQ(page.value(R"(npushare_node_lock_malformed{node="strange"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_node_lock_age_seconds{node="strange"})"), 0);
  EXPECT_FALSE(page.has(R"(npushare_node_registration_age_seconds{node="strange"})"));
  EXPECT_EQ(page.value(R"(npushare_node_lock_age_seconds{node="free"})"), 0);
  EXPECT_EQ(page.value(R"(npushare_node_lock_malformed{node="free"})"), 0);
}

// The writer's clock is ahead of ours.
TEST(NodeMetrics, NeverTellOfALockFromTheFuture) {
  MetricsDesk desk;
  desk.world.book.register_node(NodeName{"n1"}, test::fresh({test::a_soft_chip("A")}));
  const auto wall = std::chrono::system_clock::to_time_t(desk.world.clock.wall());
  desk.sightings[NodeName{"n1"}] = {.lock = backends::lock_value(wall + 60, {"ai", "p"}),
                                    .reported = {}};

  EXPECT_EQ(desk.page().value(R"(npushare_node_lock_age_seconds{node="n1"})"), 0);
}

TEST(ShareStates, AreAllThereAndCounted) {
  MetricsDesk desk;
  desk.world.book.register_node(NodeName{"n1"}, test::fresh({test::a_soft_chip("A")}));
  desk.world.book.observe(test::AnAllocation("n1", "p").grant("A", test::amount(1000, 1)),
                          InitPhase::kDone);
  Result<Reservation> held =
      desk.world.book.reserve(test::AnAllocation("n1", "q").grant("A", test::amount(1000, 1)));
  ASSERT_TRUE(held);
  held->commit(ShareState::kUncertain);

  const ReadPage page = desk.page();

  EXPECT_EQ(page.value(R"(npushare_shares{state="bound"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_shares{state="uncertain"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_shares{state="reserved"})"), 0);
  EXPECT_EQ(page.value(R"(npushare_shares{state="assumed"})"), 0);
}

TEST(Quotas, ShowLimitAndUseInBaseUnits) {
  MetricsDesk desk;
  verbs::Quotas quotas(desk.world.book, desk.world.rules);
  quotas.publish({{.space = "default",
                   .name = "npu",
                   .hard = {{"limits.huawei.com/Ascend310P-memory", "4096"},
                            {"limits.huawei.com/Ascend310P-core", "150"}}}});
  desk.sources.quotas = &quotas;
  desk.world.book.register_node(NodeName{"n1"}, test::fresh({test::a_soft_chip("A")}));
  desk.world.book.observe(test::AnAllocation("n1", "p").grant("A", test::amount(1024, 20)),
                          InitPhase::kDone);

  const ReadPage page = desk.page();

  const std::string of = R"({namespace="default",quota="npu",model="Ascend310P",resource=)";
  EXPECT_EQ(page.value("npushare_quota_limit" + of + R"("memory"})"), 4294967296);
  EXPECT_EQ(page.value("npushare_quota_used" + of + R"("memory"})"), 1073741824);
  EXPECT_EQ(page.value("npushare_quota_limit" + of + R"("cores"})"), 1.5);
  EXPECT_EQ(page.value("npushare_quota_used" + of + R"("cores"})"), 0.2);
  EXPECT_EQ(page.value("npushare_quota_doubtful" + of + R"("cores"})"), 0);
}

TEST(Quotas, ShowAValueThatIsHardlyMeant) {
  MetricsDesk desk;
  verbs::Quotas quotas(desk.world.book, desk.world.rules);
  quotas.publish({{.space = "default",
                   .name = "npu",
                   .hard = {{"limits.huawei.com/Ascend310P-memory", "10Gi"}}}});
  desk.sources.quotas = &quotas;

  const std::string of = R"({namespace="default",quota="npu",model="Ascend310P",)";
  EXPECT_EQ(desk.page().value("npushare_quota_doubtful" + of + R"(resource="memory"})"), 1);
}

TEST(ProcessMetrics, AreThoseThatEveryClientHas) {
  const ReadPage page = MetricsDesk().page();

  EXPECT_GT(page.value("process_resident_memory_bytes"), 1 << 20);
  EXPECT_GT(page.value("process_virtual_memory_bytes"),
            page.value("process_resident_memory_bytes"));
  EXPECT_GE(page.value("process_cpu_seconds_total"), 0);
  EXPECT_GE(page.value("process_open_fds"), 3);
  EXPECT_GE(page.value("process_max_fds"), page.value("process_open_fds"));
  EXPECT_GE(page.value("process_threads"), 1);
  const auto now =
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch());
  EXPECT_NEAR(page.value("process_start_time_seconds"), now.count(), 3600);
}

}  // namespace
}  // namespace npushare::metrics_test
