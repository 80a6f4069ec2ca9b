#include "config/device_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/config_files.hpp"

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::with;

constexpr const char* k910A = R"(- chipName: 910A
  commonWord: Ascend910A
  resourceName: huawei.com/Ascend910A
  resourceMemoryName: huawei.com/Ascend910A-memory
  memoryAllocatable: 32768
  memoryCapacity: 32768
  aiCore: 30
  templates:
  - {name: vir04, memory: 4369, aiCore: 4}
  - {name: vir02, memory: 2184, aiCore: 2}
)";

constexpr const char* k310P3 = R"(- chipName: 310P3
  commonWord: Ascend310P
  resourceName: huawei.com/Ascend310P
  resourceMemoryName: huawei.com/Ascend310P-memory
  memoryAllocatable: 21527
  memoryCapacity: 24576
  aiCore: 8
  aiCPU: 7
  templates:
  - {name: vir01, memory: 3072, aiCore: 1, aiCPU: 1}
)";

std::string as_list(const std::string& chips) {
  return "vnpus:\n" + chips;
}

Result<Catalogue> read(const std::string& yaml) {
  return read_device_config(yaml, "d.yaml");
}

std::string failure(const std::string& yaml) {
  const Result<Catalogue> catalogue = read(yaml);
  if (catalogue) return "read";
  EXPECT_EQ(catalogue.error().code, ErrorCode::kInvalid);
  return catalogue.error().message;
}

std::string wrapped(const std::string& chips) {
  std::string text = "vnpus:\n  hamiVnpuCore: false\n  configs:\n";
  std::istringstream lines(chips);
  for (std::string line; std::getline(lines, line);) text += "  " + line + "\n";
  return text;
}

// case-C110 and hami-K1
TEST(DeviceConfig, MeansTheSameInBothShapes) {
  const std::string chips = std::string(k910A) + k310P3;
  const Result<Catalogue> list = read(as_list(chips));
  const Result<Catalogue> wrapper = read(wrapped(chips));

  ASSERT_TRUE(list) << list.error().message;
  ASSERT_TRUE(wrapper) << wrapper.error().message;
  EXPECT_EQ(list->models, wrapper->models);
  EXPECT_EQ(list->soft_by_default, wrapper->soft_by_default);
  EXPECT_EQ(list->models.size(), 2U);
}

// volcano-V-108
TEST(DeviceConfig, ReadsAWrapperWithOneChip) {
  const Result<Catalogue> catalogue = read(wrapped(k910A));

  ASSERT_TRUE(catalogue) << catalogue.error().message;
  EXPECT_FALSE(catalogue->soft_by_default);
  ASSERT_EQ(catalogue->models.size(), 1U);
  EXPECT_EQ(catalogue->models[0].templates.front().name, "vir02");
  EXPECT_EQ(catalogue->models[0].templates.front().memory, MiB{2184});
}

// volcano-V-109
TEST(DeviceConfig, ReadsAListOfTwoChips) {
  const Result<Catalogue> catalogue = read(as_list(std::string(k910A) + k310P3));

  ASSERT_TRUE(catalogue) << catalogue.error().message;
  EXPECT_FALSE(catalogue->soft_by_default);
  ASSERT_EQ(catalogue->models.size(), 2U);
  EXPECT_EQ(catalogue->models[1].allocatable, MiB{21527});
}

// hami-K2
TEST(DeviceConfig, SortsTemplatesByMemory) {
  const Result<Catalogue> catalogue = read(as_list(k910A));

  ASSERT_TRUE(catalogue) << catalogue.error().message;
  ASSERT_EQ(catalogue->models[0].templates.size(), 2U);
  EXPECT_EQ(catalogue->models[0].templates[0].name, "vir02");
  EXPECT_EQ(catalogue->models[0].templates[1].name, "vir04");
}

// hami-K3
TEST(DeviceConfig, IgnoresUnknownKeysOfAChipAndSaysSo) {
  std::vector<std::string> warnings;
  const std::string yaml =
      as_list(std::string(k910A) + "  topologyPairs: [[0, 1]]\n  colour: blue\n") +
      "nvidia: {a: 1}\n";
  const Result<Catalogue> catalogue = read_device_config(yaml, "d.yaml", &warnings);

  ASSERT_TRUE(catalogue) << catalogue.error().message;
  EXPECT_THAT(warnings, ElementsAre("d.yaml:13: vnpus[0]: unknown key \"colour\" is ignored"));
}

