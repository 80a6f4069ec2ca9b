#include "scheduler/verbs/bind.hpp"

#include <gtest/gtest.h>

#include "tests/verbs/fixture_f.hpp"

namespace npushare::verbs_test {
namespace {

using Verb = FakeKube::Verb;
using When = FakeKube::Fault::When;

wire::BindArgs to(const wire::Pod& pod, const std::string& node) {
  return {.pod = pod.key, .uid = pod.uid, .node = NodeName{node}};
}

class Bind : public testing::Test {
 protected:
  Bind() { furnish(world); }

  std::string bind(const wire::BindArgs& call) {
    const Result<> bound = world.run(verbs::bind(call, world.services));
    return bound ? "" : bound.error().message;
  }
  MiB used_on_02() const { return world.used("npu-02").memory; }

  World world;
  const wire::Pod infer = asker("6144");
};

// kse-9.1-30, hami-B3
TEST_F(Bind, WritesNodeAndGrantInOnePost) {
  world.waiting(infer);

  EXPECT_EQ(bind(to(infer, "npu-02")), "");

  ASSERT_EQ(world.kube.bindings().size(), 1U);
  const wire::Binding written = world.kube.bindings().front();
  EXPECT_EQ(written.uid, infer.uid);
  EXPECT_EQ(written.annotations.at("hami.io/bind-phase"), "allocating");
  EXPECT_EQ(written.annotations.at("hami.io/Ascend310P-devices-allocated"),
            "B,Ascend310P,6144,0:;");
  EXPECT_EQ(used_on_02(), MiB{18432});
  EXPECT_EQ(world.reports.bound_pods, std::vector{infer.key});
  EXPECT_EQ(world.kube.calls(), 1);
}

// kse-9.1-31: whether the watch shows the first success yet or not.
TEST_F(Bind, IsIdempotent) {
  world.waiting(infer);
  ASSERT_EQ(bind(to(infer, "npu-02")), "");

  EXPECT_EQ(bind(to(infer, "npu-02")), "");
  world.pods.show(*world.kube.pod(infer.key));
  EXPECT_EQ(bind(to(infer, "npu-02")), "");

  EXPECT_EQ(world.kube.calls(Verb::kBind), 1);
  EXPECT_EQ(used_on_02(), MiB{18432});
}

// kse-9.1-32
TEST_F(Bind, APodThatIsBoundElsewhereStaysThere) {
  wire::Pod elsewhere = infer;
  elsewhere.node = NodeName{"npu-01"};
  world.waiting(elsewhere);

  EXPECT_EQ(bind(to(infer, "npu-02")), "pod ai/infer-0 is already bound to node npu-01");
  EXPECT_EQ(world.kube.calls(Verb::kBind), 0);
}

// kse-9.1-33
TEST_F(Bind, AnotherPodOfThatNameIsNotBound) {
  wire::Pod other = infer;
  other.uid = PodUid{"uid-other"};
  world.waiting(other);

  EXPECT_EQ(bind(to(infer, "npu-02")), "pod ai/infer-0 has another UID");
  EXPECT_EQ(world.kube.calls(Verb::kBind), 0);
}

// kse-9.1-34: our text names the reason too.
TEST_F(Bind, APodThatDoesNotFitIsNeverBoundWithoutAGrant) {
  const wire::Pod big = asker("12288");
  world.waiting(big);

  EXPECT_EQ(bind(to(big, "npu-02")), "no NPU on node npu-02 fits: insufficient NPU memory");
  EXPECT_EQ(world.kube.calls(Verb::kBind), 0);
}

// kse-9.1-35: an earlier Binding of ours was carried out and its answer lost.
TEST_F(Bind, AConflictWithOurOwnBindingIsSuccess) {
  world.pods.show(infer);
  wire::Pod bound = infer;
  bound.node = NodeName{"npu-02"};
  world.kube.put(bound);

  EXPECT_EQ(bind(to(infer, "npu-02")), "");
  EXPECT_EQ(used_on_02(), MiB{18432});
}

// kse-9.1-36
TEST_F(Bind, AConflictWithAnotherNodeGivesTheGrantBack) {
  world.pods.show(infer);
  wire::Pod bound = infer;
  bound.node = NodeName{"npu-01"};
  world.kube.put(bound);

  EXPECT_EQ(bind(to(infer, "npu-02")), "pod ai/infer-0 is already bound to node npu-01");
  EXPECT_EQ(used_on_02(), MiB{12288});
}

// kse-9.1-37: nobody else may have the room until it is known what happened.
TEST_F(Bind, AnUnknownOutcomeKeepsTheShareUncertain) {
  world.waiting(infer);
  world.kube.fail_next({Verb::kBind, {ErrorCode::kUncertain, "no answer"}, When::kBeforeTheWrite});

  EXPECT_EQ(bind(to(infer, "npu-02")), "no answer");

  EXPECT_EQ(world.reports.uncertain_pods, std::vector{infer.key});
  EXPECT_EQ(world.filter(a_hard_pod("other", "6144", 1000), {"npu-02"}).failed.count("npu-02"), 1U);
}

// kse-9.1-38, case-C24, hami-B1: the pod went between filter and bind.
TEST_F(Bind, APodThatIsGoneGivesTheGrantBack) {
  world.pods.show(infer);

  EXPECT_NE(bind(to(infer, "npu-02")), "");
  EXPECT_EQ(used_on_02(), MiB{12288});
}

TEST_F(Bind, APodNobodyKnowsIsNotFound) {
  EXPECT_EQ(bind(to(infer, "npu-02")), "pod ai/infer-0 not found");
  EXPECT_EQ(world.gate.entered, 0);
}

// kse-9.1-39, hami-B2, case-C144
TEST_F(Bind, AnUnknownNodeIsRefusedBeforeAnythingIsWritten) {
  world.waiting(infer);

  EXPECT_EQ(bind(to(infer, "ghost")), "node ghost is not known");
  EXPECT_EQ(world.kube.calls(Verb::kBind), 0);
}

TEST_F(Bind, APodWithoutNpuIsBoundPlainly) {
  wire::Pod plain = backends_test::a_pod().app();
  world.waiting(plain);

  EXPECT_EQ(bind(to(plain, "cpu-01")), "");
  EXPECT_TRUE(world.kube.bindings().front().annotations.empty());
  EXPECT_EQ(world.gate.entered, 0);
}

struct Unready {
  const char* name;
  void (*spoil)(wire::Pod&);
  const char* error;
};
class UnreadyPod : public Bind, public testing::WithParamInterface<Unready> {};

TEST_P(UnreadyPod, IsNotBound) {
  wire::Pod pod = infer;
  GetParam().spoil(pod);
  world.waiting(pod);

  EXPECT_EQ(bind(to(pod, "npu-02")), GetParam().error);
  EXPECT_EQ(world.kube.calls(Verb::kBind), 0);
}

INSTANTIATE_TEST_SUITE_P(
    States, UnreadyPod,
    testing::Values(Unready{"terminating", [](wire::Pod& pod) { pod.is_terminating = true; },
                            "pod ai/infer-0 is being deleted"},
                    Unready{"gated", [](wire::Pod& pod) { pod.is_gated = true; },
                            "pod ai/infer-0 still has scheduling gates"},
                    Unready{"over", [](wire::Pod& pod) { pod.phase = "Failed"; },
                            "pod ai/infer-0 has ended"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace npushare::verbs_test
