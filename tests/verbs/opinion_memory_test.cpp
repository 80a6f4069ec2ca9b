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
using verbs::Thought;
using verbs::Verdict;

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

  OpinionMemory::Loan borrow(OpinionMemory& memory, const wire::Pod& pod) {
    return memory.borrow(question(pod), world_.book.directory(), world_.book.changes());
  }
  std::uint64_t version_of(std::uint32_t node) {
    return world_.book.directory()->row(node).version();
  }

  World world_;
  QuietPods pods_;
};

TEST_F(OpinionMemoryTest, KeepsAThoughtUntilTheNodeChanges) {
  OpinionMemory memory;
  const wire::Pod pod = a_hard_pod("p", "3072");
  borrow(memory, pod).keep(1, version_of(1), Opinion{{}, Score{5}, Score{6}});
  borrow(memory, pod).keep(2, Verdict{Reason::kCoresShort, true});

  world_.book.register_node(NodeName{"n1"}, {});
  EXPECT_EQ(borrow(memory, pod).thought(0), Thought::kNone);
  EXPECT_EQ(borrow(memory, pod).thought(1), Thought::kRated);
  EXPECT_EQ(borrow(memory, pod).rating(1).chips, Score{6});
  EXPECT_EQ(verbs::verdict_of(borrow(memory, pod).thought(2)).refused, Reason::kCoresShort);

  world_.book.register_node(NodeName{"n2"}, {});
  world_.book.register_node(NodeName{"n3"}, {});
  EXPECT_EQ(borrow(memory, pod).thought(1), Thought::kNone);
  EXPECT_EQ(borrow(memory, pod).thought(2), Thought::kNone);
}

TEST_F(OpinionMemoryTest, KeepsOnlyRatingsWhenTheDirectoryIsAnother) {
  OpinionMemory memory;
  const wire::Pod pod = a_hard_pod("p", "3072");
  borrow(memory, pod).keep(0, version_of(0), Opinion{{}, Score{1}, {}});
  borrow(memory, pod).keep(1, version_of(1), Opinion{{}, Score{2}, {}});
  borrow(memory, pod).keep(2, Verdict{});

  world_.node("n4", Mode::kHard, {"F"});
  EXPECT_EQ(borrow(memory, pod).thought(0), Thought::kRated);
  EXPECT_EQ(borrow(memory, pod).thought(2), Thought::kNone);

  world_.book.forget_node(NodeName{"n1"});  // n2 has its number now
  EXPECT_EQ(borrow(memory, pod).thought(0), Thought::kNone);
}

TEST_F(OpinionMemoryTest, ForgetsAllWhenItMissedTooManyChanges) {
  OpinionMemory memory;
  const wire::Pod pod = a_hard_pod("p", "3072");
  borrow(memory, pod).keep(0, Verdict{});
  borrow(memory, pod).keep(1, version_of(1), Opinion{});

  for (std::uint64_t change = 0; change <= ChangeLog::kLength; ++change)
    world_.book.register_node(NodeName{"n3"}, {});

  EXPECT_EQ(borrow(memory, pod).thought(0), Thought::kNone);
  EXPECT_EQ(borrow(memory, pod).thought(1), Thought::kRated);
}

TEST_F(OpinionMemoryTest, IsSharedByPodsThatAskTheSameAndByNoOthers) {
  OpinionMemory memory;
  borrow(memory, a_hard_pod("p", "3072")).keep(0, Verdict{});

  const auto knows = [&](const wire::Pod& pod) {
    return borrow(memory, pod).thought(0) != Thought::kNone;
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
    return borrow(memory, a_hard_pod("p", "3072", priority));
  };
  for (std::int64_t kind = 0; kind < 8; ++kind) of_priority(kind).keep(0, Verdict{});
  of_priority(0);

  of_priority(8).keep(0, Verdict{});

  EXPECT_EQ(of_priority(0).thought(0), Thought::kFits);
  EXPECT_EQ(of_priority(1).thought(0), Thought::kNone);
}

TEST_F(OpinionMemoryTest, IsNotLentTwiceAtOnce) {
  OpinionMemory memory;
  const auto first = borrow(memory, a_hard_pod("p", "3072"));

  EXPECT_FALSE(borrow(memory, a_hard_pod("p", "3072")));
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

/// Nodes also come in another order: after enough surprises the directory follows.
std::vector<std::string> any_names() {
  return *rc::gen::element(kNames, std::vector<std::string>{"n3", "n1", "ghost", "n2"});
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
    const std::string asked = body(any_pod("asker"), any_names());
    const verbs::Services fresh = services();

    RC_ASSERT(*verbs::prioritize(asked, remembering) == *verbs::prioritize(asked, fresh));
    RC_ASSERT(verbs::filter(asked, remembering).whole() == verbs::filter(asked, fresh).whole());
  }
}

}  // namespace
}  // namespace npushare::verbs_test
