#include "scheduler/embedded/allocate.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_allocate_case.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;

class Allocate : public testing::TestWithParam<AllocateCase> {};

TEST_P(Allocate, AnswersEachContainerAndReleasesTheLock) {
  const AllocateCase& row = GetParam();
  PluginDesk desk;
  put_pod(desk, row.ta, row.rt, row.mode, row.inits, row.apps);
  const std::string uid = uid_of(desk.store, pod_at("infer-0"));

  for (const Asked& asked : row.calls) {
    const Result<Started> served = desk.serve(asked.count);

    ASSERT_TRUE(served) << served.error().message;
    Env expected = asked.env;
    expected["ASCEND_VISIBLE_DEVICES"] = asked.visible;
    EXPECT_EQ(served->response.env, expected);
    EXPECT_EQ(served->by_lock, &asked == &row.calls.front());
    const std::string folder = asked.folder;
    ASSERT_EQ(served->response.mounts.size(), folder.empty() ? 0U : 8U);
    if (!folder.empty()) {
      EXPECT_EQ(served->response.mounts.back().host,
                "/usr/local/hami-vnpu-core/containers/" + uid + folder.substr(1));
    }
    EXPECT_EQ(desk.annotation(kPod, kTa), with_uuids(asked.ta_after));
    EXPECT_EQ(desk.annotation(kPod, kPhase), "success");
    EXPECT_FALSE(desk.is_locked());
  }
}

INSTANTIATE_TEST_SUITE_P(
    TemplateAndWhole, Allocate,
    testing::Values(
        AllocateCase{
            "npc-9.1-1", "A,T,21527,0:;", R"([{"UUID":"A"}])", kNone, {{1, "", "0", {}, ";;"}}},
        AllocateCase{"npc-9.1-2",
                     "A,T,6144,0:;",
                     R"([{"UUID":"A","temp":"vir02"}])",
                     kNone,
                     {{1, "", "0", {{"ASCEND_VNPU_SPECS", "vir02"}}, ";;"}}},
        AllocateCase{"npc-9.1-3",
                     "A,T,6144,0:;",
                     R"([{"UUID":"A","temp":"vir02","memory":6144}])",
                     kNone,
                     {{1, "", "0", {{"ASCEND_VNPU_SPECS", "vir02"}}, ";;"}}},
        AllocateCase{"npc-9.1-10", "A,T,8192,0:;", kA8192, "HAMI-CORE", {{1, "", "0", {}, ";;"}}},
        AllocateCase{"npc-9.1-14",
                     "B,T,21527,0:A,T,21527,0:;",
                     R"([{"UUID":"B"},{"UUID":"A"}])",
                     kNone,
                     {{2, "", "1,0", {}, ";;"}}},
        AllocateCase{"npc-9.1-21",
                     "A,T,3072,0:;A,T,6144,0:;",
                     R"([{"UUID":"A","temp":"vir01"},{"UUID":"A","temp":"vir02"}])",
                     kNone,
                     {{1, "", "0", {{"ASCEND_VNPU_SPECS", "vir02"}}, ";A,T,6144,0:;;"},
                      {1, "", "0", {{"ASCEND_VNPU_SPECS", "vir02"}}, ";;;;"}},
                     0,
                     2},
        AllocateCase{"npc-9.1-27",
                     "A,T,6144,0:B,T,6144,0:;",
                     R"([{"UUID":"A","temp":"vir02"},{"UUID":"B","temp":"vir02"}])",
                     kNone,
                     {{2, "", "0,1", {{"ASCEND_VNPU_SPECS", "vir02"}}, ";;"}}}));

