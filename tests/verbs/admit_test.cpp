// A Binding that somebody else writes: what it is given, and what stands afterwards.
#include "tests/verbs/admit_fixture.hpp"

namespace npushare::verbs_test {
namespace {

TEST_F(Admit, GivesTheBindingTheGrantsThatOurBindWouldWrite) {
  const Result<verbs::Admission> admitted = admit(binding());

  ASSERT_TRUE(admitted) << admitted.error().message;
  const wire::Binding written = patched(binding(), *admitted);
  EXPECT_EQ(written.annotations.at("hami.io/Ascend310P-devices-allocated"),
            "A,Ascend310P,3072,0:;");
  EXPECT_EQ(written.annotations.at("hami.io/bind-phase"), "allocating");
  EXPECT_EQ(written.annotations.at("hami.io/vgpu-node"), "n1");
  EXPECT_EQ(admitted->uid, pod.uid);
  EXPECT_EQ(world.lock("n1"), ours);
  EXPECT_EQ(world.kube.calls(), 1) << "the lock, and no call else";
}

/// The API server may refuse the Binding after that.
TEST_F(Admit, LeavesTheShareUncertainAndTheTurnTaken) {
  ASSERT_TRUE(admit(binding()));

  EXPECT_EQ(used(), MiB{3072});
  EXPECT_EQ(world.book.snapshot(NodeName{"n1"})->chips()[0].shares().begin()->second.state,
            ShareState::kUncertain);
  EXPECT_EQ(world.reports.uncertain_pods, std::vector{pod.key});
  EXPECT_EQ(world.gate.entered, 1);
  EXPECT_EQ(world.gate.left, 0);
}

TEST_F(Admit, LetsAPodWithoutNpusPassWithoutACall) {
  wire::Pod plain = pod;
  plain.containers[0].limits.clear();
  plain.is_terminating = true;  // for the API server to judge
  world.pods.show(plain);
  world.leadership.leads = false;

  const Result<verbs::Admission> admitted = admit(binding("nowhere"), "nodes");

  ASSERT_TRUE(admitted) << admitted.error().message;
  EXPECT_FALSE(admitted->wants_npu);
  EXPECT_TRUE(admitted->marks.empty());
  EXPECT_EQ(world.kube.calls(), 0);
}

TEST_F(Admit, ReadsAPodThatTheWatchDoesNotShowOnce) {
  world.pods.hide(pod.key);

  EXPECT_TRUE(admit(binding()));
  EXPECT_EQ(world.kube.calls(Verb::kGetPod), 1);
}

/// API servers ask again, and schedulers come back after a lost answer.
TEST_F(Admit, GivesTheSameBindingTheSameGrants) {
  const Result<verbs::Admission> first = admit(binding());
  world.clock.advance(std::chrono::seconds{3});
  world.node("n1", Mode::kHard, {"A", "B"});

  const Result<verbs::Admission> again = admit(binding());

  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->marks.at("hami.io/Ascend310P-devices-allocated"),
            first->marks.at("hami.io/Ascend310P-devices-allocated"));
  EXPECT_EQ(used(0) + used(1), MiB{3072}) << "charged once";
  EXPECT_EQ(world.gate.entered, 1);
}

/// reinvocationPolicy: IfNeeded.
TEST_F(Admit, ChangesNothingInABindingThatCarriesTheGrantsAlready) {
  wire::AdmissionRequest asked = binding();
  asked.annotations = patched(asked, *admit(asked)).annotations;
  asked.has_annotations = true;
  world.clock.advance(std::chrono::seconds{1});

  const Result<verbs::Admission> again = admit(asked);

  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(wire::write_binding_patch(asked, again->marks, again->uid), "");
}

TEST_F(Admit, OnAnotherNodeThePodGetsThatNodesGrants) {
  ASSERT_TRUE(admit(binding("n1")));

  const Result<verbs::Admission> elsewhere = admit(binding("n2"));

  ASSERT_TRUE(elsewhere) << elsewhere.error().message;
  EXPECT_EQ(elsewhere->marks.at("hami.io/Ascend310P-devices-allocated"), "C,Ascend310P,3072,0:;");
  EXPECT_EQ(used(), MiB{3072}) << "until the watch shows where it is";
}

// volcano-V-149
TEST_F(Admit, PutsTheReservationsValuesInPlaceOfStaleOnes) {
  trial_on("B");
  wire::AdmissionRequest asked = binding();
  asked.has_annotations = true;
  asked.annotations = {{"hami.io/Ascend310P-devices-allocated", "A,Ascend310P,3072,0:;"},
                       {"hami.io/Ascend310P-devices-to-allocate", "A,Ascend310P,3072,0:;"},
                       {"huawei.com/Ascend310P", R"([{"UUID":"A","temp":"vir01"}])"},
                       {"hami.io/bind-phase", "success"},
                       {"hami.io/vgpu-node", "n2"},
                       {"scheduling.k8s.io/group-name", "g"}};

  const Result<verbs::Admission> admitted = admit(asked);

  ASSERT_TRUE(admitted) << admitted.error().message;
  const wire::StringMap now = patched(asked, *admitted).annotations;
  EXPECT_EQ(now.at("hami.io/Ascend310P-devices-allocated"), "B,Ascend310P,3072,0:;");
  EXPECT_EQ(now.at("hami.io/Ascend310P-devices-to-allocate"), "B,Ascend310P,3072,0:;");
  EXPECT_EQ(now.at("huawei.com/Ascend310P"), R"([{"UUID":"B","temp":"vir01"}])");
  EXPECT_EQ(now.at("hami.io/bind-phase"), "allocating");
  EXPECT_EQ(now.at("hami.io/vgpu-node"), "n1");
  EXPECT_EQ(now.at("scheduling.k8s.io/group-name"), "g");
  EXPECT_EQ(used(0), MiB{0});
  EXPECT_EQ(used(1), MiB{3072});
}

TEST_F(Admit, TakesOutGrantsOfChipModelsThatThePodGetsNothingOf) {
  wire::AdmissionRequest asked = binding();
  asked.has_annotations = true;
  asked.annotations = {{"hami.io/Ascend910A-devices-allocated", "Z,Ascend910A,1,0:;"}};

  const Result<verbs::Admission> admitted = admit(asked);

  ASSERT_TRUE(admitted) << admitted.error().message;
  EXPECT_EQ(patched(asked, *admitted).annotations.count("hami.io/Ascend910A-devices-allocated"),
            0U);
}

}  // namespace
}  // namespace npushare::verbs_test
