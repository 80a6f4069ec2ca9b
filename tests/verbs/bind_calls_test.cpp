// Several callers of one bind: it goes on while one of them is there.
#include "scheduler/verbs/bind_calls.hpp"

#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {
namespace {

/// Lets whatever a test does happen while a pod waits, then asks whether anybody still waits for
/// it.
class AskingGate final : public verbs::NodeGate {
 public:
  std::optional<Reservation> come_back(const NodeName&, const PodUid&) override { return {}; }
  verbs::asio::awaitable<Result<verbs::Turn>> enter(verbs::Visit visit,
                                                    Reservation share) override {
    const auto own = co_await verbs::asio::this_coro::executor;
    if (meanwhile) meanwhile();
    for (int i = 0; i < 10; ++i) {
      auto others = verbs::asio::post(own, verbs::asio::use_awaitable);
      co_await std::move(others);
    }
    if (visit.has_left()) co_return Error{ErrorCode::kTimeout, "deserted"};
    co_return verbs::Turn{verbs::GatePass([] {}), std::move(share)};
  }
  std::size_t waiting(const NodeName&) const override { return 0; }
  std::optional<NodeName> place_of(const PodUid&) const override { return std::nullopt; }

  std::function<void()> meanwhile;
};

class BindCalls : public testing::Test {
 protected:
  BindCalls() : world(rules_with("binpack", verbs::LockUse::kHami)) {
    world.node("n1", Mode::kHard, {"A"}).waiting(pod);
  }
  void call(verbs::HasLeft has_left) {
    verbs::asio::co_spawn(
        io, calls.bind({pod.key, pod.uid, NodeName{"n1"}}, services, std::move(has_left)),
        [this](const std::exception_ptr&, const Result<>& done) {
          answers.push_back(done ? "" : done.error().message);
        });
  }

  const wire::Pod pod = a_hard_pod("p1", "3072");
  World world;
  AskingGate gate;
  verbs::Services services{world.book, world.rules, world.kube,    world.pods,
                           gate,       world.locks, world.reports, world.clock};
  verbs::asio::io_context io;
  verbs::BindCalls calls{io.get_executor()};
  std::vector<std::string> answers;
};

TEST_F(BindCalls, ABindWhoseCallersHaveAllLeftIsDeserted) {
  gate.meanwhile = [this] { call([] { return true; }); };

  call([] { return true; });
  io.run();

  EXPECT_EQ(answers, (std::vector<std::string>{"deserted", "deserted"}));
  EXPECT_EQ(world.used("n1"), Amount{});
}

TEST_F(BindCalls, ASecondCallerKeepsTheFirstOnesBindGoing) {
  gate.meanwhile = [this] { call([] { return false; }); };

  call([] { return true; });
  io.run();

  EXPECT_EQ(answers, (std::vector<std::string>{"", ""}));
}

TEST_F(BindCalls, ACallerThatCannotBeAskedIsThere) {
  call({});
  io.run();

  EXPECT_EQ(answers, std::vector<std::string>{""});
}

}  // namespace
}  // namespace npushare::verbs_test
