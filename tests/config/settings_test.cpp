#include "config/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/config_files.hpp"

namespace npushare::config {
namespace {

using testing::HasSubstr;

TEST(Settings, AreTheDefaultsForAnEmptyFile) {
  for (const char* text : {"", "{}", "# nothing\n", "policy:\nhttp: {}\n"}) {
    const Result<Settings> settings = read_settings(text, "npushare.yaml");

    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->listen_address, "127.0.0.1");
    EXPECT_EQ(settings->listen_port, 8080);
    EXPECT_EQ(settings->node_policy, "binpack");
    EXPECT_EQ(settings->body_limit, std::size_t{268435456});
    EXPECT_TRUE(settings->node_lock);
  }
}

TEST(Settings, TakeEveryKey) {
  const Result<Settings> settings = read_settings(R"(
listen: "[::1]:9443"
policy: {node: spread, chip: room}
filter: {singleNode: yes}
lock: none
reservedMemoryMiB: 1856
bind: {deadline: 2500ms}
node: {registrationTimeout: 2m}
deviceConfig: /etc/d.yaml
http: {bodyLimit: 64Mi}
metrics: {hamiNames: legacy}
volcano: {formulas: volcano}
nodeResources: publish
dra: {mode: split}
log: {level: debug}
)",
                                                  "npushare.yaml");

  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_EQ(settings->listen_address, "::1");
  EXPECT_EQ(settings->listen_port, 9443);
  EXPECT_EQ(settings->node_policy, "spread");
  EXPECT_EQ(settings->chip_policy, "room");
  EXPECT_TRUE(settings->single_node);
  EXPECT_FALSE(settings->node_lock);
  EXPECT_EQ(settings->reserved_memory, MiB{1856});
  EXPECT_EQ(settings->bind_deadline, std::chrono::milliseconds{2500});
  EXPECT_EQ(settings->registration_timeout, std::chrono::seconds{120});
  EXPECT_EQ(settings->device_config, "/etc/d.yaml");
  EXPECT_EQ(settings->body_limit, std::size_t{67108864});
  EXPECT_EQ(settings->hami_names, HamiNames::kLegacy);
  EXPECT_EQ(settings->volcano_formulas, VolcanoFormulas::kVolcano);
  EXPECT_EQ(settings->node_resources, NodeResources::kPublish);
  EXPECT_EQ(settings->dra.mode, DraMode::kSplit);
  EXPECT_EQ(settings->log_level, "debug");
}

TEST(Settings, KnowWhichOfHamisNamesThereAre) {
  EXPECT_EQ(read_settings("", "f")->hami_names, HamiNames::kNone);
  EXPECT_EQ(read_settings("metrics: {hamiNames: current}", "f")->hami_names, HamiNames::kCurrent);

  const Result<Settings> unknown = read_settings("metrics: {hamiNames: old}", "f");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message,
              HasSubstr("\"old\" is unknown; write none, current or legacy"));
}

TEST(Settings, TakeTheFilesOfTls) {
  const Result<Settings> settings = read_settings(
      "tls: {certFile: /t/tls.crt, keyFile: /t/tls.key, clientCAFile: /t/ca.crt}", "npushare.yaml");

  ASSERT_TRUE(settings) << settings.error().message;
  ASSERT_TRUE(settings->tls);
  EXPECT_EQ(settings->tls->cert_file, "/t/tls.crt");
  EXPECT_EQ(settings->tls->key_file, "/t/tls.key");
  EXPECT_EQ(settings->tls->client_ca_file, "/t/ca.crt");
}

TEST(Settings, TakeTheDeviceConfigurationOfTheCluster) {
  const Result<Settings> defaults = read_settings("deviceConfigMap: {}", "npushare.yaml");
  ASSERT_TRUE(defaults) << defaults.error().message;
  ASSERT_TRUE(defaults->device_config_map);
  EXPECT_EQ(defaults->device_config_map->name, "hami-scheduler-device");

  const Result<Settings> named =
      read_settings("deviceConfigMap: {namespace: npu, name: chips, key: d.yaml}", "npushare.yaml");
  ASSERT_TRUE(named) << named.error().message;
  EXPECT_EQ(*named->device_config_map,
            (ConfigMapSource{.space = "npu", .name = "chips", .key = "d.yaml"}));
  EXPECT_FALSE(read_settings("", "npushare.yaml")->device_config_map);
}

