// Ports with a meter in front: what passes through is counted and changed in nothing.
#include "scheduler/metrics/measured_ports.hpp"

#include <gtest/gtest.h>

#include "scheduler/verbs/bind.hpp"
#include "tests/support/metrics_desk.hpp"

namespace npushare::metrics_test {
namespace {

/// Lets nobody in, and time go by.
class ClosedGate final : public verbs::NodeGate {
 public:
  ClosedGate(verbs_test::HandClock& clock, ErrorCode answer) : clock_(clock), answer_(answer) {}
  std::optional<Reservation> come_back(const NodeName&, const PodUid&) override { return {}; }
  verbs::asio::awaitable<Result<verbs::Turn>> enter(verbs::Visit, Reservation) override {
    clock_.advance(std::chrono::milliseconds{1500});
    co_return Error{answer_, "closed"};
  }
  std::size_t waiting(const NodeName&) const override { return 3; }
  std::optional<NodeName> place_of(const PodUid&) const override { return NodeName{"n1"}; }

 private:
  verbs_test::HandClock& clock_;
  ErrorCode answer_;
};

class MeasuredPorts : public testing::Test {
 protected:
  MeasuredPorts() {
    desk.world.node("n1", Mode::kSoft, {"A"});
    pod = verbs_test::a_soft_pod("p", "1024", "5");
    desk.world.waiting(pod);
  }

  Result<> bind(verbs::NodeGate& gate) {
    metrics::MeasuredGate measured(gate, desk.meters, desk.world.clock);
    metrics::MeasuredObserver observer(desk.world.reports, desk.meters);
    verbs::Services services{desk.world.book,    desk.world.rules, desk.world.kube,
                             desk.world.pods,    measured,         desk.world.locks,
                             observer,           desk.world.clock, desk.world.leadership,
                             desk.world.notices, &desk.world.holds};
    return desk.world.run(
        verbs::bind({.pod = pod.key, .uid = pod.uid, .node = NodeName{"n1"}}, services));
  }

  MetricsDesk desk;
  wire::Pod pod;
};

TEST_F(MeasuredPorts, LetABindThrough) {
  desk.world.rules.store(std::make_shared<const verbs::Rules>(
      verbs_test::rules_with("binpack", verbs::LockUse::kHami)));

  ASSERT_TRUE(bind(desk.world.gate));

  EXPECT_EQ(desk.world.reports.bound_pods.size(), 1U);
  const ReadPage page = desk.page();
  EXPECT_EQ(page.value(R"(npushare_gate_wait_seconds_count{outcome="turn"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_shares{state="assumed"})"), 1);
  EXPECT_EQ(page.sum("npushare_share_memory_bytes{"), 1024.0 * 1048576);
  desk.world.book.release(NodeName{"n1"}, pod.uid);
  EXPECT_EQ(desk.page().sum("npushare_share_memory_bytes{"), 0);
}

TEST_F(MeasuredPorts, CountABindingWhoseOutcomeIsOpen) {
  using Kube = testing_support::FakeKube;
  desk.world.kube.fail_next({.verb = Kube::Verb::kBind, .error = {ErrorCode::kUncertain, "lost"}});

  EXPECT_FALSE(bind(desk.world.gate));

  EXPECT_EQ(desk.world.reports.uncertain_pods.size(), 1U);
  const ReadPage page = desk.page();
  EXPECT_EQ(page.value("npushare_uncertain_bindings_total"), 1);
  EXPECT_EQ(page.value(R"(npushare_shares{state="uncertain"})"), 1);
}

struct ClosedCase {
  ErrorCode answer;
  const char* outcome;
};

TEST_F(MeasuredPorts, TellHowAWaitEnded) {
  desk.world.rules.store(std::make_shared<const verbs::Rules>(
      verbs_test::rules_with("binpack", verbs::LockUse::kHami)));
  for (const auto& [answer, outcome] :
       {ClosedCase{ErrorCode::kBusy, "sent-away"}, ClosedCase{ErrorCode::kTimeout, "given-up"}}) {
    ClosedGate gate(desk.world.clock, answer);

    const Result<> bound = bind(gate);

    ASSERT_FALSE(bound);
    EXPECT_EQ(bound.error().code, answer);
    const std::string series = std::string("npushare_gate_wait_seconds_sum{outcome=\"") + outcome;
    EXPECT_NEAR(desk.page().value(series + "\"}"), 1.5, 1e-9);
  }
}

}  // namespace
}  // namespace npushare::metrics_test
