// The configuration in force follows its sources: good versions at once, bad ones never.
#include "scheduler/app/reload.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/app/config_map_sink.hpp"
#include "tests/support/service_config.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Reload, TakesOverAChangedPolicyAtOnce) {
  ConfigDesk desk("policy: {node: binpack}\n");
  const auto before = desk.rules.load();

  desk.settings("policy: {node: spread}\nlock: none\n");

  EXPECT_EQ(desk.rules.load()->node_policy_name, "spread");
  EXPECT_EQ(desk.rules.load()->lock, verbs::LockUse::kNone);
  EXPECT_EQ(before->node_policy_name, "binpack");  // who still works with it is not disturbed
  EXPECT_EQ(desk.version(), 2);
  EXPECT_EQ(desk.in_force("policy.node"), "spread");
}

TEST(Reload, DoesNothingWhileNothingChanges) {
  ConfigDesk desk("policy: {node: binpack}\n");
  const auto before = desk.rules.load();

  desk.look();
  desk.settings("policy: {node: binpack}\n");  // written again, the same
  desk.settings("# the same, said otherwise\npolicy:\n  node: binpack\n");

  EXPECT_EQ(desk.rules.load(), before);
  EXPECT_EQ(desk.version(), 1);
  EXPECT_EQ(desk.reads, 0);
}

TEST(Reload, ReadsNoFileThatIsBeingWritten) {
  ConfigDesk desk("policy: {node: binpack}\n");

  desk.files.write("npushare.yaml", "policy: {node: spread}\n");
  desk.live->poll();
  EXPECT_EQ(desk.version(), 1);
  desk.files.write("npushare.yaml", "policy: {node: spread, chip: spread}\n");
  desk.live->poll();
  EXPECT_EQ(desk.version(), 1);

  desk.live->poll();
  EXPECT_EQ(desk.version(), 2);
  EXPECT_EQ(desk.rules.load()->chip_policy_name, "spread");
}

TEST(Reload, KeepsTheLastGoodVersionAndSaysWhyOnce) {
  ConfigDesk desk("policy: {node: spread}\n");

  desk.settings("policy: {node: sprade}\n");
  desk.look();

  EXPECT_EQ(desk.rules.load()->node_policy_name, "spread");
  EXPECT_THAT(desk.live->problem(), HasSubstr("policy.node: \"sprade\" is not a policy"));
  EXPECT_THAT(desk.source("settings")["error"].string(), HasSubstr("npushare.yaml: policy.node"));
  EXPECT_EQ(desk.notices.texts.size(), 1U);

  desk.settings("policy: {noed: spread}\n");
  EXPECT_THAT(desk.live->problem(), HasSubstr("did you mean"));
  desk.settings("policy: {node: binpack}\n");
  EXPECT_EQ(desk.live->problem(), "");
  EXPECT_EQ(desk.rules.load()->node_policy_name, "binpack");
}

TEST(Reload, KeepsTheLastGoodVersionWhenTheFileIsGone) {
  ConfigDesk desk("policy: {node: spread}\n");

  desk.files.remove("npushare.yaml");
  desk.look();

  EXPECT_EQ(desk.rules.load()->node_policy_name, "spread");
  EXPECT_THAT(desk.live->problem(), HasSubstr("cannot be read"));
}

TEST(Reload, SaysWhatWaitsForTheNextStart) {
  ConfigDesk desk("listen: 127.0.0.1:8080\n");

  desk.settings("listen: 127.0.0.1:9090\npolicy: {chip: spread}\n");

  const wire::Json waiting = desk.live->page()["needsRestart"];
  ASSERT_EQ(waiting.items().size(), 1U);
  EXPECT_EQ(waiting.items()[0]["field"].string(), "listen");
  EXPECT_EQ(waiting.items()[0]["inForce"].string(), "127.0.0.1:8080");
  EXPECT_EQ(waiting.items()[0]["written"].string(), "127.0.0.1:9090");
  EXPECT_EQ(desk.rules.load()->chip_policy_name, "spread");

  desk.settings("listen: 127.0.0.1:8080\n");
  EXPECT_THAT(desk.live->page()["needsRestart"].items(), IsEmpty());
}

TEST(Reload, ReadsNodesAgainWhenChipsMeanSomethingElse) {
  ConfigDesk desk("policy: {node: binpack}\n");

  desk.settings("policy: {node: spread}\n");
  EXPECT_EQ(desk.reads, 0);
  desk.settings("reservedMemoryMiB: 1000\n");
  EXPECT_EQ(desk.reads, 1);
  const std::string devices = desk.files.write("device-config.yaml", a_device_config("20000"));
  desk.settings("reservedMemoryMiB: 1000\ndeviceConfig: " + devices + "\n");
  EXPECT_EQ(desk.reads, 2);
  EXPECT_EQ(desk.allocatable(), MiB{20000});
}

