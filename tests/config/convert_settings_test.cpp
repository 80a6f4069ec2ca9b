// dra.convert: what is read, and what is refused.
#include "config/convert_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/yaml_parse.hpp"

namespace npushare::config {
namespace {

using testing::HasSubstr;

Result<ConvertSettings> read(const std::string& yaml) {
  Report report;
  const YamlPtr document = parse_one(yaml, report);
  MappingReader dra(document.get(), "dra", report);
  ConvertSettings settings = convert_settings_of(dra);
  if (auto failure = report.failure("n.yaml")) return std::move(*failure);
  return settings;
}

TEST(ConvertSettings, AreOnWhenTheyAreThere) {
  EXPECT_FALSE(read("{}")->is_on);
  EXPECT_TRUE(read("convert: {}")->is_on);
}

TEST(ConvertSettings, MakeTemplatesByDefault) {
  const auto settings = read("{}");

  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->mode, ConvertMode::kTemplate);
  EXPECT_EQ(settings->core_default, CoreDefault::kPolicy);
  EXPECT_TRUE(settings->enforces_model());
  EXPECT_EQ(settings->device_class, "hami-vnpu-core.project-hami.io");
}

TEST(ConvertSettings, EqualHamiDraInModeClaim) {
  const auto settings = read("convert: {mode: claim, coreDefault: zero, deviceClass: mine}");

  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_EQ(settings->mode, ConvertMode::kClaim);
  EXPECT_EQ(settings->core_default, CoreDefault::kZero);
  EXPECT_FALSE(settings->enforces_model());
  EXPECT_EQ(settings->device_class, "mine");
  EXPECT_TRUE(read("convert: {mode: claim, enforceModel: true}")->enforces_model());
}

TEST(ConvertSettings, RefuseWithKeyAndRemedy) {
  for (const auto& [yaml, words] :
       {std::pair{"convert: {mode: claims}", "dra.convert.mode: \"claims\" is unknown"},
        {"convert: {coreDefault: 0}", "write policy or zero"},
        {"convert: {enforceModel: 7}", "dra.convert.enforceModel"},
        {"convert: {deviceClass: A_B}", "is no name of a DeviceClass"},
        {"convert: {modes: claim}", "unknown key \"modes\""}}) {
    const auto settings = read(yaml);
    ASSERT_FALSE(settings) << yaml;
    EXPECT_THAT(settings.error().message, HasSubstr(words));
  }
}

}  // namespace
}  // namespace npushare::config
