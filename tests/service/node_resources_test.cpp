// The memory and cores of a node's chips as its capacity: off, on, restored, taken back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "tests/support/service_files.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;

constexpr const char* kMemory = "huawei.com/Ascend310P-memory";
constexpr const char* kCores = "huawei.com/Ascend310P-core";

/// What n1 shows of the resource, as `capacity/allocatable`.
std::string shown(FileService& service, const std::string& resource) {
  const wire::Json status = service.api("GET", "/api/v1/nodes/n1").json["status"];
  return status.at("capacity")[resource].string() + "/" +
         status.at("allocatable")[resource].string();
}

/// The second write of a node waits ten seconds.
bool comes_true(const std::function<bool()>& condition) {
  return wait_for(condition) || wait_for(condition);
}

bool comes_to(FileService& service, const std::string& resource, const std::string& value) {
  return comes_true([&] { return shown(service, resource) == value; });
}

/// As a kubelet does that registers its node anew.
void reset(FileService& service) {
  const wire::Json node = service.api("GET", "/api/v1/nodes/n1").json;
  wire::Json without = node;
  for (const char* part : {"capacity", "allocatable"})
    without.member("status").member(part).set(kMemory, "0");
  without.member("metadata").set("resourceVersion", "");
  ASSERT_EQ(service.api("PUT", "/api/v1/nodes/n1/status", without.text()).status, 200U);
}

TEST(NodeResources, AreLeftAloneUnlessTheOperatorWantsThem) {
  FileService service("{}\n");
  ASSERT_TRUE(service.app->wait_until_ready());

  EXPECT_EQ(shown(service, kMemory), "/");
  EXPECT_EQ(shown(service, "huawei.com/Ascend310P"), "14/14");
}

TEST(NodeResources, AreCapacityOnceTheSettingSaysSoAndGoWhenAsked) {
  FileService service("nodeResources: keep\n");
  ASSERT_TRUE(service.app->wait_until_ready());

  service.files.write("npushare.yaml", "nodeResources: publish\n");
  EXPECT_TRUE(comes_to(service, kMemory, "43054/43054"));
  EXPECT_EQ(shown(service, kCores), "200/200");
  EXPECT_EQ(shown(service, "huawei.com/Ascend310P"), "14/14");

  service.files.write("npushare.yaml", "nodeResources: remove\n");
  EXPECT_TRUE(comes_to(service, kMemory, "/"));
  EXPECT_EQ(shown(service, kCores), "/");
  EXPECT_EQ(shown(service, "huawei.com/Ascend310P"), "14/14");
}

TEST(NodeResources, AreRestoredWhenSomebodyResetsThem) {
  FileService service("nodeResources: publish\n");
  ASSERT_TRUE(service.app->wait_until_ready());
  ASSERT_TRUE(comes_to(service, kMemory, "43054/43054"));

  reset(service);

  EXPECT_TRUE(comes_to(service, kMemory, "43054/43054"));
  EXPECT_THAT(service.get("/readyz?verbose").text, HasSubstr("[+]node-resources ok"));
}

TEST(NodeResources, ThatCannotBeWrittenShowInTheReadinessPage) {
  FileService service("nodeResources: publish\n", std::string(kSmallCluster) +
                                                      "faults:\n"
                                                      "  rules:\n"
                                                      "  - {fault: status, code: 403, verb: patch, "
                                                      "path: /api/v1/nodes/n1/status}\n");
  ASSERT_TRUE(service.app->wait_until_ready());

  EXPECT_TRUE(wait_for([&] {
    return service.get("/readyz?verbose")
               .text.find(
                   "[!]node-resources: patch the status of node "
                   "n1") != std::string::npos;
  })) << service.get("/readyz?verbose").text;
  EXPECT_EQ(service.get("/readyz").status, 200U);
  EXPECT_EQ(shown(service, kMemory), "/");
}

}  // namespace
}  // namespace npushare::service_test
