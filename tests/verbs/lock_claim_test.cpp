// Whose lock may be taken over, and how that is told.
#include <gtest/gtest.h>

#include "tests/verbs/node_lock_fixture.hpp"

namespace npushare::verbs_test {
namespace {

// A restarted scheduler finds the lock of a bind that died before its Binding.
TEST_F(NodeLock, OfAPodThatIsNotOnTheNodeIsTakenOver) {
  world.kube.put(a_hard_pod("o1", "3072"));
  lock(std::string(kFresh) + ",ai,o1");

  EXPECT_EQ(take(), "");
  EXPECT_TRUE(world.notices.heard().at(0).ends_with("pod ai/o1 is not on this node"));
}

TEST_F(NodeLock, OfAPodThatHasEndedIsTakenOver) {
  unserved("o1");
  wire::Pod over = *world.kube.pod({"ai", "o1"});
  over.phase = "Failed";
  world.kube.put(over);
  lock(std::string(kFresh) + ",ai,o1");

  EXPECT_EQ(take(), "");
  EXPECT_TRUE(world.notices.heard().at(0).ends_with("pod ai/o1 has ended"));
}

// Whether its owner lives cannot be told: it may.
TEST_F(NodeLock, OfAPodThatCannotBeReadIsRespected) {
  lock(std::string(kFresh) + ",ai,o1");
  for (int i = 0; i < 2; ++i)
    world.kube.fail_next({Verb::kGetPod, {ErrorCode::kTimeout, "slow"}, When::kBeforeTheWrite});

  EXPECT_EQ(take(), "node n1 is locked for pod ai/o1");
}

}  // namespace
}  // namespace npushare::verbs_test
