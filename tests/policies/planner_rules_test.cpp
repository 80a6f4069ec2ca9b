// What containers of one pod mean to each other, who could leave, and what a plan says.

#include <gtest/gtest.h>

#include "policies/planner.hpp"
#include "tests/support/policies_builders.hpp"

namespace npushare {
namespace {

using test::a_node;
using test::alone;
using test::amount;
using test::ANode;
using test::APod;
using test::hard;
using test::placed;
using test::pod;
using test::policy;
using test::soft;
using test::whole;

TEST(Containers, RunTogetherSoTheirSumMustFit) {
  const ANode one = a_node().soft("A");

  EXPECT_EQ(placed(one, APod().app(soft(10763, 1)).app(soft(10763, 1))), "A;A");
  EXPECT_EQ(placed(one, APod().app(soft(10764, 1)).app(soft(10764, 1))), "!memory-short");
}

TEST(Containers, GoElsewhereWhenTheFirstChoiceLeavesALaterOneNoPlace) {
  // spread puts the small one on A, the emptier chip, where alone the large one fits.
  const ANode node = a_node().hard("A").hard("B").share("A", hard(6144)).share("B", hard(12288));

  EXPECT_EQ(placed(node, APod().app(hard(6144)).app(hard(12288)), "spread"), "B;A");
}

TEST(InitContainers, RunAloneAndTakeTheChipThePodHasAnyway) {
  const ANode node = a_node().soft("A").soft("B").share("A", soft(1000, 10));

  EXPECT_EQ(placed(node, APod().init(soft(9000, 10)).app(soft(9000, 10)), "spread"), "B;B");
  EXPECT_EQ(placed(node, APod().init(soft(9000, 10)).app(soft(8000, 10)), "spread"), "A;B");
}

TEST(InitContainers, OfAnotherSizeThanTheAppNeedAnotherChip) {
  const ANode one = a_node().hard("A");

  EXPECT_EQ(placed(one, APod().init(hard(12288)).app(hard(3072))), "!shared-chip");
  EXPECT_EQ(placed(one, APod().init(hard(3072)).app(hard(3072))), "A;A");
}

TEST(InitContainers, MayTakeInTurnWhatTheAppTakesAlone) {
  const ANode one = a_node().soft("A");

  EXPECT_EQ(placed(one, APod().init(soft(1000, 100)).app(soft(1000, 100))), "A;A");
  EXPECT_EQ(placed(one, APod().init(whole()).init(whole()).app(whole())), "A;A;A");
  EXPECT_EQ(placed(one, APod().sidecar(soft(1000, 100)).app(soft(1000, 100))), "!exclusive");
  EXPECT_EQ(placed(one, APod().app(alone(soft(1000, 1))).app(alone(soft(1000, 1)))), "!exclusive");
}

// case-C94, with one size, as different sizes never share a chip.
TEST(Sidecars, RunBesideTheInitContainersDeclaredAfterThem) {
  const ANode one = a_node().soft("A");

  EXPECT_EQ(placed(one, APod().sidecar(soft(12288, 10)).init(soft(12288, 10))), "!memory-short");
  EXPECT_EQ(placed(one, APod().init(soft(12288, 10)).sidecar(soft(12288, 10))), "A;A");
}

TEST(SharedChip, IsTheReasonOnlyWhenNothingElseStandsInTheWay) {
  const ANode room = a_node().hard("A").hard("B").share("B", whole());
  const ANode full = a_node().hard("A").share("A", hard(12288)).hard("B").share("B", whole());

  EXPECT_EQ(placed(room, APod().app(hard(3072)).app(hard(6144))), "!shared-chip");
  EXPECT_EQ(placed(full, APod().app(hard(6144)).app(hard(6144))), "!memory-short");
}

TEST(Models, AreAskedForSideBySideInOneContainer) {
  Chip other = test::a_chip(Mode::kHard, "B");
  other.model = ModelName{"Ascend910B4"};
  Ask second = hard(3072);
  second.model = other.model;
  Request both = pod(hard(3072));
  both.asks.push_back(second);

  EXPECT_EQ(placed(a_node().hard("A").chip(other), both), "A,B");
  EXPECT_EQ(placed(a_node().hard("A"), both), "!no-such-model");
}

TEST(Refusal, NamesTheFirstAskWithoutAPlace) {
  const Plan plan = plan_on(a_node().hard("A"), APod().plain().app(hard(12288)).app(hard(12288)),
                            policy("binpack"));

  EXPECT_FALSE(plan.fits());
  EXPECT_EQ(plan.refusal.ask, 1U);
  EXPECT_EQ(plan.refusal.reason, Reason::kMemoryShort);
}

struct ResolveCase {
  const char* name;
  ANode node;
  Request pod;
  bool resolvable;
};

class Resolve : public testing::TestWithParam<ResolveCase> {};

TEST_P(Resolve, SaysWhetherLowerPodsCouldMakeRoom) {
  const Plan plan = plan_on(GetParam().node, GetParam().pod, policy("binpack"));

  ASSERT_FALSE(plan.fits());
  EXPECT_EQ(plan.refusal.resolvable, GetParam().resolvable);
}

ANode unhealthy_with(std::int64_t priority) {
  Chip chip = test::a_chip(Mode::kHard);
  chip.healthy = false;
  return a_node().chip(chip).share("A", whole(), "q", priority);
}

ANode flipped(std::int64_t priority) {
  const Ask of_old_mode = test::part(Mode::kHard, amount(3072, 1));
  return a_node().soft("A").share("A", of_old_mode, "old", priority);
}

INSTANTIATE_TEST_SUITE_P(
    Priorities, Resolve,
    testing::Values(
        ResolveCase{"an_unhealthy_chip", unhealthy_with(1), pod(hard(1), "p", 9), false},
        ResolveCase{"one_lower", a_node().hard("A").share("A", whole(), "q", 8),
                    pod(hard(1), "p", 9), true},
        ResolveCase{"the_same", a_node().hard("A").share("A", whole(), "q", 9),
                    pod(hard(1), "p", 9), false},
        ResolveCase{"one_higher", a_node().hard("A").share("A", whole(), "q", 10),
                    pod(hard(1), "p", 9), false},
        ResolveCase{
            "the_lower_one_is_not_enough",
            a_node().hard("A").share("A", hard(3072), "l", 1).share("A", hard(3072), "h", 10),
            pod(whole(), "p", 9), false},
        ResolveCase{"larger_than_the_chip", a_node().soft("A").share("A", soft(1, 1), "q", 1),
                    pod(soft(30000, 1), "p", 9), false},
        ResolveCase{"too_few_chips", a_node().hard("A").share("A", whole(), "q", 1),
                    pod(whole(2), "p", 9), false},
        ResolveCase{"one_of_two_chips_free",
                    a_node().hard("A").hard("B").share("A", whole(), "q", 1), pod(whole(2), "p", 9),
                    true},
        // The chip is soft now; only the old pod stands in the way.
        ResolveCase{"a_lower_pod_of_the_old_mode", flipped(1), pod(soft(1, 1), "p", 9), true},
        ResolveCase{"an_equal_pod_of_the_old_mode", flipped(9), pod(soft(1, 1), "p", 9), false}),
    [](const auto& row) { return row.param.name; });

TEST(Refusal, IsNotResolvableOnANodeWithoutTheModel) {
  const ANode empty = a_node().registered(Registration::kFresh);

  const Plan plan = plan_on(empty, pod(hard(1), "p", 9), policy("binpack"));

  EXPECT_EQ(plan.refusal.reason, Reason::kNoSuchModel);
  EXPECT_FALSE(plan.refusal.resolvable);
}

TEST(WithoutLower, DropsStrictlyLowerPods) {
  const ANode node =
      a_node().soft("A").share("A", soft(1, 1), "l", 4).share("A", soft(2, 2), "e", 5);

  const NodeLedger rest = without_lower(node, 5);

  EXPECT_EQ(rest.chips()[0].used(), amount(2, 2));
}

TEST(Findings, AnswerForEachChipAndAskAsIfItWereTheOnlyOne) {
  const ANode node =
      a_node().hard("A").soft("B").share("A", test::part(Mode::kHard, amount(30000, 1)));
  std::vector<ChipFinding> findings;

  plan_on(node, APod().app(hard(3072)).app(whole()), policy("binpack"), &findings);

  ASSERT_EQ(findings.size(), 4U);
  EXPECT_EQ(findings[0].reason, Reason::kMemoryShort);
  EXPECT_EQ(findings[0].asked, amount(3072, 1, 1, 1));
  EXPECT_EQ(findings[0].free, amount(0, 7, 6, 7));  // not below 0
  EXPECT_EQ(findings[1].reason, Reason::kModeMismatch);
  EXPECT_EQ(findings[1].chip, ChipUuid{"B"});
  EXPECT_EQ(findings[1].chip_index, 1U);
  EXPECT_EQ(findings[2].reason, Reason::kExclusive);
  EXPECT_EQ(findings[3].ask, 1U);
  EXPECT_EQ(findings[3].asked, test::a_chip(Mode::kSoft).capacity);
  EXPECT_EQ(findings[3].reason, std::nullopt);
}

TEST(Grant, TellsTheContainerWhatItGets) {
  const ANode node = a_node().hard("A").soft("B");
  const auto grant = [&](const Ask& ask) {
    return plan_on(node, pod(ask), policy("spread")).allocation->grants.at(0);
  };

  EXPECT_EQ(grant(hard(5000)).template_name, "vir02");
  EXPECT_EQ(grant(hard(5000)).quota, (Quota{MiB{6144}, Cores{0}}));
  EXPECT_EQ(grant(soft(5000, 20)).quota, (Quota{MiB{5000}, Cores{20}}));
  EXPECT_EQ(grant(soft(5000, 20)).mode, Mode::kSoft);
  EXPECT_EQ(grant(whole()).quota, (Quota{MiB{21527}, Cores{0}}));
  EXPECT_EQ(grant(whole()).amount, test::a_chip(Mode::kHard).capacity);
  EXPECT_EQ(grant(whole()).mode, Mode::kHard);
}

}  // namespace
}  // namespace npushare
