#include "scheduler/wire/resource_quota.hpp"

#include <gtest/gtest.h>

namespace npushare::wire {
namespace {

constexpr const char* kQuota = R"({"kind":"ResourceQuota","apiVersion":"v1",
  "metadata":{"namespace":"q","name":"npu","resourceVersion":"7"},
  "spec":{"hard":{"limits.huawei.com/Ascend310P-memory":"12288","limits.huawei.com/Ascend310P":4,
                  "requests.cpu":"2"}},
  "status":{"hard":{"limits.huawei.com/Ascend310P":"9"}}})";

TEST(ResourceQuota, KeepsTheLimitsOfItsSpec) {
  const Result<ResourceQuota> quota = read_quota(kQuota);

  ASSERT_TRUE(quota) << quota.error().message;
  EXPECT_EQ(identity_of(*quota), "q/npu");
  EXPECT_EQ(quota->resource_version, "7");
  EXPECT_EQ(quota->hard, (StringMap{{"limits.huawei.com/Ascend310P-memory", "12288"},
                                    {"limits.huawei.com/Ascend310P", "4"}}));
}

TEST(ResourceQuota, IsReadFromListsAndEvents) {
  std::size_t count = 0;
  const Result<ListMeta> list = read_quota_list(
      R"({"kind":"ResourceQuotaList","metadata":{"resourceVersion":"9"},"items":[)" +
          std::string(kQuota) + "]}",
      [&](ResourceQuota&&) { ++count; });
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_EQ(list->resource_version, "9");
  EXPECT_EQ(count, 1U);

  const auto event =
      read_quota_event(R"({"type":"MODIFIED","object":)" + std::string(kQuota) + "}");
  ASSERT_TRUE(event) << event.error().message;
  EXPECT_EQ(event->type, EventType::kModified);
}

TEST(ResourceQuota, RefusesAnotherKind) {
  EXPECT_FALSE(read_quota(R"({"kind":"Pod"})"));
  EXPECT_FALSE(read_quota("[]"));
}

}  // namespace
}  // namespace npushare::wire
