// What would free a pod, and what is said of a refusal.
#include "scheduler/verbs/near_misses.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "scheduler/verbs/explain.hpp"
#include "scheduler/verbs/filter.hpp"
#include "scheduler/verbs/node_explanation.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const Json& leave) {
  std::vector<std::string> names;
  for (const Json& pod : leave.items()) names.push_back(pod["pod"].string());
  return names;
}

const Json& node_of(const Json& answer, const std::string& name) {
  static const Json none;
  for (const Json& node : answer["nodes"].items())
    if (node["name"].string() == name) return node;
  return none;
}

TEST(NearMisses, NameWhoWouldHaveToLeaveAndRankTheNodes) {
  World world;
  world.node("n1", Mode::kHard, {"A"}).node("n2", Mode::kHard, {"B"});
  world.node("n3", Mode::kSoft, {"C"}).node("n4", Mode::kHard, {"D"});
  world.running(a_hard_pod("big", "12288"), "n1");
  world.running(a_hard_pod("one", "6144"), "n2").running(a_hard_pod("two", "6144"), "n2");
  world.running(a_hard_pod("small", "3072"), "n4").waiting(a_hard_pod("p", ""));

  const Json answer = *verbs::explain({"ai", "p"}, world.services);

  EXPECT_EQ(node_of(answer, "n4")["near"].integer(), 1);  // one pod leaves, and the least of them
  EXPECT_THAT(names(node_of(answer, "n4")["leave"]), ElementsAre("ai/small"));
  EXPECT_EQ(node_of(answer, "n1")["near"].integer(), 2);
  EXPECT_EQ(node_of(answer, "n2")["near"].integer(), 3);
  EXPECT_THAT(names(node_of(answer, "n2")["leave"]),
              testing::UnorderedElementsAre("ai/one", "ai/two"));
  EXPECT_EQ(node_of(answer, "n2")["leave"].items()[0].at("amount", "memoryMiB").integer(), 6144);
}

TEST(NearMisses, LeaveOutANodeWhereNoDepartureHelps) {
  World world;
  world.node("n1", Mode::kSoft, {"A"}).waiting(a_hard_pod("p", "6144"));

  const Json answer = *verbs::explain({"ai", "p"}, world.services);

  EXPECT_TRUE(node_of(answer, "n1")["near"].is_null());
  EXPECT_THAT(names(node_of(answer, "n1")["leave"]), IsEmpty());
}

TEST(Hints, AskWhetherSoLittleMemoryWasMeant) {
  World world;
  world.node("n1", Mode::kSoft, {"A"}).waiting(a_soft_pod("p", "16", "5"));
  world.waiting(a_soft_pod("q", "256", "5"));

  const Json answer = *verbs::explain({"ai", "p"}, world.services);

  ASSERT_EQ(answer["hints"].items().size(), 1U);
  EXPECT_THAT(answer["hints"].items()[0].string(),
              testing::EndsWith("asks for 16 MiB: memory counts MiB; for 16 GiB write 16384"));
  EXPECT_THAT((*verbs::explain({"ai", "q"}, world.services))["hints"].items(), IsEmpty());
}

class RefusedPod : public testing::Test {
 protected:
  std::string text_for(const wire::Pod& pod, const std::vector<std::string>& asked) {
    verbs::CallNotes notes;
    verbs::filter(body(pod, asked), world.services, &notes);
    EXPECT_TRUE(notes.is_refusal());
    const auto rules = world.rules.load();
    return verbs::refusal_text(*verbs::read_question(pod, *rules), notes, world.services);
  }

  World world;
};

TEST_F(RefusedPod, IsToldTheLargestFreeAmountAndWhereItIs) {
  world.node("n1", Mode::kHard, {"A", "B"}).node("n2", Mode::kHard, {"C"});
  world.node("n3", Mode::kSoft, {"D"});
  world.running(a_hard_pod("a", "12288"), "n1").running(a_hard_pod("b", "12288"), "n2");
  world.running(a_hard_pod("c", "3072"), "n2").running(a_hard_pod("d", "12288"), "n1");

  EXPECT_EQ(text_for(a_hard_pod("p", "12288"), {"n1", "n2", "n3"}),
            "0/3 nodes: 2 insufficient NPU memory (largest free 9239 MiB on n1/chip 0), "
            "1 NPU split in another mode");
}

