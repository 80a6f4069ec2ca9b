// Changed configuration takes effect in the running service.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_config.hpp"
#include "tests/support/service_files.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;

std::int64_t memory_of_first_chip(FileService& service) {
  const Answer ledgers = service.get("/v1/ledgers");
  if (ledgers.json["nodes"].items().empty()) return -1;
  const wire::Json& chips = ledgers.json["nodes"].items()[0]["chips"];
  return chips.items().empty() ? -1 : chips.items()[0].at("capacity", "memoryMiB").integer();
}

TEST(LiveConfig, AppliesAChangedFileToTheBooks) {
  FileService service("reservedMemoryMiB: 0\n");
  ASSERT_TRUE(service.app->wait_until_ready());
  const std::int64_t before = memory_of_first_chip(service);
  ASSERT_GT(before, 2000);

  service.files.write("npushare.yaml", "reservedMemoryMiB: 1000\n");

  EXPECT_TRUE(wait_for([&] { return memory_of_first_chip(service) == before - 1000; }));
  EXPECT_EQ(service.get("/v1/config").json["version"].integer(), 2);
}

TEST(LiveConfig, ShowsABadFileAndGoesOn) {
  FileService service("policy: {node: binpack}\n");
  ASSERT_TRUE(service.app->wait_until_ready());

  service.files.write("npushare.yaml", "policy: {node: sprade}\n");

  EXPECT_TRUE(wait_for([&] {
    return service.get("/readyz?verbose").text.find("[!]newest-configuration") != std::string::npos;
  }));
  EXPECT_EQ(service.get("/readyz").status, 200U);
  EXPECT_THAT(service.get("/readyz?verbose").text, HasSubstr("sprade"));
  EXPECT_EQ(service.get("/v1/config").json["settings"]["policy.node"].string(), "binpack");
}

TEST(LiveConfig, FollowsTheConfigMapOfTheCluster) {
  FileService service("deviceConfigMap: {}\n");
  const std::string maps = "/api/v1/namespaces/kube-system/configmaps";
  ASSERT_TRUE(wait_for([&] {
    return service.get("/readyz").text.find("there is no such ConfigMap") != std::string::npos;
  })) << service.get("/readyz").text;
  EXPECT_EQ(service.get("/readyz").status, 503U);

  wire::Json map =
      wire::Json::Object{{"apiVersion", "v1"},
                         {"kind", "ConfigMap"},
                         {"metadata", wire::Json::Object{{"name", "hami-scheduler-device"}}},
                         {"data", wire::Json::Object{{"device-config.yaml", a_device_config()}}}};
  ASSERT_EQ(service.api("POST", maps, map.text()).status, 201U);

  EXPECT_TRUE(service.app->wait_until_ready());
  const wire::Json source = service.get("/v1/config").json["sources"].items().at(1);
  EXPECT_EQ(source["from"].string(),
            "ConfigMap kube-system/hami-scheduler-device key device-config.yaml");
  EXPECT_EQ(source["error"].string(), "");
}

TEST(Readiness, ListsItsChecks) {
  FileService service("{}\n");
  ASSERT_TRUE(service.app->wait_until_ready());

  const std::string page = service.get("/readyz?verbose").text;

  for (const char* line : {"[+]shutdown ok\n", "[+]configuration ok\n", "[+]nodes ok\n",
                           "[+]pods ok\n", "[+]rights ok\n", "readyz check passed\n"})
    EXPECT_THAT(page, HasSubstr(line));
  EXPECT_EQ(service.get("/livez").text, "ok");
}

}  // namespace
}  // namespace npushare::service_test
