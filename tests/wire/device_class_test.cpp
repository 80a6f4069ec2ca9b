#include "scheduler/wire/device_class.hpp"

#include <gtest/gtest.h>

namespace npushare::wire {
namespace {

TEST(DeviceClass, IsReadWithItsSelectors) {
  std::vector<DeviceClass> all;
  const Result<ListMeta> list = read_device_class_list(
      R"({"kind":"DeviceClassList","metadata":{"resourceVersion":"9"},"items":[
          {"metadata":{"name":"c","resourceVersion":"7"},
           "spec":{"selectors":[{"cel":{"expression":"true"}},{"cel":{"expression":"false"}}]}},
          {"metadata":{"name":"open"}}]})",
      [&](DeviceClass&& one) { all.push_back(std::move(one)); });

  ASSERT_TRUE(list);
  EXPECT_EQ(list->resource_version, "9");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].selectors, (std::vector<std::string>{"true", "false"}));
  EXPECT_TRUE(all[1].selectors.empty());
}

TEST(DeviceClass, OfAnotherKindIsRefused) {
  EXPECT_FALSE(read_device_class_list(R"({"kind":"PodList","items":[]})", [](DeviceClass&&) {}));
  EXPECT_FALSE(read_device_class_event(R"({"type":"ADDED","object":{"kind":"Pod"}})"));
  EXPECT_EQ(read_device_class_event(
                R"({"type":"DELETED","object":{"kind":"DeviceClass","metadata":{"name":"c"}}})")
                ->object.name,
            "c");
}

}  // namespace
}  // namespace npushare::wire
