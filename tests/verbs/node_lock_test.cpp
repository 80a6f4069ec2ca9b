#include <gtest/gtest.h>

#include "tests/verbs/node_lock_fixture.hpp"

namespace npushare::verbs_test {
namespace {

// hami-L1
TEST_F(NodeLock, IsTakenWhenFree) {
  EXPECT_EQ(take(), "");
  EXPECT_EQ(world.lock("n1"), ours);
  EXPECT_TRUE(world.notices.heard().empty());
}

// hami-L2; our text names the holder and there is no time limit on a living one.
TEST_F(NodeLock, OfALivingPodIsRespected) {
  unserved("o1");
  lock(std::string(kFresh) + ",ai,o1");

  EXPECT_EQ(take(), "node n1 is locked for pod ai/o1");
  EXPECT_EQ(world.lock("n1"), std::string(kFresh) + ",ai,o1");
}

// hami-L3, case-C71: a lock whose owner is gone is free at once.
TEST_F(NodeLock, OfAPodThatIsGoneIsTakenOver) {
  lock(std::string(kFresh) + ",ai,o1");

  EXPECT_EQ(bind(), "");
  EXPECT_EQ(world.lock("n1"), ours);
  EXPECT_EQ(world.notices.heard(),
            std::vector<std::string>{
                "NodeLockTakenOver n1: the node lock \"2026-08-14T07:47:30Z,ai,o1\" was taken over "
                "for pod ai/p1: pod ai/o1 is gone"});
}

// hami-L4, case-C75: HAMi takes over after 5 minutes and crosses two pods' limits; ours never takes
// it from a pod that still waits to be served.
TEST_F(NodeLock, OfALivingPodIsRespectedHoweverOldItIs) {
  unserved("o1");
  lock(std::string(kSixMinutesOld) + ",ai,o1");

  EXPECT_EQ(bind(), "node n1 is locked for pod ai/o1");
  EXPECT_EQ(world.kube.calls(Verb::kBind), 0);
}

// The plugin has served o1 and is about to give the lock back: npc 3.8.6.
TEST_F(NodeLock, OfAServedPodIsTakenOver) {
  world.running(a_hard_pod("o1", "3072"), "n1");
  lock(std::string(kFresh) + ",ai,o1");

  EXPECT_EQ(take(), "");
  EXPECT_TRUE(world.notices.heard().empty()) << "that is the ordinary course";
}

// hami-L5, case-C77: taking what one holds succeeds and changes nothing.
TEST_F(NodeLock, OfOurOwnIsKeptAsItIs) {
  lock(std::string(kFresh) + ",ai,p1");

  EXPECT_EQ(take(), "");
  EXPECT_EQ(world.lock("n1"), std::string(kFresh) + ",ai,p1");
  EXPECT_EQ(world.kube.calls(Verb::kPatchNode), 0);
}

struct Malformed {
  const char* id;
  const char* value;
};
class MalformedLock : public NodeLock, public testing::WithParamInterface<Malformed> {};

// HAMi removes the first after the failed bind and leaves the second; ours leaves both, because
// neither names an owner who could be asked, and says what to do.
TEST_P(MalformedLock, IsAnErrorThatNamesTheRemedy) {
  lock(GetParam().value);

  EXPECT_EQ(bind(), std::string("node n1: annotation hami.io/mutex.lock: \"") + GetParam().value +
                        "\" is no lock; remove the annotation");
  EXPECT_EQ(world.lock("n1"), GetParam().value);
  EXPECT_EQ(world.used("n1"), Amount{});
  EXPECT_TRUE(world.notices.heard().at(0).starts_with("NodeLockMalformed n1: "));
}

INSTANTIATE_TEST_SUITE_P(Values, MalformedLock,
                         testing::Values(Malformed{"hami-L6", "lock"}, Malformed{"hami-L7", "a,b"}),
                         [](const auto& test) { return "value_" + std::to_string(test.index); });

// npc 3.8.6, volcano-V-102: a time alone names nobody who could be asked.
TEST_F(NodeLock, WithoutAnOwnerIsTakenOverAfterFiveMinutes) {
  lock(kFresh);
  EXPECT_EQ(take(), "node n1 is locked for nobody by name since less than 5 minutes");

  lock(kSixMinutesOld);
  EXPECT_EQ(take(), "");
}

// hami-L8: the watch shows a free node, another has taken it since.
TEST_F(NodeLock, AConflictIsDecidedByReadingTheNode) {
  world.locks.stale[n1] = {"", world.kube.node(n1)->resource_version};
  unserved("o1");
  lock(std::string(kFresh) + ",ai,o1");

  EXPECT_EQ(take(), "node n1 is locked for pod ai/o1");
  EXPECT_EQ(world.lock("n1"), std::string(kFresh) + ",ai,o1");
}

// hami-L9
TEST_F(NodeLock, ALostAnswerIsSettledByReadingTheNode) {
  world.kube.lose_next_answer(Verb::kPatchNode);

  EXPECT_EQ(take(), "");
  EXPECT_EQ(world.lock("n1"), ours);
}

// hami-L10, case-C73: a failing pod never gives another one's lock back.
TEST_F(NodeLock, OfAnotherPodIsNotGivenBack) {
  lock(std::string(kFresh) + ",ai,o1");

  world.finish(verbs::unlock_node(n1, pod.key, by(), world.services));

  EXPECT_EQ(world.lock("n1"), std::string(kFresh) + ",ai,o1");
}

// hami-L11: also when the same owner's lock was stamped again in between.
TEST_F(NodeLock, OfAFailedBindIsGivenBack) {
  world.kube.fail_next(
      {Verb::kBind, {ErrorCode::kUnauthorized, "forbidden"}, When::kBeforeTheWrite});
  world.kube.before_each_call([this](Verb verb) { return restamp_before(verb); });

  EXPECT_EQ(bind(), "forbidden");

  EXPECT_EQ(world.lock("n1"), "");
  EXPECT_EQ(world.used("n1"), Amount{});
  EXPECT_EQ(world.gate.left, 1);
}

// case-C79: the key, the value, and still there after the bind for the plugin to find.
TEST_F(NodeLock, StaysForThePluginAfterTheBind) {
  EXPECT_EQ(bind(), "");

  EXPECT_EQ(world.lock("n1"), ours);
  EXPECT_EQ(world.gate.left, 0);
}

TEST_F(NodeLock, OfAnUnknownOutcomeStays) {
  world.kube.fail_next({Verb::kBind, {ErrorCode::kUncertain, "no answer"}, When::kBeforeTheWrite});

  EXPECT_EQ(bind(), "no answer");

  EXPECT_EQ(world.lock("n1"), ours);
  EXPECT_EQ(world.gate.left, 0);
}

// volcano-V-104: Volcano locks first and then finds no room; its lock stays for five minutes. Ours
// is taken last.
TEST_F(NodeLock, IsNotTakenForAPodThatDoesNotFit) {
  for (int i = 0; i < 14; ++i) world.running(a_hard_pod("r" + std::to_string(i), "3072"), "n1");

  EXPECT_NE(bind(), "");

  EXPECT_EQ(world.lock("n1"), "");
  EXPECT_EQ(world.kube.calls(Verb::kPatchNode), 0);
}

// case-C77: two device types, one lock.
TEST(NodeLocks, APodOfTwoModelsTakesOneLock) {
  World world(rules_with("binpack", verbs::LockUse::kHami));
  wire::Node node = a_wire_node("n1", Mode::kHard, {"A"});
  node.annotations["hami.io/node-register-Ascend910B4"] =
      R"([{"id":"X","count":7,"devmem":32768,"devcore":20,"type":"Ascend910B4","health":true}])";
  node.allocatable["huawei.com/Ascend910B4"] = "7";
  wire::Pod both = a_hard_pod("both", "3072");
  wire::StringMap limits = backends_test::asks("1", "8192", "", "huawei.com/Ascend910B4");
  both.containers.push_back({"c1", ContainerKind::kApp, limits, {}});
  world.node(node).waiting(both);

  const Result<> bound =
      world.run(verbs::bind({both.key, both.uid, NodeName{"n1"}}, world.services));

  EXPECT_TRUE(bound) << bound.error().message;
  EXPECT_EQ(world.kube.calls(Verb::kPatchNode), 1);
}

}  // namespace
}  // namespace npushare::verbs_test
