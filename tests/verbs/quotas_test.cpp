#include "scheduler/verbs/quotas.hpp"

#include <gmock/gmock.h>

#include "scheduler/verbs/explain.hpp"
#include "tests/support/verbs_quotas.hpp"

namespace npushare::verbs_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

const std::string kSpent(text_of(Reason::kQuotaSpent));

class QuotaTest : public testing::Test {
 protected:
  QuotaTest() { world_.node("n1", Mode::kSoft, {"A", "B"}).node("n2", Mode::kSoft, {"C"}); }

  FilterReply filter(const wire::Pod& pod) { return world_.filter(pod, {"n1", "n2"}); }
  bool fits(const wire::Pod& pod) { return !filter(pod).names.empty(); }

  QuotaWorld world_;
};

TEST_F(QuotaTest, RefusesOnEveryNodeWhatTheNamespaceHasNoRoomFor) {  // case-C86
  world_.limit({{kMemoryKey, "10000"}});
  world_.running(a_soft_pod("old", "9000", "5"), "n1");

  const FilterReply reply = filter(a_soft_pod("new", "2000", "5"));

  EXPECT_THAT(reply.names, IsEmpty());
  EXPECT_THAT(reply.unresolvable, ElementsAre(Pair("n1", kSpent), Pair("n2", kSpent)));
}

TEST_F(QuotaTest, IsExplainedWithItsNumbers) {
  world_.limit({{kMemoryKey, "10000"}});
  world_.running(a_soft_pod("old", "9000", "5"), "n1");
  const wire::Pod pod = a_soft_pod("new", "2000", "5");
  world_.waiting(pod);

  const Result<wire::Json> page = verbs::explain(pod.key, world_.services);

  ASSERT_TRUE(page);
  EXPECT_THAT((*page)["summary"].string(),
              HasSubstr("0/2 nodes fit: 2 " + kSpent +
                        " (limits.huawei.com/Ascend310P-memory of quota \"npu\": 2000 MiB asked, "
                        "9000 used, limit 10000)"));
  EXPECT_THAT((*page)["hints"].items().at(0).string(), HasSubstr("9000 of 10000 MiB used"));
}

TEST_F(QuotaTest, FillsALimitToItsLastUnit) {  // hami-Q1
  world_.limit({{kMemoryKey, "2000"}});
  world_.running(a_soft_pod("old", "1000", "5"), "n1");

  EXPECT_TRUE(fits(a_soft_pod("p", "1000", "5")));
  EXPECT_FALSE(fits(a_soft_pod("p", "1001", "5")));
}

TEST_F(QuotaTest, CountsEveryChipOfAPod) {  // case-C84, hami-Q6
  world_.limit({{kMemoryKey, "12288"}, {kCoresKey, "60"}});
  EXPECT_FALSE(fits(a_soft_pod("wide", "1000", "40", "2")));

  world_.running(a_soft_pod("two", "6144", "10", "2"), "n1");

  EXPECT_EQ(world_.quotas.uses().at(0).used, 12288);
  EXPECT_EQ(world_.quotas.uses().at(1).used, 20);
  EXPECT_FALSE(fits(a_soft_pod("p", "1000", "5")));
}

TEST_F(QuotaTest, TakesZeroForNothingAndNoQuotaForNoLimit) {  // case-C88, hami-Q2, hami-Q3
  world_.limit({{kMemoryKey, "0"}});
  wire::Pod elsewhere = a_soft_pod("p", "1000", "5");
  elsewhere.key.space = "other";

  EXPECT_FALSE(fits(a_soft_pod("p", "1000", "5")));
  EXPECT_TRUE(fits(elsewhere));
}

TEST_F(QuotaTest, LimitsShares) {
  world_.limit({{kSharesKey, "2"}});
  world_.running(a_soft_pod("old", "1000", "5"), "n1");

  EXPECT_TRUE(fits(a_soft_pod("p", "1000", "5")));
  EXPECT_FALSE(fits(a_soft_pod("p", "1000", "5", "2")));
}

TEST_F(QuotaTest, FreesWhatAPodLeaves) {  // case-C35
  world_.limit({{kMemoryKey, "12288"}});
  const wire::Pod job = a_soft_pod("job", "12288", "5");
  world_.running(job, "n1");
  EXPECT_FALSE(fits(a_soft_pod("p", "6144", "5")));

  world_.book.release(NodeName{"n1"}, job.uid);
  EXPECT_TRUE(fits(a_soft_pod("p", "6144", "5")));
  EXPECT_EQ(world_.used(), 0);

  // Of whom nothing was on the books nothing goes. hami-Q7, case-C11
  EXPECT_EQ(world_.book.release(NodeName{"n1"}, PodUid{"unknown"}), 0U);
  EXPECT_EQ(world_.used(), 0);

  world_.limit({});
  EXPECT_TRUE(fits(a_soft_pod("p", "16000", "5")));
}

TEST_F(QuotaTest, ForgetsALimitAndKeepsWhatIsUsed) {  // hami-Q8
  world_.limit({{kMemoryKey, "1000"}, {kCoresKey, "10"}});
  world_.running(a_soft_pod("old", "1000", "10"), "n1");

  world_.limit({{kMemoryKey, "2000"}});

  EXPECT_EQ(world_.used(), 1000);
  EXPECT_TRUE(fits(a_soft_pod("p", "1000", "50")));
}

