// The outcome table of kse 1.6, row by row: what the API server answers, what a consistent read
// shows then, and what becomes of the shares.
#include <gtest/gtest.h>

#include "scheduler/verbs/bind.hpp"
#include "tests/verbs/fixture_f.hpp"

namespace npushare::verbs_test {
namespace {

using Verb = FakeKube::Verb;
using When = FakeKube::Fault::When;
using std::chrono::milliseconds;
using std::chrono::seconds;

class BindOutcome : public testing::Test {
 public:
  enum class Shares { kAssumed, kUncertain, kGivenBack };

 protected:
  BindOutcome() {
    furnish(world);
    world.waiting(infer);
  }
  void answer(ErrorCode code, milliseconds retry_after = milliseconds{0}) {
    world.kube.fail_next({Verb::kBind, {code, "said no"}, When::kBeforeTheWrite, retry_after});
  }
  std::string bind() {
    const Result<> bound =
        world.run(verbs::bind({infer.key, infer.uid, NodeName{"npu-02"}}, world.services));
    return bound ? "" : bound.error().message;
  }
  Shares shares() {
    for (const auto& [id, share] :
         world.book.snapshot(NodeName{"npu-02"})->chips().front().shares()) {
      if (share.holder->uid != infer.uid) continue;
      return share.state == ShareState::kAssumed ? Shares::kAssumed : Shares::kUncertain;
    }
    return Shares::kGivenBack;
  }