INSTANTIATE_TEST_SUITE_P(
    SoftSplit, Allocate,
    testing::Values(
        AllocateCase{"npc-9.1-4",
                     "A,T,6144,0:;",
                     R"([{"UUID":"A","temp":"vir02","memory":6144}])",
                     kSoft,
                     {{1, "U_c0", "0", soft("6144", "", "0"), ";;"}}},
        AllocateCase{"npc-9.1-5",
                     "A,T,8192,0:;",
                     kA8192,
                     kSoft,
                     {{1, "U_c0", "0", soft("8192", "", "0"), ";;"}}},
        AllocateCase{"npc-9.1-6",
                     "A,T,8192,50:;",
                     R"([{"UUID":"A","memory":8192,"core":50}])",
                     kSoft,
                     {{1, "U_c0", "0", soft("8192", "50", "0"), ";;"}}},
        AllocateCase{"npc-9.1-7",
                     "A,T,8192,0:;",
                     R"([{"UUID":"A","memory":8192,"core":0}])",
                     kSoft,
                     {{1, "U_c0", "0", soft("8192", "0", "0"), ";;"}}},
        AllocateCase{"npc-9.1-8",
                     "A,T,8192,0:;",
                     R"([{"UUID":"A","memory":0}])",
                     kSoft,
                     {{1, "U_c0", "0", soft("0", "", "0"), ";;"}}},
        AllocateCase{"npc-9.1-9",
                     "A,T,8192,10:;",
                     R"([{"UUID":"A","memory":4096,"core":99}])",
                     kSoft,
                     {{1, "U_c0", "0", soft("4096", "99", "0"), ";;"}}},
        AllocateCase{"npc-9.1-11", kTwo, kTwoRt, kSoft, kTwoCalls, 0, 2},
        AllocateCase{"npc-9.1-13",
                     "A,T,8192,0:B,T,8192,0:;",
                     R"([{"UUID":"A","memory":8192},{"UUID":"B","memory":8192}])",
                     kSoft,
                     {{2, "U_c0", "0,1", soft("8192", "", "0"), ";;"}}},
        AllocateCase{"npc-9.1-15",
                     "A,T,8192,0:B,T,8192,0:;",
                     R"([{"UUID":"A"},{"UUID":"B","memory":4096,"core":20}])",
                     kSoft,
                     {{2, "U_c0", "0,1", soft("4096", "20", "0"), ";;"}}},
        AllocateCase{"npc-9.1-28",
                     "A,T,6144,0:A,T,6144,0:;",
                     R"([{"UUID":"A","memory":6144}])",
                     kSoft,
                     {{2, "U_c0", "0,0", soft("6144", "", "0"), ";;"}}},
        AllocateCase{"npc-9.1-29",
                     "A,NVIDIA,6144,0:;",
                     R"([{"UUID":"A","memory":6144}])",
                     kSoft,
                     {{1, "U_c0", "0", soft("6144", "", "0"), ";;"}}},
        AllocateCase{"npc-9.1-30", kTwo,
                     R"([{"UUID":"B","memory":4096},{"UUID":"A","memory":8192}])", kSoft, kTwoCalls,
                     0, 2},
        AllocateCase{
            "npc-9.1-34", "A,T,6144,0:;", "[]", kSoft, {{1, "U_c0", "0", soft("", "", "0"), ";;"}}},
        AllocateCase{"npc-9.1-34",
                     "A,T,6144,0:;",
                     "null",
                     kSoft,
                     {{1, "U_c0", "0", soft("", "", "0"), ";;"}}}));

INSTANTIATE_TEST_SUITE_P(
    SeveralContainers, Allocate,
    testing::Values(AllocateCase{"npc-9.1-16",
                                 ";A,T,8192,0:;",
                                 kA8192,
                                 kSoft,
                                 {{1, "U_c0", "0", soft("8192", "", "0"), ";;;"}},
                                 1,
                                 1},
                    AllocateCase{"npc-9.1-17",
                                 "A,T,8192,0:;",
                                 kA8192,
                                 kSoft,
                                 {{1, "U_i0", "0", soft("8192", "", "0"), ";;"}},
                                 1,
                                 1},
                    AllocateCase{"npc-9.1-18",
                                 "A,T,8192,0:;A,T,8192,0:;",
                                 R"([{"UUID":"A","memory":8192},{"UUID":"A","memory":8192}])",
                                 kSoft,
                                 {{1, "U_i0", "0", soft("8192", "", "0"), ";A,T,8192,0:;;"},
                                  {1, "U_c0", "0", soft("8192", "", "0"), ";;;;"}},
                                 1,
                                 1},
                    AllocateCase{"npc-9.1-19",
                                 "A,T,8192,0:;;B,T,8192,0:;",
                                 R"([{"UUID":"A","memory":8192},{"UUID":"B","memory":8192}])",
                                 kSoft,
                                 {{1, "U_c0", "0", soft("8192", "", "0"), ";;B,T,8192,0:;;"},
                                  {1, "U_c2", "1", soft("8192", "", "1"), ";;;;;"}},
                                 0,
                                 3},
                    AllocateCase{"npc-9.1-20",
                                 "A,T,4096,0:;A,T,8192,0:;",
                                 R"([{"UUID":"A","memory":4096},{"UUID":"A","memory":8192}])",
                                 kSoft,
                                 {{1, "U_c0", "0", soft("8192", "", "0"), ";A,T,8192,0:;;"},
                                  {1, "U_c1", "0", soft("8192", "", "0"), ";;;;"}},
                                 0,
                                 2},
                    AllocateCase{"npc-9.1-26",
                                 ";;;A,T,8192,0:;",
                                 kA8192,
                                 kSoft,
                                 {{1, "U_", "0", soft("8192", "", "0"), ";;;;;"}}}));

}  // namespace
}  // namespace npushare::embedded
