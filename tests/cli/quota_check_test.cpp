#include "scheduler/cli/quota_check.hpp"

#include <gtest/gtest.h>

#include "config/device_config.hpp"

namespace npushare::cli {
namespace {

/// Each finding as text_of() writes it, of one ResourceQuota with that line in spec.hard.
std::string said_of(const std::string& entry) {
  const std::string text =
      "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: npu}\nspec:\n  hard:\n    " + entry +
      "\n";
  std::string said;
  for (const config::Finding& finding : check_quotas(text, config::built_in_catalogue()))
    said += text_of(finding.severity) + (" " + text_of(finding, "f")) + "\n";
  return said;
}

TEST(QuotaCheck, LetsASoundQuotaPass) {
  EXPECT_EQ(said_of("limits.huawei.com/Ascend310P-memory: 12288"), "");
  EXPECT_EQ(said_of("limits.huawei.com/Ascend310P: \"4\""), "");
  EXPECT_EQ(said_of("{limits.huawei.com/Ascend310P-core: 60, limits.cpu: 4, requests.cpu: 4}"), "");
}

TEST(QuotaCheck, ComplainsOfBytesWhereMibCount) {
  EXPECT_EQ(said_of("limits.huawei.com/Ascend310P-memory: 10Gi"),
            "warning f:6: spec.hard.limits.huawei.com/Ascend310P-memory: \"10Gi\" is 10737418240 "
            "MiB, which limits nothing; for 10GiB write 10240\n");
}

TEST(QuotaCheck, RefusesWhatIsNoAmount) {
  EXPECT_EQ(said_of("limits.huawei.com/Ascend310P-memory: lots"),
            "error f:6: spec.hard.limits.huawei.com/Ascend310P-memory: \"lots\" is no amount, so "
            "nothing is allowed; write a number\n");
}

TEST(QuotaCheck, PointsOutAResourceThatNoChipHas) {
  EXPECT_EQ(said_of("limits.huawei.com/Ascend310P-cores: 60"),
            "warning f:6: spec.hard.limits.huawei.com/Ascend310P-cores: no chip of the catalogue "
            "has the resource huawei.com/Ascend310P-cores, so this limits nothing; write "
            "limits.huawei.com/Ascend310P-core\n");
}

TEST(QuotaCheck, PointsOutRequests) {
  EXPECT_EQ(
      said_of("requests.huawei.com/Ascend310P: 4"),
      "warning f:6: spec.hard.requests.huawei.com/Ascend310P: npushare counts limits of NPUs, "
      "not requests; write limits.huawei.com/Ascend310P\n");
}

TEST(QuotaCheck, SaysThatAQuotaHasNothingOfChips) {
  EXPECT_NE(said_of("limits.cpu: 4").find("nothing here limits NPUs"), std::string::npos);
  EXPECT_EQ(check_quotas("kind: ResourceQuota\n", config::built_in_catalogue()).size(), 1U);
}

TEST(QuotaCheck, LeavesOtherFilesAlone) {
  const Catalogue& chips = config::built_in_catalogue();
  EXPECT_TRUE(check_quotas("policy: {node: spread}\n", chips).empty());
  EXPECT_TRUE(check_quotas("{", chips).empty());
  EXPECT_TRUE(check_quotas("", chips).empty());
}

TEST(QuotaCheck, ReadsSeveralInAFile) {
  const std::string one =
      "kind: ResourceQuota\nspec: {hard: {limits.huawei.com/Ascend310P-memory: 1Ti}}\n";

  EXPECT_EQ(check_quotas(one + "---\n" + one, config::built_in_catalogue()).size(), 2U);
}

}  // namespace
}  // namespace npushare::cli
