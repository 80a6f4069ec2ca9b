#include "scheduler/embedded/plugin_half.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_plugin_desk.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

const PodKey kX{"default", "x"};
const PodKey kY{"default", "y"};

TEST(PluginHalf, GivesAnotherPodsDevicesWhenTheLockNamesIt) {  // npc-9.4-59, case-C65
  PluginDesk desk;
  desk.add_pod(kX, granted_a());
  desk.add_pod(kY, granted_b());
  desk.lock_for(kY);

  const Result<Started> served = desk.serve();  // the kubelet admits x

  ASSERT_TRUE(served);
  EXPECT_EQ(served->picked, kY);
  EXPECT_EQ(served->response.uuids, std::vector{kChipB});
  EXPECT_EQ(desk.annotation(kY, kTa), ";;");
  EXPECT_EQ(desk.annotation(kY, kPhase), "success");
  EXPECT_EQ(desk.annotation(kX, kTa), with_uuids("A,T,12288,0:;"));
}

TEST(PluginHalf, ServesEachPodItsOwnWhileTheLockNamesIt) {  // case-C65
  PluginDesk desk;
  desk.add_pod(kX, granted_a());
  desk.add_pod(kY, granted_b());

  desk.lock_for(kY);
  const Result<Started> first = desk.serve();
  desk.lock_for(kX);
  const Result<Started> second = desk.serve();

  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_EQ(first->response.env.at("ASCEND_VNPU_SPECS"), "vir01");
  EXPECT_EQ(second->response.env.at("ASCEND_VNPU_SPECS"), "vir04");
  EXPECT_EQ(second->response.uuids, std::vector{kChipA});
}

TEST(PluginHalf, FindsNobodyWhenTheLockNamesADeletedPod) {  // npc-9.4-60
  PluginDesk desk;
  desk.add_pod(kX, granted_a());
  desk.lock_for({"default", "gone"});

  const Result<Started> served = desk.serve();

  ASSERT_FALSE(served);
  EXPECT_EQ(served.error().message, "get pending pod error: pods \"gone\" not found");
  EXPECT_TRUE(desk.is_locked());
  EXPECT_EQ(desk.annotation(kX, kPhase), "allocating");
}

const PodKey kServed{"a", "z"};
const PodKey kWaiting{"b", "x"};

TEST(PluginHalf, TakesTheFirstOfTheListThoughItIsDone) {  // npc-9.4-64
  PluginDesk desk;
  desk.add_pod(kServed, granted(";;", "[]"), "success");
  desk.add_pod(kWaiting, granted_a(), "success");

  const Result<Started> served = desk.serve();

  ASSERT_FALSE(served);
  EXPECT_EQ(desk.annotation(kServed, kPhase), "failed");
  EXPECT_EQ(desk.annotation(kWaiting, kPhase), "success");
}

TEST(PluginHalf, PassesOverAPodWithoutBindTime) {  // npc-9.4-65
  PluginDesk desk;
  desk.add_pod(kServed, granted(";;", "[]"), "success");
  desk.annotate(pod_place(kServed.space, kServed.name), "hami.io/bind-time", Json{});
  desk.add_pod(kWaiting, granted_a(), "success");

  const Result<Started> served = desk.serve();

  ASSERT_TRUE(served) << served.error().message;
  EXPECT_EQ(served->picked, kWaiting);
}

enum class Unfit { kFailedPhase, kOtherNode, kRunning };

class NoCandidate : public testing::TestWithParam<Unfit> {};

TEST_P(NoCandidate, IsAnErrorThatNamesTheNode) {  // npc-9.4-66
  PluginDesk desk;
  desk.add_pod(kX, granted_a(), GetParam() == Unfit::kFailedPhase ? "failed" : "allocating");
  const Place place = pod_place(kX.space, kX.name);
  if (GetParam() == Unfit::kOtherNode) desk.annotate(place, "hami.io/vgpu-node", "npu-node-2");
  if (GetParam() == Unfit::kRunning) {
    Json patch = Json::object();
    patch.member("status").set("phase", "Running");
    desk.store.patch(place, Part::kStatus, PatchType::kMerge, patch);
  }

  const Result<Started> served = desk.serve();

  ASSERT_FALSE(served);
  EXPECT_EQ(served.error().message,
            "get pending pod error: no binding pod found on node npu-node-1");
}

INSTANTIATE_TEST_SUITE_P(Vectors, NoCandidate,
                         testing::Values(Unfit::kFailedPhase, Unfit::kOtherNode, Unfit::kRunning));

TEST(PluginHalf, FailsTheWrongPodWhenTheCountsDiffer) {  // npc-9.4-67
  PluginDesk desk;
  desk.add_pod(kX, granted("A,T,1,0:B,T,1,0:;", "[]"));
  desk.add_pod(kY, granted_b());
  desk.lock_for(kY);

  const Result<Started> served = desk.serve(2);  // x asks for two

  ASSERT_FALSE(served);
  EXPECT_EQ(desk.annotation(kY, kPhase), "failed");
  EXPECT_EQ(desk.annotation(kX, kPhase), "allocating");
  EXPECT_FALSE(desk.is_locked());
}

}  // namespace
}  // namespace npushare::embedded