TEST_F(RefusedPod, IsToldOfTheNodesItAskedAboutAlone) {
  world.node("n1", Mode::kHard, {"A"}).node("n2", Mode::kHard, {"B"});
  world.running(a_hard_pod("a", "12288"), "n1").running(a_hard_pod("b", "12288"), "n2");
  world.running(a_hard_pod("c", "3072"), "n2");

  EXPECT_EQ(text_for(a_hard_pod("p", "12288"), {"n2", "nobody-knows-this-one"}),
            "0/2 nodes: 1 NPU inventory not registered, "
            "1 insufficient NPU memory (largest free 6167 MiB on n2/chip 0)");
}

TEST_F(RefusedPod, WhoAsksForWholeChipsIsToldHowManyThereAre) {
  world.node("n1", Mode::kSoft, {"A", "B"});

  EXPECT_EQ(text_for(a_soft_pod("p", "1000", "5", "4"), {"n1"}),
            "0/1 nodes: 1 not enough NPUs (asks 4 distinct chips, n1 has 2; "
            "14 is the number of slots)");
}

TEST(AsksText, NamesEachContainersWish) {
  const auto dialect = rules_with().dialect;

  EXPECT_EQ(verbs::asks_text(*dialect.read_request(a_soft_pod("p", "8192", "20"))),
            "1 x 8192 MiB, 20 cores");
  EXPECT_EQ(verbs::asks_text(*dialect.read_request(a_hard_pod("p", "", 0, "2"))),
            "2 x a whole chip");
}

TEST(FilterNotes, CountTheReasonsOfARefusalAndNameThePod) {
  World world;
  world.node("n1", Mode::kSoft, {"A"}).node("n2", Mode::kHard, {"B"});
  world.running(a_hard_pod("a", "12288"), "n2");
  verbs::CallNotes notes;

  verbs::filter(body(a_hard_pod("p", "12288"), std::vector<std::string>{"n1", "n2"}),
                world.services, &notes);

  EXPECT_EQ(notes.uid, PodUid{"uid-p"});
  EXPECT_TRUE(notes.wants_npu);
  EXPECT_EQ(notes.reasons.of(Reason::kModeMismatch), 1U);
  EXPECT_EQ(notes.reasons.of(Reason::kMemoryShort), 1U);
  ASSERT_NE(notes.asked.directory, nullptr);
  EXPECT_THAT(notes.asked.numbers, IsEmpty());  // all there are
}

// For random states: when those who are named have left, filter lets the pod in.
RC_GTEST_PROP(NearMisses, FitOnceThoseNamedHaveLeft, ()) {
  World world;
  const std::vector<std::string> nodes{"h1", "h2"};
  world.node("h1", Mode::kHard, {"A", "B"}).node("h2", Mode::kHard, {"C"});
  for (const std::string& node : nodes) {
    const int pods = *rc::gen::inRange(0, 9);
    for (int i = 0; i < pods; ++i) {
      const auto memory = *rc::gen::element<std::string>("3072", "6144", "12288", "");
      const wire::Pod pod = a_hard_pod(node + "-" + std::to_string(i), memory);
      const Request request = *world.rules.load()->dialect.read_request(pod);
      const Plan plan =
          plan_on(*world.book.snapshot(NodeName{node}), request, *world.rules.load()->chip_policy);
      if (plan.fits()) world.book.observe(*plan.allocation, InitPhase::kDone);
    }
  }
  const auto chips = *rc::gen::element<std::string>("1", "2");
  const auto memory = *rc::gen::element<std::string>("12288", "");
  const wire::Pod pod = a_hard_pod("p", chips == "2" ? "" : memory, 0, chips);
  world.waiting(pod);

  const Json answer = *verbs::explain(pod.key, world.services);

  for (const Json& node : answer["nodes"].items()) {
    const std::string name = node["name"].string();
    if (node["fits"].boolean()) RC_ASSERT(node["near"].is_null());
    if (node["near"].is_null()) continue;
    for (const std::string& leaving : names(node["leave"])) {
      RC_ASSERT(world.filter(pod, {name}).names.empty());  // not before the last has left
      world.book.release(NodeName{name}, PodUid{"uid-" + leaving.substr(leaving.find('/') + 1)});
    }
    RC_ASSERT(world.filter(pod, {name}).names.size() == 1U);
  }
}

}  // namespace
}  // namespace npushare::verbs_test