  World world;
  const wire::Pod infer = asker("6144");
};

// 201
TEST_F(BindOutcome, AnAcceptedBindingIsAssumed) {
  EXPECT_EQ(bind(), "");
  EXPECT_EQ(shares(), Shares::kAssumed);
  EXPECT_EQ(world.kube.calls(), 1);
}

// 404, 400, 422, 403, 413, and what was never sent: nothing can have happened, nothing is read.
class RefusedBinding : public BindOutcome, public testing::WithParamInterface<ErrorCode> {};

TEST_P(RefusedBinding, GivesTheSharesBackWithoutARead) {
  answer(GetParam());

  EXPECT_EQ(bind(), "said no");
  EXPECT_EQ(shares(), Shares::kGivenBack);
  EXPECT_EQ(world.kube.calls(), 1);
}

INSTANTIATE_TEST_SUITE_P(Codes, RefusedBinding,
                         testing::Values(ErrorCode::kNotFound, ErrorCode::kInvalid,
                                         ErrorCode::kUnauthorized, ErrorCode::kTooLarge,
                                         ErrorCode::kBusy, ErrorCode::kTimeout,
                                         ErrorCode::kInternal));

/// What the consistent read shows after a conflict (409), or after an answer that never came, a
/// reset or a 5xx.
struct ReadCase {
  const char* name;
  ErrorCode answered;
  void (*change)(wire::Pod&);  // null: the pod is gone
  BindOutcome::Shares shares;
};
class ReadBinding : public BindOutcome, public testing::WithParamInterface<ReadCase> {};

TEST_P(ReadBinding, DecidesByTheState) {
  answer(GetParam().answered);
  wire::Pod now = infer;
  if (GetParam().change == nullptr) {
    world.kube.remove(infer.key);
  } else {
    GetParam().change(now);
    world.kube.put(now);
  }

  const bool is_bound = bind().empty();

  EXPECT_EQ(shares(), GetParam().shares);
  EXPECT_EQ(is_bound, GetParam().shares == Shares::kAssumed);
  EXPECT_EQ(world.kube.calls(), 2);
}

void bound_there(wire::Pod& pod) {
  pod.node = NodeName{"npu-02"};
}
void bound_elsewhere(wire::Pod& pod) {
  pod.node = NodeName{"npu-01"};
}
void replaced(wire::Pod& pod) {
  pod.uid = PodUid{"uid-next"};
}
void gated(wire::Pod& pod) {
  pod.is_gated = true;
}
void as_it_was(wire::Pod&) {}

constexpr auto kConflict = ErrorCode::kConflict;
constexpr auto kUncertain = ErrorCode::kUncertain;
using Shares = BindOutcome::Shares;

INSTANTIATE_TEST_SUITE_P(
    Reads, ReadBinding,
    testing::Values(
        ReadCase{"conflict_bound_there", kConflict, bound_there, Shares::kAssumed},
        ReadCase{"conflict_bound_elsewhere", kConflict, bound_elsewhere, Shares::kGivenBack},
        ReadCase{"conflict_replaced", kConflict, replaced, Shares::kGivenBack},
        ReadCase{"conflict_gated", kConflict, gated, Shares::kGivenBack},
        ReadCase{"conflict_gone", kConflict, nullptr, Shares::kGivenBack},
        ReadCase{"lost_bound_there", kUncertain, bound_there, Shares::kAssumed},
        ReadCase{"lost_bound_elsewhere", kUncertain, bound_elsewhere, Shares::kGivenBack},
        ReadCase{"lost_replaced", kUncertain, replaced, Shares::kGivenBack},
        ReadCase{"lost_gone", kUncertain, nullptr, Shares::kGivenBack},
        // The write may still be on its way.
        ReadCase{"lost_as_it_was", kUncertain, as_it_was, Shares::kUncertain}),
    [](const auto& test) { return test.param.name; });

class UnreadableBinding : public BindOutcome, public testing::WithParamInterface<ErrorCode> {};

TEST_P(UnreadableBinding, StaysUncertain) {
  answer(GetParam());
  world.kube.fail_next({Verb::kGetPod, {ErrorCode::kTimeout, "slow"}, When::kBeforeTheWrite});

  EXPECT_EQ(bind(), "said no");
  EXPECT_EQ(shares(), Shares::kUncertain);
}

INSTANTIATE_TEST_SUITE_P(Codes, UnreadableBinding, testing::Values(kConflict, kUncertain));

// 429 and 503 with Retry-After
TEST_F(BindOutcome, ABusyServerIsAskedOnceMoreAfterItsPause) {
  std::vector<milliseconds> pauses;
  world.kube.on_pause([&](milliseconds time) {
    pauses.push_back(time);
    world.clock.advance(time);
  });
  answer(ErrorCode::kBusy, seconds{2});

  EXPECT_EQ(bind(), "");
  EXPECT_EQ(pauses, std::vector{milliseconds{2000}});
  EXPECT_EQ(world.kube.calls(Verb::kBind), 2);
  EXPECT_EQ(shares(), Shares::kAssumed);
}

TEST_F(BindOutcome, AServerThatStaysBusyIsLeftAlone) {
  answer(ErrorCode::kBusy, seconds{1});
  answer(ErrorCode::kBusy, seconds{1});

  EXPECT_EQ(bind(), "said no");
  EXPECT_EQ(world.kube.calls(Verb::kBind), 2);
  EXPECT_EQ(shares(), Shares::kGivenBack);
}

TEST_F(BindOutcome, APauseThatDoesNotFitTheDeadlineIsNotMade) {
  answer(ErrorCode::kBusy, seconds{4});

  EXPECT_EQ(bind(), "said no");
  EXPECT_EQ(world.kube.calls(Verb::kBind), 1);
}

// A retried POST whose first one had been carried out after all meets its own Binding.
TEST_F(BindOutcome, ARetryThatMeetsItsOwnBindingIsSuccess) {
  world.kube.on_pause([&](milliseconds) {
    wire::Pod bound = infer;
    bound.node = NodeName{"npu-02"};
    world.kube.put(bound);
  });
  answer(ErrorCode::kBusy, seconds{1});

  EXPECT_EQ(bind(), "");
  EXPECT_EQ(shares(), Shares::kAssumed);
}

}  // namespace
}  // namespace npushare::verbs_test
