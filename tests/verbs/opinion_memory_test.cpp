// The memory of opinions is a short cut: with it and without it the answers are the same.
#include "scheduler/verbs/opinion_memory.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "scheduler/verbs/prioritize.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {
namespace {

using verbs::Opinion;
using verbs::OpinionMemory;

/// Pods of which none is nominated, so that memory is of use.
class QuietPods final : public verbs::PodIndex {
 public:
  std::shared_ptr<const wire::Pod> find(const PodKey&) const override { return nullptr; }
  std::vector<PodKey> nearest(const PodKey&) const override { return {}; }
  std::vector<std::shared_ptr<const wire::Pod>> pending() const override { return {}; }
  std::vector<Request> nominated_on(const NodeName&) const override { return {}; }
  bool has_nominations() const override { return false; }
};

class OpinionMemoryTest : public testing::Test {
 protected:
  OpinionMemoryTest() {
    world_.node("n1", Mode::kHard, {"A", "B"})
        .node("n2", Mode::kHard, {"C"})
        .node("n3", Mode::kSoft, {"D", "E"});
  }

  verbs::Services services() {
    return {.book = world_.book,
            .rules = world_.rules,
            .api = world_.kube,
            .pods = pods_,
            .gate = world_.gate,
            .locks = world_.locks,
            .observer = world_.reports,
            .clock = world_.clock};
  }

  verbs::Question question(const wire::Pod& pod) {
    return *verbs::read_question(pod, *world_.rules.load());
  }

  World world_;
  QuietPods pods_;
};

TEST_F(OpinionMemoryTest, FindsAnOpinionOnlyUnderTheVersionItWasFormedOn) {
  OpinionMemory memory;
  auto loan = memory.borrow(question(a_hard_pod("p", "3072")), 2);
  ASSERT_TRUE(loan);

  loan.keep(1, 7, Opinion{{}, Score{5}, Score{6}});

  ASSERT_NE(loan.find(1, 7), nullptr);
  EXPECT_EQ(loan.find(1, 7)->node, Score{5});
  EXPECT_EQ(loan.find(1, 8), nullptr);
  EXPECT_EQ(loan.find(0, 7), nullptr);
}

TEST_F(OpinionMemoryTest, IsSharedByPodsThatAskTheSameAndByNoOthers) {
  OpinionMemory memory;
  memory.borrow(question(a_hard_pod("p", "3072")), 1).keep(0, 7, Opinion{});

  const auto knows = [&](const wire::Pod& pod) {
    return memory.borrow(question(pod), 1).find(0, 7) != nullptr;
  };

  EXPECT_TRUE(knows(a_hard_pod("another", "3072")));
  EXPECT_FALSE(knows(a_hard_pod("p", "6144")));
  EXPECT_FALSE(knows(a_hard_pod("p", "3072", 10)));
  wire::Pod picky = a_hard_pod("p", "3072");
  picky.annotations["hami.io/use-Ascend310P-uuid"] = "A";
  EXPECT_FALSE(knows(picky));
  wire::Pod spreading = a_hard_pod("p", "3072");
  spreading.annotations["hami.io/node-scheduler-policy"] = "spread";
  EXPECT_FALSE(knows(spreading));
}

TEST_F(OpinionMemoryTest, ForgetsTheKindThatWasAskedForLongestAgo) {
  OpinionMemory memory;
  const auto of_priority = [&](std::int64_t priority) {
    return memory.borrow(question(a_hard_pod("p", "3072", priority)), 1);
  };
  for (std::int64_t kind = 0; kind < 8; ++kind) of_priority(kind).keep(0, 7, Opinion{});
  of_priority(0);

  of_priority(8).keep(0, 7, Opinion{});

  EXPECT_NE(of_priority(0).find(0, 7), nullptr);
  EXPECT_EQ(of_priority(1).find(0, 7), nullptr);
}

TEST_F(OpinionMemoryTest, IsNotLentTwiceAtOnce) {
  OpinionMemory memory;
  const auto first = memory.borrow(question(a_hard_pod("p", "3072")), 1);

  EXPECT_FALSE(memory.borrow(question(a_hard_pod("p", "3072")), 1));
}

const std::vector<std::string> kNames{"n1", "n2", "n3", "ghost"};

wire::Pod of_two_containers(const std::string& name) {
  wire::Pod pod = backends_test::a_pod()
                      .app(backends_test::asks("1", "3072"))
                      .app(backends_test::asks("1", "6144"));
  pod.key = {"ai", name};
  pod.uid = PodUid{"uid-" + name};
  return pod;
}

wire::Pod any_pod(const std::string& name) {
  const auto memory = *rc::gen::element<std::string>("500", "3072", "9000");
  const auto cores = *rc::gen::element<std::string>("5", "30", "100");
  wire::Pod pod = a_hard_pod(name, memory);
  switch (*rc::gen::inRange(0, 3)) {
    case 0: pod = a_soft_pod(name, memory, cores); break;
    case 1: pod = of_two_containers(name); break;
    default: break;
  }
  pod.priority = *rc::gen::element(0, 0, 10);
  return pod;
}

void change(World& world, int step) {
  const NodeName node{*rc::gen::element<std::string>("n1", "n2", "n3")};
  const PodUid holder{"uid-" + std::to_string(*rc::gen::inRange(0, step + 1))};
  switch (*rc::gen::inRange(0, 4)) {
    case 0: world.book.release(node, holder); return;
    case 1: world.book.forget_node(node); return;
    case 2:
      world.node(node.text(), *rc::gen::element(Mode::kHard, Mode::kSoft), {node.text() + "A"});
      return;
    default: break;
  }
  const Result<Request> request =
      world.rules.load()->dialect.read_request(any_pod(std::to_string(step)));
  const LedgerBook::Snapshot ledger = world.book.snapshot(node);
  if (!request || !ledger) return;
  const Plan plan = plan_on(*ledger, *request, *world.rules.load()->chip_policy);
  if (plan.fits()) world.book.observe(*plan.allocation, InitPhase::kDone);
}

RC_GTEST_FIXTURE_PROP(OpinionMemoryTest, NeverChangesAnAnswer, ()) {
  verbs::Services remembering = services();
  for (int step = 0; step < 12; ++step) {
    change(world_, step);
    const std::string asked = body(any_pod("asker"), kNames);
    const verbs::Services fresh = services();

    RC_ASSERT(*verbs::prioritize(asked, remembering) == *verbs::prioritize(asked, fresh));
    RC_ASSERT(verbs::filter(asked, remembering) == verbs::filter(asked, fresh));
  }
}

}  // namespace
}  // namespace npushare::verbs_test
