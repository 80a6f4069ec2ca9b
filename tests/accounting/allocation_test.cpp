#include "accounting/allocation.hpp"

#include <gtest/gtest.h>

#include "tests/support/accounting_builders.hpp"

namespace npushare {
namespace {

using enum ContainerKind;
using test::amount;
using test::AnAllocation;

/// What an allocation costs chip A.
Amount charged(const Allocation& allocation, InitPhase phase) {
  Amount sum;
  for (const Charge& charge : charges_of(allocation, phase)) sum += charge.share.amount;
  return sum;
}

struct Part {
  ContainerKind kind;
  Amount amount;
};

struct PeakCase {
  const char* name;
  std::vector<Part> parts;
  Amount start;   // while init containers may run
  Amount steady;  // once they are done
};

class AllocationCharge : public testing::TestWithParam<PeakCase> {};

TEST_P(AllocationCharge, IsTheLargerOfInitPeakAndSteadySum) {
  AnAllocation builder("n1", "p");
  for (const Part& part : GetParam().parts) builder.container(part.kind).grant("A", part.amount);

  EXPECT_EQ(charged(builder, InitPhase::kRunning), GetParam().start);
  EXPECT_EQ(charged(builder, InitPhase::kDone), GetParam().steady);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, AllocationCharge,
    testing::Values(
        PeakCase{"two_apps",
                 {{kApp, amount(100, 10)}, {kApp, amount(200, 20)}},
                 amount(300, 30, 2),
                 amount(300, 30, 2)},
        // case-C92: init and app containers never run together.
        PeakCase{"init_and_app",
                 {{kInit, amount(12288, 40)}, {kApp, amount(12288, 40)}},
                 amount(12288, 40),
                 amount(12288, 40)},
        PeakCase{"init_above_app",
                 {{kInit, amount(500, 50)}, {kApp, amount(100, 10)}},
                 amount(500, 50),
                 amount(100, 10)},
        PeakCase{"components_apart",
                 {{kInit, amount(500, 5)}, {kApp, amount(100, 10)}},
                 amount(500, 10),
                 amount(100, 10)},
        PeakCase{"two_inits",
                 {{kInit, amount(100, 10)}, {kInit, amount(200, 30)}},
                 amount(200, 30),
                 amount(0, 0, 0)},
        // case-C94 (a): a sidecar declared before an init container runs during it.
        PeakCase{
            "sidecar_before_init",
            {{kSidecar, amount(6144, 10)}, {kInit, amount(16384, 10)}, {kApp, amount(3072, 10)}},
            amount(22528, 20, 2),
            amount(9216, 20, 2)},
        // case-C94 (b): and after it, does not.
        PeakCase{
            "sidecar_after_init",
            {{kInit, amount(16384, 10)}, {kSidecar, amount(6144, 10)}, {kApp, amount(3072, 10)}},
            amount(16384, 20, 2),
            amount(9216, 20, 2)}),
    [](const auto& test) { return test.param.name; });

TEST(AllocationCharge, NamesEachShareOfAContainerApart) {
  const Allocation two_chips =
      AnAllocation("n1", "p").grant("A", amount(1, 1)).grant("B", amount(1, 1));

  const std::vector<Charge> charges = charges_of(two_chips, InitPhase::kRunning);

  ASSERT_EQ(charges.size(), 2U);
  EXPECT_NE(charges[0].id, charges[1].id);
  EXPECT_EQ(charges[1].id, ShareId::of_container(PodUid{"p"}, "c0", 1));
}

TEST(AllocationCharge, ChargesAnInitContainerOnItsOwnChipOnly) {
  const Allocation allocation = AnAllocation("n1", "p")
                                    .container(kInit)
                                    .grant("A", amount(6144, 0))
                                    .container(kApp)
                                    .grant("B", amount(3072, 0));

  const std::vector<Charge> charges = charges_of(allocation, InitPhase::kRunning);

  ASSERT_EQ(charges.size(), 2U);
  EXPECT_EQ(charges[0].chip, ChipUuid{"B"});
  EXPECT_EQ(charges[1].chip, ChipUuid{"A"});
  EXPECT_EQ(charges[1].share.amount, amount(6144, 0));
}

TEST(AllocationCharge, ClosesAChipThatAnInitContainerWantsAlone) {
  const Allocation allocation = AnAllocation("n1", "p")
                                    .container(kApp)
                                    .grant("A", amount(6144, 0))
                                    .container(kInit)
                                    .grant("A", amount(6144, 0), Hold::kExclusive);

  const std::vector<Charge> charges = charges_of(allocation, InitPhase::kRunning);

  ASSERT_EQ(charges.size(), 2U);
  EXPECT_EQ(charges[1].share.hold, Hold::kExclusive);
}

TEST(ShareId, IsTheSameAfterARestart) {
  EXPECT_EQ(ShareId::of_container(PodUid{"u"}, "c", 0).text(),
            "ead1a62a-6e0b-52f8-9c04-b20dfa9df929");
  EXPECT_NE(ShareId::of_container(PodUid{"u"}, "c", 1), ShareId::of_container(PodUid{"u"}, "c", 0));
  EXPECT_NE(ShareId::of_init_peak(PodUid{"u"}, ChipUuid{"c"}),
            ShareId::of_container(PodUid{"u"}, "c", 0));
}

TEST(ShareId, TakesDrasShareIdAsItIs) {
  const char* const text = "be06132e-0aff-4efc-bd8e-42a4e06ed385";

  ASSERT_TRUE(ShareId::parse(text));
  EXPECT_EQ(ShareId::parse(text)->text(), text);
}

TEST(ShareId, RefusesWhatIsNoUuid) {
  for (const char* text :
       {"", "x", "be06132e-0aff-4efc-bd8e-42a4e06ed38", "be06132e0aff4efcbd8e42a4e06ed385",
        "be06132e-0aff-4efc-bd8e-42a4e06ed38g", "{e06132e-0aff-4efc-bd8e-42a4e06ed385}"})
    EXPECT_FALSE(ShareId::parse(text)) << text;
}

}  // namespace
}  // namespace npushare
