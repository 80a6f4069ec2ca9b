// bind and the webhook against claims (DRA) that are allocated between the plan and the write.
#include "scheduler/verbs/claim_check.hpp"

#include <gtest/gtest.h>

#include "scheduler/verbs/bind.hpp"
#include "tests/support/verbs_claims.hpp"

namespace npushare::verbs_test {
namespace {

using verbs::ClaimCare;
using Verb = FakeKube::Verb;
using When = FakeKube::Fault::When;

class ClaimCheck : public testing::TestWithParam<verbs::LockUse> {
 protected:
  ClaimCheck() : world(rules_with("binpack", GetParam())) {
    world.node("n1", Mode::kSoft, {"A", "B"}).waiting(pod);
    world.services.claims = &claims;
  }

  std::string bind() {
    const wire::BindArgs call{.pod = pod.key, .uid = pod.uid, .node = NodeName{"n1"}};
    const Result<> bound = world.run(verbs::bind(call, world.services));
    return bound ? "" : bound.error().message;
  }
  /// Allocated while the bind looks at the claims.
  void race(std::vector<Allocation> allocated) {
    claims.meanwhile = [this, allocated = std::move(allocated)] {
      for (const Allocation& claim : allocated) world.book.observe(claim, InitPhase::kDone);
    };
  }
  bool is_within_capacity() const {
    const LedgerBook::Snapshot node = world.book.snapshot(NodeName{"n1"});
    return std::ranges::all_of(node->chips(), [](const DeviceLedger& chip) {
      return chip.used().within(chip.capacity());
    });
  }
  void expect_nothing_left_behind() const {
    EXPECT_TRUE(world.kube.bindings().empty());
    EXPECT_EQ(world.lock("n1"), "");
    EXPECT_FALSE(world.book.snapshot(NodeName{"n1"})->holds(pod.uid));
    EXPECT_TRUE(claims.mirrors.empty());
  }

  World world;
  FakeClaims claims;
  const wire::Pod pod = a_soft_pod("p", "12288", "50");
};

TEST_P(ClaimCheck, IsNotMadeWhereNoClaimCanCome) {
  claims.care = ClaimCare::kNone;

  EXPECT_EQ(bind(), "");

  EXPECT_EQ(claims.looks, 0);
  EXPECT_TRUE(claims.mirrors.empty());
  EXPECT_EQ(world.kube.calls(Verb::kBind), 1);
}

TEST_P(ClaimCheck, PlansAgainWhenAClaimHasTakenTheChip) {
  race({a_claim("n1", "A", 12288, 50)});

  EXPECT_EQ(bind(), "");

  ASSERT_EQ(world.kube.bindings().size(), 1U);
  EXPECT_EQ(world.used("n1", 1).memory, MiB{12288});
  EXPECT_TRUE(is_within_capacity());
}

TEST_P(ClaimCheck, StaysWhereItFitsBesideTheClaim) {
  race({a_claim("n1", "A", 9000, 50)});

  EXPECT_EQ(bind(), "");

  EXPECT_EQ(world.used("n1").memory, MiB{9000 + 12288});
  EXPECT_TRUE(is_within_capacity());
}

TEST_P(ClaimCheck, RefusesWhenClaimsHaveTakenTheNode) {
  race({a_claim("n1", "A", 12288, 50, "c"), a_claim("n1", "B", 12288, 50, "d")});

  EXPECT_EQ(bind(), "no NPU on node n1 fits: insufficient NPU memory");

  expect_nothing_left_behind();
  EXPECT_TRUE(is_within_capacity());
}

TEST_P(ClaimCheck, RefusesWhenTheBooksDoNotCatchUp) {
  for (const ClaimCare care : {ClaimCare::kCheck, ClaimCare::kMirror}) {
    claims.care = care;
    claims.lag = Error{ErrorCode::kTimeout, "the claims' watch lags"};

    EXPECT_EQ(bind(), "the claims' watch lags");

    expect_nothing_left_behind();
  }
}

TEST_P(ClaimCheck, MirrorsThePodBeforeItIsBound) {
  claims.care = ClaimCare::kMirror;
  bool stood = false;
  claims.meanwhile = [&] { stood = claims.mirrors.contains(pod.uid); };

  EXPECT_EQ(bind(), "");

  EXPECT_TRUE(stood);
  ASSERT_TRUE(claims.mirrors.contains(pod.uid));
  EXPECT_EQ(claims.mirrors.at(pod.uid).grants.at(0).amount.memory, MiB{12288});
  EXPECT_EQ(claims.withdrawn, 0);
}

TEST_P(ClaimCheck, WithdrawsTheMirrorWhenAClaimWasFaster) {
  claims.care = ClaimCare::kMirror;
  race({a_claim("n1", "A", 12288, 50)});

  EXPECT_EQ(bind(), "a claim was allocated the room on node n1 in the meantime");

  EXPECT_EQ(claims.withdrawn, 1);
  expect_nothing_left_behind();
  EXPECT_EQ(bind(), "");  // the scheduler's retry: on the other chip
  EXPECT_EQ(world.used("n1", 1).memory, MiB{12288});
}

TEST_P(ClaimCheck, DoesNotBindWithoutTheMirror) {
  claims.care = ClaimCare::kMirror;
  claims.write_fails = Error{ErrorCode::kUnauthorized, "may not create resourceclaims"};

  EXPECT_EQ(bind(), "may not create resourceclaims");

  expect_nothing_left_behind();
}

TEST_P(ClaimCheck, WithdrawsTheMirrorWhenTheBindingIsRefused) {
  claims.care = ClaimCare::kMirror;
  world.kube.fail_next({Verb::kBind, {ErrorCode::kInvalid, "no"}, When::kBeforeTheWrite});

  EXPECT_EQ(bind(), "no");

  EXPECT_EQ(claims.withdrawn, 1);
  expect_nothing_left_behind();
}

TEST_P(ClaimCheck, KeepsTheMirrorWhileTheOutcomeIsOpen) {
  claims.care = ClaimCare::kMirror;
  world.kube.lose_next_answer(Verb::kBind);
  world.kube.fail_next({Verb::kGetPod, {ErrorCode::kTimeout, "slow"}, When::kBeforeTheWrite});

  EXPECT_NE(bind(), "");

  EXPECT_TRUE(claims.mirrors.contains(pod.uid));
  EXPECT_EQ(world.reports.uncertain_pods.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutALock, ClaimCheck,
                         testing::Values(verbs::LockUse::kNone, verbs::LockUse::kHami),
                         [](const auto& row) {
                           return row.param == verbs::LockUse::kHami ? "hami" : "none";
                         });

class ClaimCheckWithALock : public ClaimCheck {};

TEST_P(ClaimCheckWithALock, WithdrawsTheMirrorWhenTheNodeCannotBeLocked) {
  claims.care = ClaimCare::kMirror;
  wire::Node locked = *world.kube.node(NodeName{"n1"});
  locked.annotations[backends::kNodeLockKey.data()] = "not a lock";
  world.kube.put(locked);

  EXPECT_NE(bind(), "");

  EXPECT_EQ(claims.withdrawn, 1);
  EXPECT_TRUE(claims.mirrors.empty());
  EXPECT_TRUE(world.kube.bindings().empty());
}

INSTANTIATE_TEST_SUITE_P(Hami, ClaimCheckWithALock, testing::Values(verbs::LockUse::kHami));

}  // namespace
}  // namespace npushare::verbs_test
