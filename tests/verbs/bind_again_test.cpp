// A Binding whose outcome is open, asked for again: the same grants are written once more, so that
// neither of the two writes can give the pod others.
#include <gtest/gtest.h>

#include "scheduler/verbs/bind.hpp"
#include "tests/verbs/fixture_f.hpp"

namespace npushare::verbs_test {
namespace {

using Verb = FakeKube::Verb;
using When = FakeKube::Fault::When;

class BindAgain : public testing::Test {
 protected:
  BindAgain() {
    furnish(world);
    world.waiting(infer);
    world.kube.fail_next(
        {Verb::kBind, {ErrorCode::kUncertain, "no answer"}, When::kBeforeTheWrite});
    EXPECT_EQ(bind(), "no answer");
  }
  std::string bind() {
    const Result<> bound =
        world.run(verbs::bind({infer.key, infer.uid, NodeName{"npu-02"}}, world.services));
    return bound ? "" : bound.error().message;
  }
  MiB used() const { return world.used("npu-02").memory; }

  World world;
  const wire::Pod infer = asker("6144");
  const MiB with_infer{18432};
};

TEST_F(BindAgain, WritesTheSameGrants) {
  const Allocation open = world.reports.open.value();

  EXPECT_EQ(bind(), "");

  ASSERT_EQ(world.kube.bindings().size(), 1U);
  EXPECT_EQ(world.kube.bindings().front().annotations,
            world.rules.load()->dialect.write_grants(
                open, std::chrono::system_clock::to_time_t(world.clock.wall())));
  EXPECT_EQ(world.reports.bound_pods, std::vector{infer.key});
  EXPECT_EQ(used(), with_infer) << "what was granted is charged once";
}

TEST_F(BindAgain, AFirstWriteThatCameLateIsTheSuccess) {
  wire::Pod bound = infer;
  bound.node = NodeName{"npu-02"};
  world.kube.put(bound);

  EXPECT_EQ(bind(), "");
  EXPECT_TRUE(world.kube.bindings().empty());
}

TEST_F(BindAgain, ThatStaysOpenIsReportedOpenAgain) {
  world.kube.fail_next({Verb::kBind, {ErrorCode::kUncertain, "no answer"}, When::kBeforeTheWrite});

  EXPECT_EQ(bind(), "no answer");
  EXPECT_EQ(world.reports.uncertain_pods, (std::vector{infer.key, infer.key}));
  EXPECT_EQ(used(), with_infer);
}

/// The first one may be on its way still.
TEST_F(BindAgain, ThatIsRefusedGivesNothingBack) {
  world.kube.fail_next({Verb::kBind, {ErrorCode::kUnauthorized, "forbidden"}});

  EXPECT_EQ(bind(), "forbidden");
  EXPECT_EQ(used(), with_infer);
  EXPECT_TRUE(world.reports.bound_pods.empty());
}

TEST_F(BindAgain, IsNotWrittenOnceItsChipsAreNotWhatTheyWere) {
  world.node(an_unhealthy_node("npu-02"));

  EXPECT_EQ(bind(), "the outcome of an earlier Binding of pod ai/infer-0 is not known yet");
  EXPECT_EQ(world.kube.calls(Verb::kBind), 1);
}

TEST_F(BindAgain, IsNotWrittenOnceAReadHasDecided) {
  world.reports.is_settled_meanwhile = true;

  EXPECT_EQ(bind(), "the outcome of an earlier Binding of pod ai/infer-0 is not known yet");
  EXPECT_EQ(world.kube.calls(Verb::kBind), 1);
}

/// Where another node is chosen, that node's grants are its own.
TEST_F(BindAgain, OnAnotherNodeIsANewBinding) {
  const Result<> bound =
      world.run(verbs::bind({infer.key, infer.uid, NodeName{"npu-01"}}, world.services));

  EXPECT_TRUE(bound);
  EXPECT_EQ(world.kube.bindings().front().node, NodeName{"npu-01"});
  EXPECT_EQ(used(), with_infer) << "until a read decides";
}

}  // namespace
}  // namespace npushare::verbs_test