TEST(DeviceConfig, TakesTheGlobalSwitch) {
  const Result<Catalogue> catalogue =
      read(with(wrapped(k310P3), "hamiVnpuCore: false", "hamiVnpuCore: on"));

  ASSERT_TRUE(catalogue) << catalogue.error().message;
  EXPECT_TRUE(catalogue->soft_by_default);
}

// volcano-V-113: without a ConfigMap Volcano knows one chip. Ours: the whole chip table, of which
// that chip is one, so that no model is silently unknown.
TEST(DeviceConfig, IsNotNeededForTheChipsOfTheTable) {
  const ChipModel* model = built_in_catalogue().find(ModelName("Ascend310P"));

  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->allocatable, MiB{21527});
  EXPECT_EQ(model->templates.size(), 3U);
  EXPECT_FALSE(built_in_catalogue().soft_by_default);
}

TEST(DeviceConfig, FillsInWhatIsLeftOut) {
  const std::string yaml = with(as_list(k310P3),
                                "  aiCPU: 7\n  templates:\n  - {name: vir01, memory: "
                                "3072, aiCore: 1, aiCPU: 1}\n",
                                "  memoryFactor: 0\n  resourceCoreName: ''\n");
  const Result<Catalogue> catalogue = read(yaml);

  ASSERT_TRUE(catalogue) << catalogue.error().message;
  const ChipModel& model = catalogue->models[0];
  EXPECT_EQ(model.core_resource, "huawei.com/Ascend310P-core");
  EXPECT_EQ(model.memory_factor, 1);
  EXPECT_EQ(model.ai_cpus, Cpus{0});
  EXPECT_THAT(model.templates, IsEmpty());
  EXPECT_FALSE(model.super_pod);
  EXPECT_FALSE(model.overwrite_env);
}

TEST(DeviceConfig, TakesEveryOptionalKey) {
  std::vector<std::string> warnings;
  const std::string yaml = as_list(std::string(k310P3) +
                                   "  memoryFactor: 10\n  runtimeClassName: ascend\n"
                                   "  overwriteEnv: true\n  superPod: yes\n"
                                   "  resourceCoreName: huawei.com/cores\n");
  const Result<Catalogue> catalogue = read_device_config(yaml, "d.yaml", &warnings);

  ASSERT_TRUE(catalogue) << catalogue.error().message;
  const ChipModel& model = catalogue->models[0];
  EXPECT_EQ(model.memory_factor, 10);
  EXPECT_EQ(model.runtime_class, "ascend");
  EXPECT_TRUE(model.overwrite_env);
  EXPECT_TRUE(model.super_pod);
  EXPECT_EQ(model.core_resource, "huawei.com/cores");
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("Volcano always uses huawei.com/Ascend310P-core")));
}

TEST(DeviceConfig, OfTheExampleIsTheBuiltInChip) {
  std::vector<std::string> warnings;
  const Result<Catalogue> catalogue = read_device_config(
      testing_support::example_file("device-config.yaml"), "device-config.yaml", &warnings);

  ASSERT_TRUE(catalogue) << catalogue.error().message;
  ASSERT_EQ(catalogue->models.size(), 1U);
  EXPECT_EQ(catalogue->models[0], *built_in_catalogue().find(ModelName("Ascend310P")));
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(DeviceConfig, NamesLinesOfTheManifestAroundIt) {
  const std::string manifest =
      with(testing_support::config_fixture("device-configmap.yaml"), "vnpus:", "vnpu:");
  const std::string folded =
      "kind: ConfigMap\ndata:\n  device-config.yaml: \"vnpus:\\n  configs: 3\\n\"\n";

  EXPECT_THAT(failure(manifest), HasSubstr("d.yaml:7: unknown key \"vnpu\"; did you mean"));
  EXPECT_THAT(failure(folded), HasSubstr("d.yaml:3: vnpus.configs: must be a list"));
  EXPECT_THAT(failure("kind: ConfigMap\ndata: {other: x}\n"),
              HasSubstr("d.yaml:1: data: no ConfigMap here has the entry \"device-config.yaml\""));
}

TEST(DeviceConfig, IsFoundAmongSeveralManifests) {
  const std::string manifests = "kind: ConfigMap\ndata: {node-config.yaml: 'nodes: []'}\n---\n" +
                                testing_support::config_fixture("device-configmap.yaml");
  const Result<Catalogue> catalogue = read(manifests);

  ASSERT_TRUE(catalogue) << catalogue.error().message;
  EXPECT_EQ(catalogue->models.size(), 7U);
}

}  // namespace
}  // namespace npushare::config
