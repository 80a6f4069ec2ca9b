#include <gtest/gtest.h>

#include "accounting/reason.hpp"
#include "tests/verbs/fixture_f.hpp"

namespace npushare::verbs_test {
namespace {

using Names = std::vector<std::string>;

// Our texts are one for each reason, shorter than the vectors' and without the model's name,
// because kube-scheduler counts equal texts; the class (which map) is the vectors'.
std::string text(Reason reason) {
  return std::string(text_of(reason));
}
const std::string kMemory = text(Reason::kMemoryShort);
const std::string kSick = text(Reason::kUnhealthy);
const std::string kNone = text(Reason::kNotRegistered);
// hi-1 has npu-03's chip for itself; design.md 5 checks that before the memory.
const std::string kHeld = text(Reason::kExclusive);
const std::string kNoRoom = text(Reason::kChipsShort);

/// The common tail: a CPU node has no inventory, which is what we say of it too.
Reasons with_tail(Reasons reasons) {
  reasons.insert({{"npu-04", kSick}, {"npu-05", kNone}, {"cpu-01", kNone}});
  return reasons;
}

struct Vector {
  std::string id;
  wire::Pod pod;
  Names asked;
  Names fitting;
  Reasons failed;
  Reasons unresolvable;
};

class FilterVector : public testing::TestWithParam<Vector> {};

TEST_P(FilterVector, AnswersAsTheTableSays) {
  World world;
  furnish(world);

  const FilterReply reply = world.filter(GetParam().pod, GetParam().asked);

  EXPECT_EQ(reply.names, GetParam().fitting);
  EXPECT_EQ(reply.failed, GetParam().failed);
  EXPECT_EQ(reply.unresolvable, GetParam().unresolvable);
  EXPECT_EQ(reply.error, "");
}

const Names kFirstThree{"npu-01", "npu-02", "npu-03"};

INSTANTIATE_TEST_SUITE_P(
    FixtureF, FilterVector,
    testing::Values(
        Vector{"kse-9.1-1",
               asker("6144"),
               kAll,
               {"npu-01", "npu-02"},
               {},
               with_tail({{"npu-03", kHeld}})},
        Vector{"kse-9.1-2",
               asker("12288"),
               kAll,
               {"npu-01"},
               {{"npu-02", kMemory}},
               with_tail({{"npu-03", kHeld}})},
        // Chip 1 of npu-01 is empty. A whole chip wants an idle one, which is what we say of the
        // others.
        Vector{"kse-9.1-3",
               asker(""),
               kAll,
               {"npu-01"},
               {{"npu-02", kHeld}},
               with_tail({{"npu-03", kHeld}})},
        // 6145 rounds up to vir04.
        Vector{"kse-9.1-4",
               asker("6145"),
               kFirstThree,
               {"npu-01"},
               {{"npu-02", kMemory}},
               {{"npu-03", kHeld}}},
        Vector{"kse-9.1-5", asker("3072"), {"npu-02"}, {"npu-02"}, {}, {}},
        Vector{"kse-9.1-6", asker("100"), {"npu-01", "npu-02"}, {"npu-01", "npu-02"}, {}, {}},
        Vector{"kse-9.1-7",
               asker("", 1000, "2"),
               kFirstThree,
               {},
               {{"npu-01", kNoRoom}},
               {{"npu-02", text(Reason::kTooFewChips)}, {"npu-03", text(Reason::kTooFewChips)}}},
        // Nobody is lower than 0.
        Vector{"kse-9.1-9",
               asker("12288", 0),
               {"npu-02", "npu-03"},
               {},
               {},
               {{"npu-02", kMemory}, {"npu-03", kHeld}}},
        Vector{"kse-9.1-10", asker("3072", 3000), {"npu-03"}, {}, {{"npu-03", kHeld}}, {}},
        Vector{"kse-9.1-11", asker("6144"), {}, {}, {}, {}},
        Vector{
            "kse-9.1-12", asker("6144"), {"ghost", "npu-01"}, {"npu-01"}, {}, {{"ghost", kNone}}},
        Vector{"kse-9.1-13", backends_test::a_pod().app(), kAll, kAll, {}, {}},
        Vector{"kse-9.1-14", asker("", 1000, "0"), kAll, kAll, {}, {}}),
    [](const auto& test) {
      std::string name = test.param.id;
      for (char& letter : name)
        if (letter == '-' || letter == '.') letter = '_';
      return name;
    });

// kse-9.1-8: no chip is that large, so no node can mend it; the text names what was asked.
TEST(FilterVectors, AnAskBeyondAnyChipIsUnresolvableOnEveryNode) {
  World world;
  furnish(world);

  const FilterReply reply = world.filter(asker("30000"), {"npu-01", "npu-02"});

  EXPECT_EQ(reply.names, Names{});
  EXPECT_EQ(reply.failed, Reasons{});
  ASSERT_EQ(reply.unresolvable.size(), 2U);
  EXPECT_EQ(reply.unresolvable.at("npu-01"), reply.unresolvable.at("npu-02"));
}

// kse-9.1-15, hami-W13: judged from the objects given; the book's shares of a known node stay
// taken.
TEST(FilterVectors, NodesGivenWholeAreJudgedFromTheObjects) {
  World world;
  furnish(world);
  const wire::Node grown = a_wire_node("npu-02", Mode::kHard, {"B", "B2"});
  const wire::Node stranger = a_wire_node("template-node", Mode::kHard, {"T"});
  const wire::Node bare = a_node_without_registration("npu-01");

  const FilterReply reply = read_reply(
      verbs::filter(body(asker("12288"), {grown, stranger, bare}), world.services).whole());

  EXPECT_EQ(reply.error, "");
  EXPECT_EQ(reply.names, (Names{"npu-02", "template-node"}));
  EXPECT_TRUE(reply.whole["NodeNames"].is_null());
  EXPECT_EQ(reply.unresolvable, (Reasons{{"npu-01", kNone}}));
  EXPECT_EQ(world.book.snapshot(NodeName{"npu-02"})->chips().size(), 1U);
}

TEST(FilterVectors, AKnownNodeGivenWholeKeepsItsSharesTaken) {
  World world;
  furnish(world);

  const FilterReply reply =
      read_reply(verbs::filter(body(asker("12288"), {a_wire_node("npu-02", Mode::kHard, {"B"})}),
                               world.services)
                     .whole());

  EXPECT_EQ(reply.failed, (Reasons{{"npu-02", kMemory}}));
}

// kse-9.1-16, case-C33: a terminating pod holds its shares, and its leaving would mend it.
TEST(FilterVectors, ATerminatingPodStillHolds) {
  World world;
  furnish(world);
  wire::Pod leaving = *world.kube.pod({"ai", "lo-2"});
  leaving.is_terminating = true;
  world.kube.put(leaving);

  const FilterReply reply = world.filter(asker(""), {"npu-02"});

  EXPECT_EQ(reply.failed.count("npu-02"), 1U);
}

struct NomineeCase {
  std::string id;
  std::int64_t priority;
  bool fits;
};
class Nominee : public testing::TestWithParam<NomineeCase> {};

// Q keeps chip 1; base-a, which is lower, would free chip 0: resolvable.
TEST_P(Nominee, HoldsItsPlaceAgainstPodsThatAreNotAboveIt) {
  World world;
  furnish(world);
  wire::Pod nominee = a_hard_pod("q", "", GetParam().priority);
  nominee.nominated_node = NodeName{"npu-01"};
  world.waiting(nominee);

  const FilterReply reply = world.filter(asker(""), {"npu-01"});

  EXPECT_EQ(reply.names, GetParam().fits ? Names{"npu-01"} : Names{});
  EXPECT_EQ(reply.failed.size(), GetParam().fits ? 0U : 1U);
}

INSTANTIATE_TEST_SUITE_P(Priorities, Nominee,
                         testing::Values(NomineeCase{"kse-9.1-17", 1500, false},
                                         NomineeCase{"equal", 1000, false},
                                         NomineeCase{"kse-9.1-18", 500, true}),
                         [](const auto& test) { return std::to_string(test.param.priority); });

TEST(Nominees, TheAskerIsNotItsOwnRival) {
  World world;
  furnish(world);
  wire::Pod pod = asker("");
  pod.nominated_node = NodeName{"npu-01"};
  world.waiting(pod);

  EXPECT_EQ(world.filter(pod, {"npu-01"}).names, Names{"npu-01"});
}

// kse 2.3: what the victims free is not for pods below the nominee, even before the victims are
// gone.
TEST(Nominees, RoomThatIsStillToBeFreedIsNotGivenAway) {
  World world;
  furnish(world);
  wire::Pod nominee = a_hard_pod("q", "", 1500);
  nominee.nominated_node = NodeName{"npu-02"};
  world.waiting(nominee);

  EXPECT_EQ(world.filter(asker("3072"), {"npu-02"}).names, Names{});
}

// case-C142, case-C130: a full node is FailedNodes, never an Error, so that preemption may help.
TEST(FilterVectors, AFullNodeIsUnschedulableAndNotAnError) {
  World world;
  world.node("n1", Mode::kHard, {"A", "B"});
  for (int i = 0; i < 14; ++i)
    world.running(a_hard_pod("low-" + std::to_string(i), "3072", 0), "n1");

  const FilterReply reply = world.filter(a_hard_pod("high", "12288", 1000), {"n1"});

  EXPECT_EQ(reply.error, "");
  EXPECT_EQ(reply.failed.size(), 1U);
}

}  // namespace
}  // namespace npushare::verbs_test
