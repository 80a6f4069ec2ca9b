/// What a device-config.yaml is refused for, each with the line to look at.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/device_config.hpp"
#include "tests/support/config_files.hpp"

namespace npushare::config {
namespace {

using testing::HasSubstr;
using testing_support::with;

constexpr const char* kGood = R"(vnpus:
  hamiVnpuCore: false
  configs:
  - chipName: 310P3
    commonWord: Ascend310P
    resourceName: huawei.com/Ascend310P
    resourceMemoryName: huawei.com/Ascend310P-memory
    memoryAllocatable: 21527
    memoryCapacity: 24576
    memoryFactor: 1
    aiCore: 8
    aiCPU: 7
    templates:
    - {name: vir01, memory: 3072, aiCore: 1, aiCPU: 1}
    - {name: vir02, memory: 6144, aiCore: 2, aiCPU: 2}
)";

std::string outcome(const std::string& yaml) {
  const Result<Catalogue> catalogue = read_device_config(yaml, "d.yaml");
  if (catalogue) return "read";
  EXPECT_EQ(catalogue.error().code, ErrorCode::kInvalid);
  return catalogue.error().message;
}

struct ShapeCase {
  const char* id;
  const char* yaml;
  const char* message;
};

class RefusedShape : public testing::TestWithParam<ShapeCase> {};

TEST_P(RefusedShape, NamesLineAndKey) {
  EXPECT_THAT(outcome(GetParam().yaml), HasSubstr(GetParam().message)) << GetParam().id;
}

// volcano-V-110 and volcano-V-112 load as no chips at all there. Ours: an error, so that a slip of
// the pen does not switch sharing off in silence. volcano-V-111 falls back to the built-in default
// there.
INSTANTIATE_TEST_SUITE_P(
    All, RefusedShape,
    testing::Values(
        ShapeCase{"volcano-V-110", "vnpus:\n  hamiVnpuCore: true\n  configs: []\n",
                  "d.yaml:2: vnpus: lists no chip"},
        ShapeCase{"volcano-V-111", "vnpus: 3",
                  "d.yaml:1: vnpus: must be a list of chips or a mapping"},
        ShapeCase{"volcano-V-111", "vnpus:\n  configs: {a: 1}",
                  "d.yaml:2: vnpus.configs: must be a list, not a mapping"},
        ShapeCase{"volcano-V-112", "nvidia: {a: 1}", "d.yaml:1: vnpus: is missing"},
        ShapeCase{"volcano-V-112", "a: 1\nvnpus:", "d.yaml:2: vnpus: is empty"},
        ShapeCase{"volcano-V-112", "a: 1\nVNPUs: []",
                  "d.yaml:2: unknown key \"VNPUs\"; did you mean \"vnpus\"?"},
        ShapeCase{"case-C110 empty", "vnpus:\n", "d.yaml:1: vnpus: is empty"},
        ShapeCase{"case-C110 misspelt", "a: 1\nvnpu: []", "d.yaml:2: unknown key \"vnpu\""},
        ShapeCase{"case-C110 misspelt", "vnpus:\n  config: []",
                  "d.yaml:2: vnpus.configs: is missing"},
        ShapeCase{"empty list", "vnpus: []", "d.yaml:1: vnpus: lists no chip"},
        ShapeCase{"empty file", "", "d.yaml:1: vnpus: is missing"},
        ShapeCase{"chip that is none", "vnpus:\n- 3", "d.yaml:2: vnpus[0]: must be a mapping"},
        ShapeCase{"list at the top", "- a", "d.yaml:1: must be a mapping, not a list"},
        ShapeCase{"two documents", "vnpus: []\n---\na: 1\n", "d.yaml:3: a second document"}));

struct ValueCase {
  const char* from;
  const char* to;
  const char* message;
};

class ChangedValue : public testing::TestWithParam<ValueCase> {};

TEST_P(ChangedValue, IsAcceptedOrRefusedWithItsLine) {
  const std::string yaml = with(kGood, GetParam().from, GetParam().to);

  EXPECT_THAT(outcome(yaml), HasSubstr(GetParam().message)) << GetParam().to;
}

// volcano-V-111: a quoted number is an error there too.
INSTANTIATE_TEST_SUITE_P(
    Scalars, ChangedValue,
    testing::Values(
        ValueCase{
            "21527", "\"21527\"",
            "d.yaml:8: vnpus.configs[0].memoryAllocatable: \"21527\" is not a whole number; write "
            "a whole number from 1 to 2147483647, without quotes"},
        ValueCase{"21527", "21527.0", "read"},
        ValueCase{"21527", "21527.5", "is not a whole number"},
        ValueCase{"aiCore: 8", "aiCore: 1e3", "read"},
        ValueCase{"21527", "[1]", "a list is not a whole"},
        ValueCase{"hamiVnpuCore: false", "hamiVnpuCore: yes", "read"},
        ValueCase{"hamiVnpuCore: false", "hamiVnpuCore: on", "read"},
        ValueCase{"hamiVnpuCore: false", "hamiVnpuCore: y", "read"},
        ValueCase{"hamiVnpuCore: false", "hamiVnpuCore: \"true\"",
                  "d.yaml:2: vnpus.hamiVnpuCore: \"true\" is neither true nor false"},
        ValueCase{"hamiVnpuCore: false", "hamiVnpuCore: 1", "is neither true nor false"}));

INSTANTIATE_TEST_SUITE_P(
    Memory, ChangedValue,
    testing::Values(
        ValueCase{"memoryAllocatable: 21527", "memoryAllocatable: 24575", "read"},
        ValueCase{"memoryAllocatable: 21527", "memoryAllocatable: 24576", "read"},
        ValueCase{
            "memoryAllocatable: 21527", "memoryAllocatable: 24577",
            "d.yaml:9: vnpus.configs[0].memoryCapacity: is less than memoryAllocatable, 24577"},
        ValueCase{"memoryAllocatable: 21527", "memoryAllocatable: 0", "\"0\" is out of range"},
        ValueCase{"memoryAllocatable: 21527", "memoryAllocatable: -1", "\"-1\" is out of range"},
        ValueCase{"    memoryAllocatable: 21527\n", "",
                  "vnpus.configs[0].memoryAllocatable: is missing"},
        ValueCase{
            "memoryAllocatable: 21527", "memoryAlocatable: 21527",
            "memoryAllocatable: is missing; is it \"memoryAlocatable\" on line 8? (and 1 more)"},
        ValueCase{"24576", "2147483647", "read"}, ValueCase{"24576", "2147483648", "out of range"},
        ValueCase{"24576", "99999999999999999999", "is not a whole number"},
        ValueCase{"memoryFactor: 1", "memoryFactor: 0", "read"},
        ValueCase{"memoryFactor: 1", "memoryFactor: -1", "d.yaml:10: "},
        ValueCase{"memory: 6144", "memory: 21526", "read"},
        ValueCase{"memory: 6144", "memory: 21527",
                  "d.yaml:15: vnpus.configs[0].templates[1].memory: \"21527\" is out of range"},
        ValueCase{"21527", "1", "[0].memory: \"3072\" is out of range"},
        ValueCase{"memory: 6144", "memory: 0", "is out of range"},
        ValueCase{"memory: 6144", "memory: 3072", "vir01 and vir02 have the same memory"},
        ValueCase{"memory: 6144", "memory: 3073", "read"},
        ValueCase{"memory: 6144", "memory: 3071", "read"}));

INSTANTIATE_TEST_SUITE_P(
    Names, ChangedValue,
    testing::Values(
        ValueCase{"commonWord: Ascend310P", "commonWord: ''", "d.yaml:5: "},
        ValueCase{"commonWord: Ascend310P", "commonWord: 'a b'", "cannot be a name"},
        ValueCase{"commonWord: Ascend310P",
                  "commonWord: a2345678901234567890123456789012345678901x", "read"},
        ValueCase{"commonWord: Ascend310P",
                  "commonWord: a23456789012345678901234567890123456789012xx", "cannot be a name"},
        ValueCase{
            "resourceName: huawei.com/Ascend310P\n", "resourceName: npu\n",
            "d.yaml:6: vnpus.configs[0].resourceName: \"npu\" is not the name of an extended"},
        ValueCase{
            "resourceMemoryName: huawei.com/Ascend310P-memory",
            "resourceMemoryName: huawei.com/Ascend310P",
            "d.yaml:7: vnpus.configs[0].resourceMemoryName: \"huawei.com/Ascend310P\" is taken"},
        ValueCase{"name: vir02", "name: vir01", "two have the name \"vir01\""},
        ValueCase{"name: vir02", "name: 'a,b'", "cannot be a name"},
        ValueCase{"name: vir02, ", "", "d.yaml:15: vnpus.configs[0].templates[1].name: is missing"},
        ValueCase{"aiCore: 2", "aiCore: 8", "read"},
        ValueCase{"aiCore: 2", "aiCore: 9", "out of range"},
        ValueCase{"aiCPU: 2", "aiCPU: 8", "out of range"},
        ValueCase{"templates:", "tempaltes:", "d.yaml:13: vnpus.configs[0]: unknown key"},
        ValueCase{"chipName: 310P3", "chipKind: 310P3", "read"},
        ValueCase{"hamiVnpuCore", "hamiVnpuCors", "d.yaml:2: vnpus: unknown key"},
        ValueCase{"aiCore: 8", "colour: red", "d.yaml:4: vnpus.configs[0].aiCore: is missing"}));

TEST(DeviceConfigRefusal, NamesBothOwnersOfAResource) {
  const std::string chip = std::string(kGood).substr(std::string(kGood).find("  - chipName"));

  const std::string twice = outcome(kGood + chip);

  EXPECT_THAT(twice, HasSubstr("vnpus.configs[1].commonWord: \"Ascend310P\" is taken by "
                               "vnpus.configs[0].commonWord; give each its own name (and 3 more)"));
}

}  // namespace
}  // namespace npushare::config
