#include "scheduler/dra/chip_domains.hpp"

#include <gmock/gmock.h>

#include "tests/support/accounting_builders.hpp"

namespace npushare::dra {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> named(const std::string& annotation) {
  wire::Node node;
  node.annotations[std::string(kClaimChipsKey)] = annotation;
  std::vector<std::string> uuids;
  for (const ChipUuid& uuid : claim_chips_of(node)) uuids.push_back(uuid.text());
  return uuids;
}

TEST(ClaimChips, AreTheUuidsOfTheAnnotation) {
  EXPECT_THAT(named("A"), ElementsAre("A"));
  EXPECT_THAT(named(" A ,, B,"), ElementsAre("A", "B"));
  EXPECT_THAT(named(" , "), IsEmpty());
  EXPECT_THAT(claim_chips_of({}), IsEmpty());
}

TEST(ChipUse, TellsClaimsFromEverythingElse) {
  DeviceLedger chip(test::a_soft_chip());
  EXPECT_FALSE(use_of(chip).by_claims || use_of(chip).by_annotations);

  Share claim = test::a_share("c", test::amount(1, 1));
  claim.source = Source::kClaim;
  chip.observe(test::share_id("c"), claim);
  EXPECT_TRUE(use_of(chip).by_claims);
  EXPECT_FALSE(use_of(chip).by_annotations);

  Share held = test::a_share("p", test::amount(1, 1));
  held.source = Source::kReservation;
  chip.observe(test::share_id("p"), held);
  EXPECT_TRUE(use_of(chip).by_annotations);
}

constexpr ChipUse kIdle{};
constexpr ChipUse kClaims{.by_claims = true};
constexpr ChipUse kPods{.by_annotations = true};
constexpr ChipUse kBoth{.by_claims = true, .by_annotations = true};

struct SplitCase {
  const char* name;
  Wanted wanted;
  ChipUse use;
  Fence fence;
  bool takes_pods;
  bool is_fenced;
};

class Split : public testing::TestWithParam<SplitCase> {};

TEST_P(Split, GivesAChipToOneSide) {
  const SplitCase& row = GetParam();
  EXPECT_EQ(block_of_split(row.wanted, row.use, row.fence),
            row.takes_pods ? Block::kNone : Block::kKeptForClaims);
  EXPECT_EQ(wants_fence(row.wanted, row.use), row.is_fenced);
  // Never both at once: pods join only where new claims are kept off.
  EXPECT_TRUE(!row.takes_pods || (row.is_fenced && row.fence == Fence::kStands));
}

constexpr Wanted kA = Wanted::kForAnnotations;
constexpr Wanted kC = Wanted::kForClaims;

INSTANTIATE_TEST_SUITE_P(
    Table, Split,
    testing::Values(
        SplitCase{"idle_and_fenced", kA, kIdle, Fence::kStands, true, true},
        SplitCase{"idle_and_not_fenced_yet", kA, kIdle, Fence::kNone, false, true},
        SplitCase{"idle_and_just_fenced", kA, kIdle, Fence::kFresh, false, true},
        SplitCase{"with_pods", kA, kPods, Fence::kStands, true, true},
        SplitCase{"claims_were_there_first", kA, kClaims, Fence::kStands, false, true},
        SplitCase{"both_were_there_first", kA, kBoth, Fence::kStands, false, true},
        SplitCase{"for_claims_and_idle", kC, kIdle, Fence::kNone, false, false},
        SplitCase{"for_claims_and_still_fenced", kC, kIdle, Fence::kStands, false, false},
        SplitCase{"for_claims_while_pods_leave", kC, kPods, Fence::kStands, false, true},
        SplitCase{"for_claims_with_claims", kC, kClaims, Fence::kNone, false, false}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace npushare::dra