TEST_F(QuotaTest, AsksTheTightestOfSeveralQuotas) {
  // HAMi lets the last one seen overwrite the others; ours all hold, as in Kubernetes.
  world_.quotas.publish({{.space = "ai", .name = "a", .hard = {{kMemoryKey, "9000"}}},
                         {.space = "ai", .name = "b", .hard = {{kMemoryKey, "3000"}}}});

  EXPECT_TRUE(fits(a_soft_pod("p", "3000", "5")));
  const auto excess = world_.quotas.excess_of(
      *world_.rules.load()->dialect.read_request(a_soft_pod("p", "3001", "5")));
  ASSERT_TRUE(excess);
  EXPECT_EQ(
      text_of(*excess),
      "limits.huawei.com/Ascend310P-memory of quota \"b\": 3001 MiB asked, 0 used, limit 3000");
}

TEST_F(QuotaTest, IsAskedAgainWhereSharesAreCharged) {
  world_.limit({{kMemoryKey, "12288"}});
  const Result<Reservation> first = world_.hold(a_soft_pod("a", "8192", "5"), "n1");
  ASSERT_TRUE(first) << first.error().message;

  const Result<Reservation> second = world_.hold(a_soft_pod("b", "8192", "5"), "n2");

  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kConflict);
  EXPECT_THAT(second.error().message, HasSubstr("8192 MiB asked, 8192 used, limit 12288"));
  EXPECT_EQ(world_.World::used("n2"), Amount{});
}

TEST_F(QuotaTest, GivesBackWithTheReservation) {  // case-C24
  world_.limit({{kMemoryKey, "8192"}});
  {
    const Result<Reservation> held = world_.hold(a_soft_pod("a", "8192", "5"), "n1");
    ASSERT_TRUE(held);
    EXPECT_EQ(world_.used(), 8192);
  }

  EXPECT_EQ(world_.used(), 0);
  EXPECT_TRUE(world_.hold(a_soft_pod("b", "8192", "5"), "n2"));
}

TEST_F(QuotaTest, ChargesNothingForAQuestion) {  // case-C26
  world_.limit({{kMemoryKey, "6144"}});
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(fits(a_soft_pod("p", "6144", "5")));
  EXPECT_EQ(world_.used(), 0);
}

TEST_F(QuotaTest, HasRoomForAPodThatHoldsItAlready) {
  world_.limit({{kMemoryKey, "8192"}});
  const wire::Pod pod = a_soft_pod("a", "8192", "5");
  const Result<Reservation> held = world_.hold(pod, "n2");
  ASSERT_TRUE(held);

  EXPECT_TRUE(fits(pod));
}

TEST_F(QuotaTest, CountsAnInitContainerUntilItIsDone) {  // hami-Q9
  world_.limit({{kMemoryKey, "30000"}});
  wire::Pod pod = backends_test::a_pod()
                      .soft()
                      .init(backends_test::asks("1", "20000", "5"))
                      .app(backends_test::asks("1", "10000", "5"));
  pod.key = {"ai", "first"};
  pod.uid = PodUid{"uid-first"};
  const Result<Reservation> held = world_.hold(pod, "n1");
  ASSERT_TRUE(held) << held.error().message;
  const Allocation grants = held->allocation();
  world_.book.observe(grants, InitPhase::kRunning);
  EXPECT_EQ(world_.used(), 30000);  // of different sizes, so they have different chips
  wire::Pod next = pod;
  next.key.name = "next";
  next.uid = PodUid{"uid-next"};
  EXPECT_FALSE(fits(next));

  world_.book.observe(grants, InitPhase::kDone);

  EXPECT_EQ(world_.used(), 10000);
  EXPECT_TRUE(fits(next));
}

TEST_F(QuotaTest, CountsOnWhileTheNodeListsNoChips) {
  world_.limit({{kMemoryKey, "12288"}});
  world_.running(a_soft_pod("old", "8192", "5"), "n1");

  world_.book.register_node(NodeName{"n1"}, {});
  EXPECT_EQ(world_.used(), 8192);
  world_.book.forget_node(NodeName{"n1"});
  EXPECT_EQ(world_.used(), 8192);
}

TEST(QuotaUnits, AreThoseThatPodsAskIn) {  // hami-Q5
  Catalogue catalogue = backends_test::a_catalogue();
  for (ChipModel& model : catalogue.models) model.memory_factor = 4;
  verbs::Rules rules = rules_with();
  rules.dialect = backends::Dialect(std::move(catalogue), {});
  QuotaWorld world(std::move(rules));
  world.node("n1", Mode::kSoft, {"A"});
  world.limit({{kMemoryKey, "4096"}});

  EXPECT_THAT(world.filter(a_soft_pod("p", "4096", "5"), {"n1"}).names, ElementsAre("n1"));
  EXPECT_THAT(world.filter(a_soft_pod("p", "4097", "5"), {"n1"}).unresolvable,
              ElementsAre(Pair("n1", kSpent)));
}

TEST_F(QuotaTest, CountsHardSplitCoresInPercentOfAChip) {
  world_.limit({{kCoresKey, "50"}});
  world_.node("h1", Mode::kHard, {"H"});
  world_.running(a_hard_pod("old", "6144"), "h1");  // vir02: 2 of 8 AI cores

  EXPECT_EQ(world_.used(), 25);
}

}  // namespace
}  // namespace npushare::verbs_test
