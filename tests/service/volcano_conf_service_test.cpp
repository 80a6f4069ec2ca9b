// An operator tunes SchedulePolicy where they always have, and the running service goes by it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_config.hpp"
#include "tests/support/service_files.hpp"
#include "tests/support/volcano_files.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;
using testing_support::a_volcano_conf;

const std::string kBinpack = a_volcano_conf("deviceshare.SchedulePolicy: binpack");
const std::string kSpread = a_volcano_conf("deviceshare.SchedulePolicy: spread");

TEST(VolcanoConf, IsGoneByFromTheStartAndAfterEachChange) {
  FileService service("policy: {node: hami-binpack}\n", kSmallCluster, kBinpack);
  ASSERT_TRUE(service.app->wait_until_ready());
  EXPECT_THAT(service.get("/readyz?verbose").text,
              HasSubstr("[+]policy ok: node binpack, chip binpack, from "));

  service.files.write("volcano-scheduler.conf", kSpread);

  EXPECT_TRUE(wait_for([&] {
    return service.get("/v1/config").json["settings"]["policy.node"].string() == "spread";
  }));
  const wire::Json page = service.get("/v1/config").json;
  EXPECT_THAT(page["policyFrom"].string(),
              HasSubstr("volcano-scheduler.conf key deviceshare.SchedulePolicy"));
  EXPECT_EQ(page["sources"].items().at(2)["name"].string(), "volcano");
  EXPECT_THAT(service.get("/readyz?verbose").text, HasSubstr("[+]policy ok: node spread"));
}

TEST(VolcanoConf, ThatIsBadIsCountedAndShownWhileTheLastGoodOneCounts) {
  FileService service("{}\n", kSmallCluster, kSpread);
  ASSERT_TRUE(service.app->wait_until_ready());

  service.files.write("volcano-scheduler.conf", "actions: \"enqueue,\"\n");

  EXPECT_TRUE(wait_for([&] {
    return service.get("/readyz?verbose").text.find("names an empty action") != std::string::npos;
  }));
  EXPECT_EQ(service.get("/readyz").status, 200U);
  EXPECT_EQ(service.get("/v1/config").json["settings"]["policy.node"].string(), "spread");
  EXPECT_THAT(service.get("/metrics").text,
              HasSubstr("npushare_config_refused{source=\"volcano\"} 1"));
}

TEST(VolcanoConf, ThatIsBadAtTheStartEndsIt) {
  testing_support::ScratchDirectory files;
  ServeOptions options;
  options.embedded_path = files.write("cluster.yaml", kSmallCluster);
  options.volcano_conf =
      files.write("volcano-scheduler.conf", a_volcano_conf("deviceshare.ScheduleWeight: \"10\""));

  const auto made = App::make(options);

  ASSERT_FALSE(made);
  EXPECT_THAT(
      made.error().message,
      HasSubstr("volcano-scheduler.conf:6: deviceshare.ScheduleWeight: Volcano cannot take"));
}

TEST(VolcanoConf, NamesTheConfigMapThatChipsAreReadFrom) {
  FileService service("{}\n", kSmallCluster,
                      a_volcano_conf("deviceshare.KnownGeometriesCMName: chips, "
                                     "deviceshare.KnownGeometriesCMNamespace: volcano-system"));
  ASSERT_TRUE(wait_for([&] {
    return service.get("/readyz").text.find("there is no such ConfigMap") != std::string::npos;
  }));

  const wire::Json map =
      wire::Json::Object{{"apiVersion", "v1"},
                         {"kind", "ConfigMap"},
                         {"metadata", wire::Json::Object{{"name", "chips"}}},
                         {"data", wire::Json::Object{{"device-config.yaml", a_device_config()}}}};
  ASSERT_EQ(service.api("POST", "/api/v1/namespaces/volcano-system/configmaps", map.text()).status,
            201U);

  EXPECT_TRUE(service.app->wait_until_ready());
}

/// Volcano's question about n1, whose chip A it believes to carry one share.
std::string a_question() {
  return R"({"task":{"UID":"u","Namespace":"default","Name":"p","Status":1,"Pod":{"metadata":)"
         R"({"name":"p","namespace":"default","uid":"u"},"spec":{"containers":[{"name":"c"}]}}},)"
         R"("node":{"Name":"n1","Tasks":{},"Others":{"Ascend310P":{"Devices":{"A":{"DeviceUsage":)"
         R"({"Used":1,"Usedmem":8192,"Usedcores":0}}}}}}})";
}

bool shows_drift(FileService& service) {
  service.post("/volcano/predicate", a_question());
  return service.get("/v1/drift").text.find("volcano-ledger") != std::string::npos;
}

// Two looks ten seconds apart.
TEST(VolcanoConf, WithVolcanosOwnDeviceshareOnShowsWhereItsLedgerDiffers) {
  FileService service("{}\n", kSmallCluster,
                      a_volcano_conf("deviceshare.AscendHAMiVNPUEnable: true"));
  ASSERT_TRUE(service.app->wait_until_ready());

  EXPECT_TRUE(wait_for([&] { return shows_drift(service); }) ||
              wait_for([&] { return shows_drift(service); }));

  EXPECT_THAT(service.get("/v1/drift").text,
              HasSubstr("Volcano counts 1 share, 8192 MiB, 0 % cores; npushare 0 shares"));
}

}  // namespace
}  // namespace npushare::service_test
