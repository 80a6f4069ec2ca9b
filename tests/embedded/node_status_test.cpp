// A node's status has a path of its own, and takes amounts from others than its kubelet.
#include <gtest/gtest.h>

#include "scheduler/wire/node_status.hpp"
#include "tests/support/embedded_running.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

const std::string kNodes = "/api/v1/nodes";

HttpCall patch_of(const std::string& path, const std::string& body) {
  return {.method = "PATCH",
          .path = path,
          .body = body,
          .content_type = "application/merge-patch+json"};
}

TEST(NodeStatusPatch, ChangesAmountsAndNothingElse) {
  RunningApi api;
  Json node = Json::Object{{"metadata", Json::Object{{"name", "n1"}}}};
  node.member("status").member("capacity").set("cpu", "64");
  node.member("status").member("allocatable").set("huawei.com/Ascend310P", "14");
  create(api.server.port(), kNodes, node);
  const std::string path = kNodes + "/n1/status";

  const RawReply set =
      ask(api.server.port(), patch_of(path, wire::write_capacity_patch({{"huawei.com/x", 43054}})));
  ASSERT_EQ(set.status, 200U) << set.body;
  const Json status = parsed(get(api.server.port(), kNodes + "/n1").body)["status"];
  EXPECT_EQ(status.at("capacity", "huawei.com/x").string(), "43054");
  EXPECT_EQ(status.at("allocatable", "huawei.com/x").string(), "43054");
  EXPECT_EQ(status.at("capacity", "cpu").string(), "64");
  EXPECT_EQ(status.at("allocatable", "huawei.com/Ascend310P").string(), "14");

  ask(api.server.port(),
      patch_of(path, wire::write_capacity_patch({{"huawei.com/x", std::nullopt}})));
  const Json after = parsed(get(api.server.port(), kNodes + "/n1").body)["status"];
  EXPECT_TRUE(after.at("capacity", "huawei.com/x").is_null());
  EXPECT_TRUE(after.at("allocatable", "huawei.com/x").is_null());
}

TEST(NodeStatusPatch, ThroughTheNodeItselfChangesNothing) {
  RunningApi api;
  create(api.server.port(), kNodes, Json::Object{{"metadata", Json::Object{{"name", "n1"}}}});

  ask(api.server.port(),
      patch_of(kNodes + "/n1", wire::write_capacity_patch({{"huawei.com/x", 43054}})));

  const Json node = parsed(get(api.server.port(), kNodes + "/n1").body);
  EXPECT_TRUE(node.at("status", "capacity")["huawei.com/x"].is_null());
}

TEST(NodeStatusPatch, OfAnUnknownNodeIsNotFound) {
  RunningApi api;

  EXPECT_EQ(ask(api.server.port(), patch_of(kNodes + "/n9/status", "{}")).status, 404U);
}

}  // namespace
}  // namespace npushare::embedded
