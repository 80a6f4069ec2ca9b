// No write by a replica that does not lead, none that comes too late, and no call too many.
#include <gtest/gtest.h>

#include "scheduler/verbs/bind.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {
namespace {

using Verb = FakeKube::Verb;
using When = FakeKube::Fault::When;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr const char* kNotLeading = "this replica of npushare does not lead; nothing was written";

class BindFencing : public testing::Test {
 protected:
  BindFencing() : world(rules_with("binpack", verbs::LockUse::kHami)) {
    world.node("n1", Mode::kHard, {"A"}).waiting(pod);
  }

  /// Just before that call something happens.
  verbs::asio::awaitable<void> happen(Verb now) {
    if (now == moment) event();
    co_return;
  }
  void before(Verb verb, std::function<void()> what) {
    moment = verb;
    event = std::move(what);
    world.kube.before_each_call([this](Verb now) { return happen(now); });
  }

  std::string bind() {
    const Result<> bound =
        world.run(verbs::bind({pod.key, pod.uid, NodeName{"n1"}}, world.services));
    return bound ? "" : bound.error().message;
  }
  void expect_nothing_left() {
    EXPECT_EQ(world.kube.bindings().size(), 0U);
    EXPECT_EQ(world.used("n1"), Amount{});
    EXPECT_EQ(world.lock("n1"), "");
    EXPECT_EQ(world.gate.left, world.gate.entered);
  }

  const wire::Pod pod = a_hard_pod("p1", "3072");
  World world;
  Verb moment = Verb::kBind;
  std::function<void()> event;
};

// B1 of spec/performance.md: the lock and the Binding, and nothing else.
TEST_F(BindFencing, ABindMakesTwoCallsWithTheLock) {
  EXPECT_EQ(bind(), "");

  EXPECT_EQ(world.kube.calls(Verb::kPatchNode), 1);
  EXPECT_EQ(world.kube.calls(Verb::kBind), 1);
  EXPECT_EQ(world.kube.calls(), 2);
}

// kse-9.1-41: the verb's half; the service answers 503.
TEST_F(BindFencing, AStandbyDoesNotEvenQueue) {
  world.leadership.leads = false;

  EXPECT_EQ(bind(), kNotLeading);
  EXPECT_EQ(world.kube.calls(), 0);
  EXPECT_EQ(world.gate.entered, 0);
  expect_nothing_left();
}

TEST_F(BindFencing, LeadershipLostBeforeTheLockWritesNothing) {
  // The lock of a pod that is gone: its owner is read first.
  wire::Node node = *world.kube.node(NodeName{"n1"});
  node.annotations["hami.io/mutex.lock"] = "2026-08-14T07:47:30Z,ai,gone";
  world.kube.put(node);
  before(Verb::kGetPod, [this] { world.leadership.leads = false; });

  EXPECT_EQ(bind(), kNotLeading);
  EXPECT_EQ(world.kube.calls(Verb::kPatchNode), 0);
  EXPECT_EQ(world.used("n1"), Amount{});
}

TEST_F(BindFencing, LeadershipLostBeforeTheBindingGivesTheLockBack) {
  before(Verb::kPatchNode, [this] { world.leadership.leads = false; });

  EXPECT_EQ(bind(), kNotLeading);
  expect_nothing_left();
}

TEST_F(BindFencing, LeadershipLostInThePauseOfABusyServerEndsIt) {
  world.kube.fail_next(
      {Verb::kBind, {ErrorCode::kBusy, "later"}, When::kBeforeTheWrite, seconds{1}});
  world.kube.on_pause([this](milliseconds) { world.leadership.leads = false; });

  EXPECT_EQ(bind(), kNotLeading);
  EXPECT_EQ(world.kube.calls(Verb::kBind), 1);
  expect_nothing_left();
}

TEST_F(BindFencing, ABindingIsNotBegunWhenItsTimeHasRunOut) {
  before(Verb::kPatchNode, [this] { world.clock.advance(milliseconds{3901}); });

  EXPECT_EQ(bind(), "the time for this bind has run out; nothing was written");
  EXPECT_EQ(world.kube.calls(Verb::kBind), 0);
  expect_nothing_left();
}

TEST_F(BindFencing, ABindingIsBegunWhenItsTimeJustAllows) {
  before(Verb::kPatchNode, [this] { world.clock.advance(milliseconds{3900}); });

  EXPECT_EQ(bind(), "");
}

TEST_F(BindFencing, ABindEndsTheHoldOfItsPod) {
  const Request request = *world.rules.load()->dialect.read_request(pod);
  const Plan hoped =
      plan_on(*world.book.snapshot(NodeName{"n1"}), request, *find_policy("binpack"));
  world.holds.place(*hoped.allocation, world.clock.now());

  EXPECT_EQ(bind(), "");
  EXPECT_TRUE(world.holds.empty());
}

}  // namespace
}  // namespace npushare::verbs_test
