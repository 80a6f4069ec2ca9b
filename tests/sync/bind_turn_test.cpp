// Binds that wait: what happens to the node, the pod and the share meanwhile.
#include <gtest/gtest.h>

#include "tests/support/sync_plugin.hpp"

namespace npushare::sync_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class BindTurn : public testing::Test {
 protected:
  /// The first pod is bound and not served yet; the second waits in line.
  BindTurn() {
    world.create(first);
    world.bind(first, [](const Result<>& done) { EXPECT_TRUE(done); });
    world.create(second);
    bind_second();
  }
  void bind_second() {
    answer.reset();
    world.bind(second, [this](const Result<>& done) {
      answer = done ? std::string{} : done.error().message;
    });
  }
  void chips_become(const wire::Node& node) {
    world.kube.put(node);
    world.nodes.changed(node);
  }
  MiB used() { return world.used("n1", 0) + world.used("n1", 1); }

  BindWorld world{{"A", "B"}};
  const wire::Pod first = a_hard_pod("first", "3072");
  const wire::Pod second = a_hard_pod("second", "3072");
  std::optional<std::string> answer;
};

TEST_F(BindTurn, ComesWhenThePluginIsDone) {
  EXPECT_FALSE(answer);
  EXPECT_EQ(used(), MiB{2 * 3072});

  world.serve("first");

  EXPECT_EQ(answer, "");
  EXPECT_EQ(world.to_serve(), "second");
}

// The answer leaves half a second of the four for the writes.
TEST_F(BindTurn, IsAnsweredInTimeAndKept) {
  world.pass(milliseconds{3400});
  EXPECT_FALSE(answer);
  world.pass(milliseconds{100});
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->starts_with("node n1 is busy: ")) << *answer;
  EXPECT_EQ(used(), MiB{2 * 3072});

  const int calls = world.kube.calls();
  world.serve("first");
  bind_second();

  EXPECT_EQ(answer, "");
  EXPECT_EQ(used(), MiB{2 * 3072});
  EXPECT_EQ(world.kube.calls() - calls, 2);  // lock and Binding: a retry costs no read
}

TEST_F(BindTurn, AChipThatFailedMeanwhileIsNotUsed) {
  wire::Node sick = a_wire_node("n1", Mode::kHard, {"A", "B"});
  std::string& text = sick.annotations["hami.io/node-register-Ascend310P"];
  const std::string healthy = "\"health\":true";
  text.replace(text.find(healthy), healthy.size(), "\"health\":false");
  chips_become(sick);

  world.serve("first");

  EXPECT_EQ(answer, "");
  const wire::Pod bound = *world.kube.pod(second.key);
  EXPECT_TRUE(bound.annotations.at("hami.io/Ascend310P-devices-allocated").starts_with("B,"));
  EXPECT_EQ(world.used("n1", 0), MiB{3072});
  EXPECT_EQ(world.used("n1", 1), MiB{3072});
}

TEST_F(BindTurn, ANodeWithoutAWorkingChipRefuses) {
  chips_become(a_wire_node("n1", Mode::kHard, {}));

  world.serve("first");

  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->starts_with("no NPU on node n1 fits: ")) << *answer;
  EXPECT_EQ(world.kube.bindings().size(), 1U);
}

TEST_F(BindTurn, AFailedOnePassesTheTurnOn) {
  const wire::Pod third = a_hard_pod("third", "3072");
  world.create(third);
  bool is_bound = false;
  world.bind(third, [&](const Result<>& done) { is_bound = done.has_value(); });
  world.kube.fail_next({verbs_test::FakeKube::Verb::kBind,
                        {ErrorCode::kUnauthorized, "forbidden"},
                        verbs_test::FakeKube::Fault::When::kBeforeTheWrite});

  world.serve("first");

  EXPECT_EQ(answer, "forbidden");
  EXPECT_TRUE(is_bound);
  EXPECT_EQ(used(), MiB{2 * 3072});
}

TEST_F(BindTurn, ACallerThatHungUpWritesNothing) {
  const wire::Pod third = a_hard_pod("third", "3072");
  world.create(third);
  bool has_left = false;
  world.bind(third, [](const Result<>& done) { EXPECT_FALSE(done); }, [&] { return has_left; });

  has_left = true;
  world.serve("first");
  world.serve("second");

  EXPECT_EQ(world.kube.pod(third.key)->node, NodeName{});
  EXPECT_EQ(used(), MiB{2 * 3072});
}

// The outcome is open: nobody else is bound until it is known, then the line goes on.
TEST_F(BindTurn, AnUncertainBindingHoldsTheLine) {
  const wire::Pod third = a_hard_pod("third", "3072");
  world.create(third);
  bool is_bound = false;
  world.kube.fail_next({verbs_test::FakeKube::Verb::kBind,
                        {ErrorCode::kUncertain, "no answer"},
                        verbs_test::FakeKube::Fault::When::kBeforeTheWrite});
  world.serve("first");
  EXPECT_EQ(answer, "no answer");
  world.bind(third, [&](const Result<>& done) { is_bound = done.has_value(); });
  EXPECT_FALSE(is_bound);

  world.clock.advance(sync::Doubts::kPatience);
  for (const sync::Doubt& doubt : world.pods.due(world.clock.now()))
    world.pods.settle(doubt, &second);
  world.settle();

  EXPECT_FALSE(is_bound);  // sent away meanwhile, at its deadline
  world.bind(third, [&](const Result<>& done) { is_bound = done.has_value(); });
  EXPECT_TRUE(is_bound);
  EXPECT_EQ(used(), MiB{2 * 3072});
}

}  // namespace
}  // namespace npushare::sync_test
