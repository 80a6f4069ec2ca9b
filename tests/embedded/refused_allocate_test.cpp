#include <gtest/gtest.h>

#include "tests/support/embedded_allocate_case.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;

struct RefusedCase {
  const char* id;
  const char* ta;
  const char* rt;
  std::size_t count;
  const char* text;  // how the error begins
};

void PrintTo(const RefusedCase& row, std::ostream* out) {
  *out << row.id;
}

class RefusedAllocate : public testing::TestWithParam<RefusedCase> {};

TEST_P(RefusedAllocate, FailsThePodAndReleasesTheLock) {
  PluginDesk desk;
  put_pod(desk, GetParam().ta, GetParam().rt, kSoft, 0, 2);
  const std::string ta_before = desk.annotation(kPod, kTa);

  const Result<Started> served = desk.serve(GetParam().count);

  ASSERT_FALSE(served);
  EXPECT_TRUE(served.error().message.starts_with(GetParam().text)) << served.error().message;
  EXPECT_EQ(desk.annotation(kPod, kTa), ta_before);
  EXPECT_EQ(desk.annotation(kPod, kPhase), "failed");
  EXPECT_FALSE(desk.is_locked());
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, RefusedAllocate,
    testing::Values(
        RefusedCase{"npc-9.1-12", ";;;;", kTwoRt, 1,
                    "get next container devices: no pending device allocation found"},
        RefusedCase{"npc-9.1-22", "A,T,8192,0:B,T,8192,0:;", kTwoRt, 1,
                    "device number not matched: annotation has 2, request has 1"},
        RefusedCase{"npc-9.1-23", "A,T,21527,0:;A,T,21527,0:B,T,21527,0:;", kTwoRt, 2,
                    "device number not matched: annotation has 1, request has 2"},
        RefusedCase{"npc-9.1-24", "C,T,8192,0:;", R"([{"UUID":"C"}])", 1,
                    "build container allocate response: unknown uuid: C"},
        RefusedCase{"npc-9.1-25", ",T,1,0:;", "[]", 1,
                    "build container allocate response: unknown uuid: "},
        RefusedCase{"npc-9.1-31", kAbsent, R"([{"UUID":"A"}])", 1,
                    "decode device annotations: device Ascend310P not found in pod annotations"},
        RefusedCase{"npc-9.1-32", "A,T,8192,0:;", kAbsent, 1,
                    "build runtimeInfo lookup: annotation huawei.com/Ascend310P not set"},
        RefusedCase{"npc-9.1-33", ";;", kA8192, 1,
                    "get next container devices: no pending device allocation found"},
        RefusedCase{"npc-9.2-49", " A,T,1,0", "[]", 1,
                    "build container allocate response: unknown uuid:  68496E64"}));

TEST(Allocate, DoesNotAskAboutHealth) {  // npc-9.1-35
  std::vector<PluginChip> chips = two_chips();
  chips[0].is_healthy = false;
  PluginDesk desk(chips);
  put_pod(desk, "A,T,8192,0:;", kA8192, kSoft, 0, 1);

  const Result<Started> served = desk.serve();

  ASSERT_TRUE(served) << served.error().message;
  EXPECT_EQ(served->response.uuids, std::vector{kChipA});
  EXPECT_EQ(desk.annotation(kPod, kPhase), "success");
}

TEST(Allocate, GivesANegativeQuotaOn) {  // npc-9.3-56: the library then takes it for unlimited
  PluginDesk desk;
  put_pod(desk, "A,T,1,0:;", R"([{"UUID":"A","memory":-1}])", kSoft, 0, 1);

  const Result<Started> served = desk.serve();

  ASSERT_TRUE(served) << served.error().message;
  EXPECT_EQ(served->response.env.at("NPU_MEM_QUOTA"), "-1");
}

}  // namespace
}  // namespace npushare::embedded
