// When a Binding is denied, and that nothing stays behind; dry runs, and Bindings of our own.
#include "tests/verbs/admit_fixture.hpp"

namespace npushare::verbs_test {
namespace {

TEST_F(Admit, ABindingWithoutRoomIsDeniedAndTakesNothing) {
  world.running(a_hard_pod("big", ""), "n2");

  EXPECT_EQ(denied(binding("n2")), "no NPU on node n2 fits: NPU held or asked for exclusively");
  EXPECT_EQ(world.lock("n2"), "");
}

TEST_F(Admit, AnotherPodOfThatNameIsDenied) {
  wire::AdmissionRequest asked = binding();
  asked.pod_uid = PodUid{"other"};

  EXPECT_EQ(denied(asked), "pod ai/p1 has another UID");
}

TEST_F(Admit, APodThatIsBoundIsDenied) {
  wire::Pod bound = pod;
  bound.node = NodeName{"n1"};
  world.waiting(bound);

  EXPECT_EQ(denied(binding("n1")), "pod ai/p1 is bound to node n1 already");
  EXPECT_EQ(denied(binding("n2")), "pod ai/p1 is already bound to node n1");
}

TEST_F(Admit, ANodeThatNobodyKnowsIsDenied) {
  EXPECT_EQ(denied(binding("n9")), "node n9 is not known");
}

TEST_F(Admit, OnlyTheLeaderAdmits) {
  world.leadership.leads = false;

  EXPECT_EQ(denied(binding()), "this replica of npushare does not lead; nothing was written");
  EXPECT_EQ(used(), MiB{0});
  EXPECT_EQ(world.kube.calls(), 0);
}

TEST_F(Admit, NothingIsDecidedBeforeTheBooksAreRead) {
  const Result<verbs::Admission> admitted = admit(binding(), "pods");

  ASSERT_FALSE(admitted);
  EXPECT_EQ(admitted.error().message, "npushare is not ready: pods");
  EXPECT_EQ(admitted.error().code, ErrorCode::kBusy);
}

/// Its chips would be given to the pod that the lock names.
TEST_F(Admit, ANodeLockedForALivingPodIsDeniedAndTheShareGoesBack) {
  world.running(a_hard_pod("other", "3072"), "n1");
  wire::Pod unserved = *world.kube.pod({"ai", "other"});
  unserved.phase = "Pending";
  world.kube.put(unserved);
  wire::Node node = *world.kube.node(NodeName{"n1"});
  node.annotations["hami.io/mutex.lock"] = "2026-08-14T07:47:30Z,ai,other";
  world.kube.put(node);

  EXPECT_EQ(denied(binding()), "node n1 is locked for pod ai/other");
  EXPECT_EQ(used(), MiB{3072}) << "the other pod's";
  EXPECT_EQ(world.gate.left, 1);
}

/// A gang's members keep what its session planned for them.
TEST_F(Admit, ATrialsShareIsPutBackForTheRetry) {
  trial_on("B");
  world.kube.fail_next({Verb::kPatchNode, {ErrorCode::kBusy, "later"}});

  EXPECT_EQ(denied(binding()), "later");

  EXPECT_TRUE(trials.holds(pod.uid));
  EXPECT_EQ(used(1), MiB{3072});
}

TEST_F(Admit, ATimeThatHasRunOutGivesEverythingBack) {
  world.kube.before_each_call([this](Verb verb) {
    if (verb == Verb::kPatchNode) world.clock.advance(std::chrono::seconds{4});
    return calmly();
  });

  EXPECT_EQ(denied(binding()), "the time for this bind has run out; nothing was written");

  EXPECT_EQ(used(), MiB{0});
  EXPECT_EQ(world.lock("n1"), "");
  EXPECT_TRUE(world.reports.uncertain_pods.empty());
}

TEST_F(Admit, AReplicaThatLosesTheLeadMeanwhileAdmitsNothing) {
  world.kube.before_each_call([this](Verb) {
    world.leadership.leads = false;
    return calmly();
  });

  EXPECT_EQ(denied(binding()), "this replica of npushare does not lead; nothing was written");
  EXPECT_EQ(used(), MiB{0});
}

TEST_F(Admit, AnAskThatCannotBeReadIsDeniedWithTheField) {
  wire::Pod wrong = a_hard_pod("p1", "16Gi");
  world.waiting(wrong);

  EXPECT_NE(denied(binding()).find("huawei.com/Ascend310P-memory"), std::string::npos);
}

TEST_F(Admit, OfADryRunNothingRemains) {
  wire::AdmissionRequest asked = binding();
  asked.is_dry_run = true;
  world.leadership.leads = false;  // no matter: nothing is written

  const Result<verbs::Admission> admitted = admit(asked);

  ASSERT_TRUE(admitted) << admitted.error().message;
  EXPECT_EQ(admitted->marks.at("hami.io/Ascend310P-devices-allocated"), "A,Ascend310P,3072,0:;");
  EXPECT_EQ(used(), MiB{0});
  EXPECT_EQ(world.kube.calls(), 0);
  EXPECT_TRUE(world.reports.uncertain_pods.empty());
}

TEST_F(Admit, ADryRunShowsWhatASessionHoldsAndLeavesItThere) {
  trial_on("B");
  wire::AdmissionRequest asked = binding();
  asked.is_dry_run = true;

  const Result<verbs::Admission> admitted = admit(asked);

  ASSERT_TRUE(admitted) << admitted.error().message;
  EXPECT_EQ(admitted->marks.at("hami.io/Ascend310P-devices-allocated"), "B,Ascend310P,3072,0:;");
  EXPECT_TRUE(trials.holds(pod.uid));
}

/// What the webhook says while our own bind waits for the API server.
class OwnBinding : public Admit {
 protected:
  OwnBinding() {
    world.kube.before_each_call([this](Verb verb) { return ask_before(verb); });
  }
  verbs::asio::awaitable<void> ask_before(Verb verb) {
    if (verb != Verb::kBind) co_return;
    verbs::AdmitCall call{.asked = asked, .by = world.clock.now() + std::chrono::seconds{4}};
    auto asking = verbs::admit(std::move(call), world.services);
    const Result<verbs::Admission> admitted = co_await std::move(asking);
    answer =
        admitted ? (admitted->marks.empty() ? "untouched" : "changed") : admitted.error().message;
  }
  Result<> bind() {
    return world.run(verbs::bind({pod.key, pod.uid, NodeName{"n1"}}, world.services));
  }

  wire::AdmissionRequest asked = binding();
  std::string answer;
};

TEST_F(OwnBinding, IsLeftAsItIs) {
  asked.annotations = marks_of(place_on("A"));

  EXPECT_TRUE(bind());

  EXPECT_EQ(answer, "untouched");
  EXPECT_EQ(world.kube.pod(pod.key)->node, NodeName{"n1"});
  EXPECT_EQ(used(), MiB{3072});
}

TEST_F(OwnBinding, IsNotTakenForOneOfSomebodyElse) {
  EXPECT_TRUE(bind());

  EXPECT_EQ(answer, "the outcome of an earlier Binding of pod ai/p1 is not known yet");
}

}  // namespace
}  // namespace npushare::verbs_test
