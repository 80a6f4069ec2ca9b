#include "scheduler/backends/quota_limits.hpp"

#include <gmock/gmock.h>

#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kMemory = "limits.huawei.com/Ascend310P-memory";
constexpr const char* kCores = "limits.huawei.com/Ascend310P-core";
constexpr const char* kShares = "limits.huawei.com/Ascend310P";

std::vector<QuotaLimit> limits(const wire::StringMap& hard, std::int64_t factor = 1) {
  Catalogue catalogue = backends_test::a_dialect().catalogue();
  for (ChipModel& model : catalogue.models) model.memory_factor = factor;
  return read_limits(catalogue, {.space = "q", .name = "npu", .hard = hard});
}

std::vector<std::string> lines(const wire::StringMap& hard, std::int64_t factor = 1) {
  std::vector<std::string> found;
  for (const QuotaLimit& limit : limits(hard, factor))
    found.push_back(limit.model.text() + " " + std::to_string(limit.most) + " " +
                    std::string(unit_of(limit.what)));
  return found;
}

TEST(QuotaLimits, ReadsMemoryCoresAndSharesOfAModel) {
  EXPECT_THAT(lines({{kMemory, "12288"}, {kCores, "60"}, {kShares, "4"}}),
              ElementsAre("Ascend310P 12288 MiB", "Ascend310P 60 cores", "Ascend310P 4 shares"));
}

TEST(QuotaLimits, TakesZeroForALimit) {  // hami-Q2
  EXPECT_THAT(lines({{kMemory, "0"}}), ElementsAre("Ascend310P 0 MiB"));
}

TEST(QuotaLimits, LeavesOtherKeysAlone) {  // hami-Q4
  EXPECT_THAT(lines({{"requests.huawei.com/Ascend310P-memory", "1"},
                     {"limits.cpu", "4"},
                     {"limits.nvidia.com/gpu", "2"}}),
              IsEmpty());
}

TEST(QuotaLimits, CountsMemoryInTheUnitThatPodsAskIn) {
  EXPECT_THAT(lines({{kMemory, "8192"}, {kCores, "60"}}, 4),
              ElementsAre("Ascend310P 32768 MiB", "Ascend310P 60 cores"));
}

TEST(QuotaLimits, DoubtsBytesWhereMibAreMeant) {
  const std::vector<QuotaLimit> found = limits({{kMemory, "10Gi"}});

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].most, 10'737'418'240);
  EXPECT_THAT(found[0].doubt, HasSubstr("write 10240"));
}

TEST(QuotaLimits, DoubtsNothingThatANamespaceMayHave) {
  // The API server writes 8000 as 8k.
  const std::vector<QuotaLimit> found = limits({{kMemory, "8k"}, {kShares, "4"}});

  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].most, 8000);
  EXPECT_EQ(found[0].doubt + found[1].doubt, "");
}

TEST(QuotaLimits, DropsAPartOfAUnit) {
  EXPECT_THAT(lines({{kCores, "2500m"}}), ElementsAre("Ascend310P 2 cores"));
}

TEST(QuotaLimits, AllowsNothingWhereNothingCanBeRead) {
  for (const std::string text : {"many", "", "-1", "99999999999999999999999"}) {
    const std::vector<QuotaLimit> found = limits({{kMemory, text}});
    ASSERT_EQ(found.size(), 1U) << text;
    EXPECT_EQ(found[0].most, 0) << text;
    EXPECT_THAT(found[0].doubt, HasSubstr("write a number")) << text;
  }
}

TEST(QuotaLimits, DoesNotWrapAtTheTop) {
  EXPECT_THAT(lines({{kMemory, "9223372036854775807"}}, 4),
              ElementsAre("Ascend310P 9223372036854775807 MiB"));
}

}  // namespace
}  // namespace npushare::backends
