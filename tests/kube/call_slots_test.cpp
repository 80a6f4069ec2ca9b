// How many calls are on their way at once, and who waits for whom.
#include "scheduler/kube/call_slots.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"

namespace npushare::kube {
namespace {

using testing_support::begun;
using testing_support::finished;
using testing_support::RunningContext;
using MaybeSlot = std::optional<CallSlots::Slot>;

class CallSlotsTest : public testing::Test {
 protected:
  ~CallSlotsTest() override {
    running.context().stop();
    running.drain();
  }

  std::future<MaybeSlot> ask(std::chrono::milliseconds time = testing_support::kPatience) {
    return begun(running.context(), CallSlots::enter(slots, CallSlots::Clock::now() + time));
  }

  RunningContext running;
  std::shared_ptr<CallSlots> slots = std::make_shared<CallSlots>(2);
};

TEST_F(CallSlotsTest, AreTakenAtOnceWhileThereAreAny) {
  const MaybeSlot first = finished(ask());
  const MaybeSlot second = finished(ask());

  EXPECT_TRUE(first && second);
}

TEST_F(CallSlotsTest, WhoGetsNoneInTimeGoesWithout) {
  const MaybeSlot first = finished(ask());
  const MaybeSlot second = finished(ask());

  EXPECT_FALSE(finished(ask(std::chrono::milliseconds{1})));
}

TEST_F(CallSlotsTest, OneThatComesFreeGoesToWhoHasWaitedLongest) {
  MaybeSlot first = finished(ask());
  const MaybeSlot second = finished(ask());
  std::future<MaybeSlot> third = ask();
  std::future<MaybeSlot> fourth = ask();

  first.reset();

  const MaybeSlot got = finished(std::move(third));
  EXPECT_TRUE(got);
  EXPECT_EQ(fourth.wait_for(std::chrono::milliseconds{0}), std::future_status::timeout);
}

/// The slot of somebody who has given up waiting is not lost with him.
TEST_F(CallSlotsTest, WhoGaveUpIsNotWaitedFor) {
  MaybeSlot first = finished(ask());
  MaybeSlot second = finished(ask());
  EXPECT_FALSE(finished(ask(std::chrono::milliseconds{1})));

  first.reset();
  second.reset();

  const MaybeSlot third = finished(ask());
  const MaybeSlot fourth = finished(ask());
  EXPECT_TRUE(third && fourth);
}

asio::awaitable<bool> hold_one(std::shared_ptr<CallSlots> slots, std::atomic<int>& inside,
                               std::atomic<int>& most) {
  auto entering = CallSlots::enter(slots, CallSlots::Clock::now() + testing_support::kPatience);
  const MaybeSlot slot = co_await std::move(entering);
  const int now = ++inside;
  for (int seen = most.load(); seen < now && !most.compare_exchange_weak(seen, now);) {
  }
  Pauses pauses;
  auto holding = pauses.wait(co_await asio::this_coro::executor, std::chrono::microseconds{50});
  co_await std::move(holding);
  --inside;
  co_return slot.has_value();
}

TEST_F(CallSlotsTest, AThousandAtOnceAllComeThroughTwoByTwo) {
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::vector<std::future<bool>> calls;
  for (int call = 0; call < 1000; ++call)
    calls.push_back(begun(running.context(), hold_one(slots, inside, most)));

  for (std::future<bool>& call : calls) EXPECT_TRUE(finished(std::move(call)));
  EXPECT_EQ(most.load(), 2);
}

}  // namespace
}  // namespace npushare::kube
