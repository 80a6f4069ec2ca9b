// The names and values that dashboards made for HAMi ask for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/verbs/quotas.hpp"
#include "tests/support/metrics_desk.hpp"

namespace npushare::metrics_test {
namespace {

constexpr const char* kChip = R"({zone="vGPU",node="n1",device_uuid="d0",device_index="0")";

MetricsDesk& with_a_chip(MetricsDesk& desk, config::HamiNames names) {
  desk.world.node("n1", Mode::kHard, {"d0"});
  desk.sources.hami_names = names;
  return desk;
}

std::string chip(const std::string& name, const std::string& more = {}) {
  return name + kChip + more + R"(,device_type="Ascend310P"})";
}

// hami-M1
TEST(HamiNames, TellAnIdleChip) {
  MetricsDesk desk;
  const ReadPage page = with_a_chip(desk, config::HamiNames::kCurrent).page();

  EXPECT_THAT(page.complaints, testing::IsEmpty());
  EXPECT_EQ(page.value(chip("hami_gpu_memory_limit_bytes")), 2.2572695552e+10);
  EXPECT_EQ(page.value(chip("hami_gpu_core_limit_ratio")), 8);
  EXPECT_EQ(page.value(chip("hami_gpu_shared_count")), 0);
}

// hami-M2, hami-M3, hami-M4: one vir01.
TEST(HamiNames, TellWhatAPodHolds) {
  MetricsDesk desk;
  with_a_chip(desk, config::HamiNames::kCurrent)
      .world.running(verbs_test::a_hard_pod("p", "3072"), "n1");

  const ReadPage page = desk.page();

  EXPECT_EQ(page.value(chip("hami_gpu_memory_allocated_bytes", R"(,device_cores="8")")),
            3.221225472e+09);
  EXPECT_EQ(page.value(chip("hami_gpu_shared_count")), 1);
  EXPECT_EQ(page.value(chip("hami_gpu_core_allocated_ratio")), 1);
  EXPECT_EQ(page.value(
                chip("hami_node_gpu_overview", R"(,device_cores="8",device_memory_limit="21527")")),
            3.221225472e+09);
  EXPECT_NEAR(page.value(chip("hami_node_gpu_memory_allocated_ratio")), 3072.0 / 21527, 1e-12);
  EXPECT_EQ(page.value(R"(hami_vgpu_memory_allocated_bytes{zone="vGPU",namespace="ai",node="n1",)"
                       R"(pod="p",container_index="0",device_uuid="d0"})"),
            3.221225472e+09);
  EXPECT_TRUE(page.has(R"(hami_build_info{version="1.2.3"})"));
}

TEST(HamiNames, TellTheTightestQuotaOfMemoryAndCores) {
  MetricsDesk desk;
  with_a_chip(desk, config::HamiNames::kLegacy)
      .world.running(verbs_test::a_hard_pod("p", "3072"), "n1");
  verbs::Quotas quotas(desk.world.book, desk.world.rules);
  const std::string memory = "limits.huawei.com/Ascend310P-memory";
  quotas.publish({{.space = "ai", .name = "a", .hard = {{memory, "8192"}}},
                  {.space = "ai", .name = "b", .hard = {{memory, "4096"}}},
                  {.space = "ai", .name = "c", .hard = {{"limits.huawei.com/Ascend310P", "2"}}}});
  desk.sources.quotas = &quotas;

  const ReadPage page = desk.page();

  const std::string of = R"({zone="vGPU",namespace="ai",quota_name="huawei.com/Ascend310P-memory")";
  EXPECT_THAT(page.complaints, testing::IsEmpty());
  EXPECT_EQ(page.value("hami_resource_quota_used" + of + R"(,limit="4096"})"), 3072);
  EXPECT_EQ(page.value("hami_resource_quota_limit" + of + "}"), 4096);
  EXPECT_EQ(page.value(R"(QuotaUsed{zone="vGPU",quotanamespace="ai",)"
                       R"(quotaName="huawei.com/Ascend310P-memory",limit="4096"})"),
            3072);
  EXPECT_EQ(page.count("hami_resource_quota_used"), 1U);
}

TEST(HamiNames, AreTheOldOnesTooWhenAskedFor) {
  MetricsDesk desk;
  with_a_chip(desk, config::HamiNames::kLegacy)
      .world.running(verbs_test::a_hard_pod("p", "3072"), "n1");

  const ReadPage page = desk.page();

  EXPECT_THAT(page.complaints, testing::IsEmpty());
  const std::string old = R"({zone="vGPU",nodeid="n1",deviceuuid="d0",deviceidx="0")";
  EXPECT_EQ(page.value("GPUDeviceMemoryLimit" + old + R"(,devicetype="Ascend310P"})"),
            2.2572695552e+10);
  EXPECT_NEAR(page.value("nodeGPUMemoryPercentage" + old + "}"), 3072.0 / 21527, 1e-12);
  EXPECT_EQ(page.value(R"(vGPUMemoryAllocated{zone="vGPU",podnamespace="ai",nodename="n1",)"
                       R"(podname="p",containeridx="0",deviceuuid="d0"})"),
            3.221225472e+09);
  EXPECT_TRUE(page.has(chip("hami_gpu_memory_limit_bytes")));
}

TEST(HamiNames, AreLeftOutUnlessAskedFor) {
  MetricsDesk desk;
  const ReadPage page = with_a_chip(desk, config::HamiNames::kNone).page();

  EXPECT_EQ(page.count("hami_"), 0U);
  EXPECT_EQ(page.count("GPUDevice"), 0U);
}

}  // namespace
}  // namespace npushare::metrics_test