TEST(Settings, OfTheExampleAreTheDefaults) {
  const Result<Settings> example =
      read_settings(testing_support::example_file("npushare.yaml"), "npushare.yaml");
  const Settings defaults;

  ASSERT_TRUE(example) << example.error().message;
  EXPECT_EQ(example->listen_address, defaults.listen_address);
  EXPECT_EQ(example->listen_port, defaults.listen_port);
  EXPECT_EQ(example->node_policy, defaults.node_policy);
  EXPECT_EQ(example->chip_policy, defaults.chip_policy);
  EXPECT_EQ(example->single_node, defaults.single_node);
  EXPECT_EQ(example->node_lock, defaults.node_lock);
  EXPECT_EQ(example->reserved_memory, defaults.reserved_memory);
  EXPECT_EQ(example->bind_deadline, defaults.bind_deadline);
  EXPECT_EQ(example->registration_timeout, defaults.registration_timeout);
  EXPECT_EQ(example->device_config, defaults.device_config);
  EXPECT_EQ(example->body_limit, defaults.body_limit);
  EXPECT_EQ(example->log_level, defaults.log_level);
}

struct RefusedCase {
  const char* yaml;
  const char* message;
};

class RefusedSettings : public testing::TestWithParam<RefusedCase> {};

TEST_P(RefusedSettings, NameLineKeyAndRemedy) {
  const Result<Settings> settings = read_settings(GetParam().yaml, "n.yaml");

  ASSERT_FALSE(settings);
  EXPECT_EQ(settings.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(settings.error().message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Keys, RefusedSettings,
    testing::Values(RefusedCase{"lock: hami\npolcy: {}",
                                "n.yaml:2: unknown key \"polcy\"; did you mean \"policy\"?"},
                    RefusedCase{"policy:\n  noed: spread",
                                "n.yaml:2: policy: unknown key \"noed\"; did you mean \"node\"?"},
                    RefusedCase{"reservedmemorymib: 1", "did you mean \"reservedMemoryMiB\"?"},
                    RefusedCase{"elephants: 1", "n.yaml:1: unknown key \"elephants\"; remove it"},
                    RefusedCase{"polcy: {}\nlog: {level: loud}", " (and 1 more)"},
                    RefusedCase{"- a", "n.yaml:1: must be a mapping, not a list"},
                    RefusedCase{"policy: spread",
                                "n.yaml:1: policy: must be a mapping, not a single value"},
                    RefusedCase{"lock: hami\n---\nlock: none\n", "n.yaml:3: a second document"}));

INSTANTIATE_TEST_SUITE_P(
    Values, RefusedSettings,
    testing::Values(
        RefusedCase{"policy: {node: ''}", "n.yaml:1: policy.node: is empty"},
        RefusedCase{"policy: {node: [a]}", "policy.node: must be a single value"},
        RefusedCase{"lock: no", "lock: \"no\" is unknown; write hami or none"},
        RefusedCase{"log: {level: loud}", "write debug, info, warn or error"},
        RefusedCase{"filter: {singleNode: 'true'}",
                    "filter.singleNode: \"true\" is neither true nor false; write true or false, "
                    "without quotes"},
        RefusedCase{"reservedMemoryMiB: -1", "\"-1\" is out of range"},
        RefusedCase{"reservedMemoryMiB: 2147483648", "is out of range"},
        RefusedCase{"reservedMemoryMiB: 1.5", "\"1.5\" is not a whole number"},
        RefusedCase{"reservedMemoryMiB: 2Gi", "is not a whole number"},
        RefusedCase{"reservedMemoryMiB: '7'", "from 0 to 2147483647, without quotes"},
        RefusedCase{"bind: {deadline: 4}", "bind.deadline: \"4\" is no time span"},
        RefusedCase{"bind: {deadline: 0s}", "write it as 4s, 500ms or 2m"},
        RefusedCase{"bind: {deadline: 25h}", "is no time span"},
        RefusedCase{"bind: {deadline: 99999999999999999999s}", "is no time span"},
        RefusedCase{"node: {registrationTimeout: 1500ms}", "has a part of a second"},
        RefusedCase{"http: {bodyLimit: 1Ki}", "http.bodyLimit: \"1Ki\" is no size"},
        RefusedCase{"http: {bodyLimit: 256MB}", "write it as 256Mi"},
        RefusedCase{"http: {bodyLimit: 1025Gi}", "is no size"},
        RefusedCase{"tls: {certFile: /c}", "tls.keyFile"},
        RefusedCase{"tls: {certFile: /c, keyFile: /k, caFile: /x}", "unknown key \"caFile\""},
        RefusedCase{"deviceConfig: /d\ndeviceConfigMap: {}",
                    "n.yaml:2: deviceConfigMap: excludes deviceConfig"},
        RefusedCase{"deviceConfigMap: {name: a/b}", "deviceConfigMap.name: \"a/b\" is no name"},
        RefusedCase{"admin: {auth: basic}", "write none or kubernetes"},
        RefusedCase{"listen: localhost:80", "listen: \"localhost:80\" is not ADDRESS:PORT"},
        RefusedCase{"listen: :8080", "0.0.0.0:8080"},
        RefusedCase{"listen: 127.0.0.1:65536", "is not ADDRESS:PORT"},
        RefusedCase{"listen: ::1:80", "is not ADDRESS:PORT"},
        RefusedCase{"listen: 127.0.0.1", "is not ADDRESS:PORT"}));

}  // namespace
}  // namespace npushare::config
