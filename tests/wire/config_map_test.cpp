#include "scheduler/wire/config_map.hpp"

#include <gtest/gtest.h>

namespace npushare::wire {
namespace {

const char* const kMap = R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"device",
  "namespace":"kube-system","resourceVersion":"5"},"data":{"device-config.yaml":"vnpus:\n- a\n"}})";

TEST(ConfigMapReader, ReadsNameVersionAndTexts) {
  const Result<ConfigMap> map = read_config_map(kMap);

  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(map->space, "kube-system");
  EXPECT_EQ(map->name, "device");
  EXPECT_EQ(map->resource_version, "5");
  EXPECT_EQ(map->data.at("device-config.yaml"), "vnpus:\n- a\n");
}

TEST(ConfigMapReader, ReadsAListOfOne) {
  std::vector<ConfigMap> maps;
  const Result<ListMeta> meta = read_config_map_list(
      R"({"kind":"ConfigMapList","metadata":{"resourceVersion":"9"},"items":[)" +
          std::string(kMap) + "]}",
      [&](ConfigMap&& map) { maps.push_back(std::move(map)); });

  ASSERT_TRUE(meta) << meta.error().message;
  ASSERT_EQ(maps.size(), 1U);
  EXPECT_EQ(maps[0].name, "device");
}

TEST(ConfigMapReader, ReadsAnEvent) {
  const Result<WatchEvent<ConfigMap>> event =
      read_config_map_event(R"({"type":"DELETED","object":)" + std::string(kMap) + "}");

  ASSERT_TRUE(event) << event.error().message;
  EXPECT_EQ(event->type, EventType::kDeleted);
  EXPECT_EQ(event->object.resource_version, "5");
}

TEST(ConfigMapReader, RefusesAnotherKind) {
  EXPECT_EQ(read_config_map(R"({"kind":"Secret"})").error().message,
            R"(kind: "Secret" where a ConfigMap is expected)");
}

}  // namespace
}  // namespace npushare::wire
