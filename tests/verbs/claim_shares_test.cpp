// Shares of claims (DRA) as the verbs see them, beside those of annotation pods.
#include <gtest/gtest.h>

#include "tests/support/verbs_preempt.hpp"
#include "tests/support/verbs_quotas.hpp"

namespace npushare::verbs_test {
namespace {

class ClaimShares : public testing::Test {
 protected:
  ClaimShares() {
    world.node("n1", Mode::kSoft, {"A"});
    const auto claim = std::make_shared<const Holder>(
        Holder{.uid = PodUid{"c"}, .pod = {"ai", "claim"}, .priority = 0, .since = 0});
    const std::vector<Charge> charges{
        {.chip = ChipUuid{"A"},
         .id = *ShareId::parse("be06132e-0aff-4efc-bd8e-42a4e06ed385"),
         .share = {.holder = claim,
                   .amount = {.memory = MiB{20'000}, .cores = Cores{50}},
                   .mode = Mode::kSoft,
                   .source = Source::kClaim},
         .model = {}}};
    world.book.observe(NodeName{"n1"}, claim->uid, charges);
  }

  QuotaWorld world;
};

TEST_F(ClaimShares, LeaveTheRestToAnnotationPods) {
  EXPECT_EQ(world.filter(a_soft_pod("p", "1527", "50"), {"n1"}).names.size(), 1U);
  EXPECT_TRUE(world.filter(a_soft_pod("p", "1528", "50"), {"n1"}).names.empty());
  EXPECT_TRUE(world.filter(a_soft_pod("p", "1527", "51"), {"n1"}).names.empty());
}

TEST_F(ClaimShares, AreNobodysToEvict) {
  wire::Pod important = a_soft_pod("p", "8192", "50");
  important.priority = 1000;

  EXPECT_EQ(
      answer(world, {}, preempt_body(important, R"({"n1":{"Pods":[],"NumPDBViolations":0}})")),
      "{}");
}

// The quotas' keys are limits of containers, and a claim has none.
TEST_F(ClaimShares, AreNoneOfANamespacesQuota) {
  world.limit({{kMemoryKey, "1500"}});

  EXPECT_EQ(world.filter(a_soft_pod("p", "1500", "50"), {"n1"}).names.size(), 1U);
}

}  // namespace
}  // namespace npushare::verbs_test