TEST(Reload, FollowsTheFileOfTheDeviceConfiguration) {
  ConfigDesk desk("{}\n");
  const std::string devices = desk.files.write("device-config.yaml", a_device_config());
  desk.settings("deviceConfig: " + devices + "\n");
  const std::int64_t version = desk.version();

  desk.files.write("device-config.yaml", a_device_config("20000"));
  desk.look();
  EXPECT_EQ(desk.allocatable(), MiB{20000});
  EXPECT_EQ(desk.version(), version + 1);

  desk.files.write("device-config.yaml", "vnpus: []\n");
  desk.look();
  EXPECT_EQ(desk.allocatable(), MiB{20000});
  EXPECT_THAT(desk.source("device-config")["error"].string(), HasSubstr("vnpus"));
  EXPECT_EQ(desk.source("settings")["error"].string(), "");
}

TEST(Reload, RefusesSettingsThatNameABadDeviceFileAsAWhole) {
  ConfigDesk desk("policy: {node: binpack}\n");

  desk.settings("policy: {node: spread}\ndeviceConfig: /nowhere/d.yaml\n");

  EXPECT_EQ(desk.rules.load()->node_policy_name, "binpack");
  EXPECT_THAT(desk.live->problem(), HasSubstr("/nowhere/d.yaml: cannot be read"));
}

TEST(Reload, TellsVersionsApartByTheirFingerprints) {
  ConfigDesk desk("policy: {node: binpack}\n");
  const std::string first = desk.source("settings")["fingerprint"].string();

  desk.clock.advance(std::chrono::hours{1});
  desk.settings("policy: {node: spread}\n");
  const wire::Json second = desk.source("settings");
  desk.settings("policy: {node: binpack}\n");

  EXPECT_EQ(first.size(), 16U);
  EXPECT_NE(second["fingerprint"].string(), first);
  EXPECT_EQ(desk.source("settings")["fingerprint"].string(), first);
  EXPECT_EQ(second["appliedAt"].string(), "2026-08-14T08:47:40Z");
  EXPECT_EQ(second["from"].string(), desk.path);
}

class ReloadFromTheCluster : public testing::Test {
 protected:
  static wire::ConfigMap map(const std::string& key, const std::string& text) {
    return {.space = "kube-system",
            .name = "hami-scheduler-device",
            .resource_version = "1",
            .data = {{key, text}}};
  }

  ConfigDesk desk{"deviceConfigMap: {}\n"};
  ConfigMapSink sink{*desk.live, "hami-scheduler-device", "device-config.yaml"};
};

TEST_F(ReloadFromTheCluster, WaitsForTheFirstGoodVersion) {
  EXPECT_EQ(desk.live->waiting_for(),
            "ConfigMap kube-system/hami-scheduler-device key device-config.yaml");
  sink.list_started();
  sink.list_done();
  EXPECT_THAT(desk.live->waiting_for(), HasSubstr("there is no such ConfigMap"));
  sink.changed(map("devices", "x"));
  EXPECT_THAT(desk.live->waiting_for(), HasSubstr("there is no such key; there are: devices"));
  sink.changed(map("device-config.yaml", "vnpus: 7"));
  EXPECT_THAT(desk.live->waiting_for(), HasSubstr("vnpus"));

  sink.changed(map("device-config.yaml", a_device_config("20000")));

  EXPECT_EQ(desk.live->waiting_for(), "");
  EXPECT_EQ(desk.live->problem(), "");
  EXPECT_EQ(desk.allocatable(), MiB{20000});
  EXPECT_EQ(desk.reads, 1);
}

TEST_F(ReloadFromTheCluster, KeepsTheLastGoodVersionThroughBadOnesAndDeletion) {
  sink.list_started();
  sink.item(map("device-config.yaml", a_device_config("20000")));
  sink.list_done();

  sink.changed(map("device-config.yaml", "- rubbish"));
  EXPECT_THAT(desk.live->problem(), HasSubstr("ConfigMap kube-system/hami-scheduler-device"));
  sink.removed(map("device-config.yaml", ""));
  EXPECT_THAT(desk.live->problem(), HasSubstr("was deleted"));

  EXPECT_EQ(desk.live->waiting_for(), "");
  EXPECT_EQ(desk.allocatable(), MiB{20000});
}

TEST_F(ReloadFromTheCluster, LeavesOtherConfigMapsAlone) {
  wire::ConfigMap other = map("device-config.yaml", a_device_config("20000"));
  other.name = "another";

  sink.changed(other);
  sink.removed(other);

  EXPECT_EQ(desk.reads, 0);
  EXPECT_NE(desk.live->waiting_for(), "");
}

TEST_F(ReloadFromTheCluster, KeepsItsSourceUntilTheNextStart) {
  sink.changed(map("device-config.yaml", a_device_config("20000")));

  desk.settings("deviceConfig: /etc/d.yaml\n");

  EXPECT_EQ(desk.allocatable(), MiB{20000});
  EXPECT_EQ(desk.live->problem(), "");
  EXPECT_FALSE(desk.live->page()["needsRestart"].items().empty());
}

}  // namespace
}  // namespace npushare::service_test
