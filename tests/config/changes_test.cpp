#include "config/changes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/device_config.hpp"

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Change> between(const Settings& before, const Settings& after) {
  return changes_between(fields_of(before), fields_of(after));
}

TEST(Changes, AreNoneBetweenEqualVersions) {
  EXPECT_THAT(between({}, {}), IsEmpty());
  EXPECT_THAT(changes_between(fields_of(built_in_catalogue()), fields_of(built_in_catalogue())),
              IsEmpty());
}

TEST(Changes, AreNamedByTheirKeys) {
  Settings after;
  after.node_policy = "spread";
  after.listen_address = "::1";
  after.listen_port = 9443;
  after.tls = TlsSettings{.cert_file = "/c", .key_file = "/k", .client_ca_file = ""};

  EXPECT_THAT(between({}, after),
              ElementsAre(Change{"listen", "127.0.0.1:8080", "[::1]:9443"},
                          Change{"policy.node", "binpack", "spread"},
                          Change{"tls.certFile", "", "/c"}, Change{"tls.keyFile", "", "/k"}));
}

// Each setting of the struct shows, so that no change of it goes unnoticed.
TEST(Changes, SeeEverySetting) {
  const auto count = [](auto change) {
    Settings after;
    change(after);
    return between({}, after).size();
  };

  EXPECT_EQ(count([](Settings& s) { s.chip_policy = "spread"; }), 1U);
  EXPECT_EQ(count([](Settings& s) { s.single_node = true; }), 1U);
  EXPECT_EQ(count([](Settings& s) { s.node_lock = false; }), 1U);
  EXPECT_EQ(count([](Settings& s) { s.reserved_memory = MiB{1}; }), 1U);
  EXPECT_EQ(count([](Settings& s) { s.bind_deadline = std::chrono::milliseconds{1}; }), 1U);
  EXPECT_EQ(count([](Settings& s) { s.registration_timeout = std::chrono::seconds{1}; }), 1U);
  EXPECT_EQ(count([](Settings& s) { s.device_config = "/d"; }), 1U);
  EXPECT_EQ(count([](Settings& s) { s.device_config_map = ConfigMapSource{}; }), 3U);
  EXPECT_EQ(count([](Settings& s) { s.body_limit = 1; }), 1U);
  EXPECT_EQ(count([](Settings& s) { s.admin_auth = AdminAuth::kKubernetes; }), 1U);
  EXPECT_EQ(count([](Settings& s) { s.dra.mode = DraMode::kConvert; }), 1U);
  EXPECT_EQ(count([](Settings& s) { s.log_level = "debug"; }), 1U);
}

TEST(Changes, OfTheCatalogueNameTheModel) {
  Catalogue after = built_in_catalogue();
  const auto model = std::ranges::find(after.models, ModelName{"Ascend310P"}, &ChipModel::name);
  ASSERT_NE(model, after.models.end());
  const std::string before = std::to_string(model->allocatable.value());
  model->allocatable = MiB{20000};
  model->templates.clear();
  after.soft_by_default = true;

  const std::vector<Change> changes =
      changes_between(fields_of(built_in_catalogue()), fields_of(after));

  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[0], (Change{"vnpus.hamiVnpuCore", "false", "true"}));
  EXPECT_EQ(changes[1], (Change{"vnpus[Ascend310P].memoryAllocatable", before, "20000"}));
  EXPECT_EQ(changes[2].field, "vnpus[Ascend310P].templates");
  EXPECT_THAT(changes[2].before, testing::HasSubstr("vir01 3072 MiB 1 cores 1 CPUs"));
}

TEST(Changes, OfTheCatalogueShowModelsThatComeAndGo) {
  Catalogue fewer = built_in_catalogue();
  const std::string gone = fewer.models.back().name.text();
  fewer.models.pop_back();

  const auto removed = changes_between(fields_of(built_in_catalogue()), fields_of(fewer));
  const auto added = changes_between(fields_of(fewer), fields_of(built_in_catalogue()));

  EXPECT_THAT(removed, ElementsAre(Change{"vnpus[" + gone + "]", "listed", ""}));
  EXPECT_THAT(added, ElementsAre(Change{"vnpus[" + gone + "]", "", "listed"}));
}

TEST(Changes, SayWhatWaitsForTheNextStart) {
  for (const char* field : {"policy.node", "lock", "log.level", "vnpus[Ascend310P].templates"})
    EXPECT_TRUE(applies_live(field)) << field;
  for (const char* field : {"listen", "tls.certFile", "http.bodyLimit", "admin.auth",
                            "deviceConfigMap.name", "node.registrationTimeout"})
    EXPECT_FALSE(applies_live(field)) << field;
}

}  // namespace
}  // namespace npushare::config
