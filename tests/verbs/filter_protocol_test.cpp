#include <gtest/gtest.h>

#include "accounting/reason.hpp"
#include "tests/verbs/fixture_f.hpp"

namespace npushare::verbs_test {
namespace {

using Names = std::vector<std::string>;

std::string raw_filter(World& world, const std::string& text) {
  return verbs::filter(text, world.services).whole();
}

struct BadBody {
  std::string id;
  std::string text;
  std::string error_start;
};
class UnreadableFilter : public testing::TestWithParam<BadBody> {};

TEST_P(UnreadableFilter, IsAnsweredInItsErrorAndTheNextCallIsServed) {
  World world;
  furnish(world);

  const FilterReply reply = read_reply(raw_filter(world, GetParam().text));

  EXPECT_TRUE(reply.error.starts_with(GetParam().error_start)) << reply.error;
  EXPECT_TRUE(reply.whole["NodeNames"].is_null());
  EXPECT_TRUE(reply.whole["FailedNodes"].is_null());
  EXPECT_EQ(world.filter(asker("6144"), {"npu-01"}).names, Names{"npu-01"});
}

INSTANTIATE_TEST_SUITE_P(
    Bodies, UnreadableFilter,
    testing::Values(
        BadBody{"kse-9.1-20", "{", "bad request:"},
        BadBody{"kse-9.1-21", R"({"Pod":null,"NodeNames":[]})", "bad request: Pod missing"},
        // Ours names the part that is missing; HAMi's text is "extender args missing pod".
        BadBody{"hami-W2", R"({"NodeNames":["n1"]})", "bad request: Pod missing"},
        BadBody{"kse-9.1-22", R"({"Pod":{"metadata":{"name":"p"}},"Nodes":null,"NodeNames":null})",
                "bad request: no nodes"},
        BadBody{"kse-9.1-54", std::string(200, '[') + std::string(200, ']'), "bad request:"},
        BadBody{"deep_pod", R"({"Pod":)" + std::string(200, '[') + std::string(200, ']') + "}",
                "bad request:"},
        BadBody{"case-C138 {}", "{}", "bad request: Pod missing"},
        BadBody{"case-C138 empty, hami-W1", "", "bad request:"},
        BadBody{"case-C138 20 MB", std::string(std::size_t{20} << 20, ' '), "bad request:"},
        BadBody{"hami-W7", "{not-json", "bad request:"}),
    [](const auto& test) { return "body_" + std::to_string(test.index); });

// hami-W3: the names come back untouched. Our maps are {} where HAMi writes null; both mean
// "nobody".
TEST(FilterProtocol, APodWithoutNpuPassesEveryNodeUntouched) {
  World world;
  const wire::Pod pod = backends_test::a_pod().app();

  const std::string text = raw_filter(world, body(pod, Names{"a", "b", "a"}));

  EXPECT_EQ(text, R"({"NodeNames":["a","b","a"],"FailedNodes":{},"FailedAndUnresolvableNodes":{},)"
                  R"("Error":""})");
}

TEST(FilterProtocol, APodWithoutNpuPassesNodesGivenWhole) {
  World world;
  const wire::Pod pod = backends_test::a_pod().app();

  const FilterReply reply = read_reply(
      raw_filter(world, body(pod, std::vector<wire::Node>{a_node_without_registration("a")})));

  EXPECT_EQ(reply.names, Names{"a"});
}

// hami-W10: HAMi drops the reason of n2; we keep it.
TEST(FilterProtocol, AnUnknownNodeIsNamedWithItsReasonBesideAFittingOne) {
  World world;
  world.node("n1", Mode::kHard, {"A"});

  const FilterReply reply = world.filter(a_hard_pod("p", "3072"), {"n1", "n2"});

  EXPECT_EQ(reply.names, Names{"n1"});
  EXPECT_EQ(reply.unresolvable, (Reasons{{"n2", "NPU inventory not registered"}}));
}

// hami-W11: HAMi puts both in FailedNodes and NodeNames is null; we say which one preemption may
// help, and [].
TEST(FilterProtocol, EveryRefusedNodeStandsInExactlyOneMap) {
  World world;
  world.node("n1", Mode::kHard, {"A"}).running(a_hard_pod("low", "12288", 0), "n1");

  const FilterReply reply = world.filter(a_hard_pod("p", "12288", 5), {"n1", "n2"});

  EXPECT_EQ(reply.failed, (Reasons{{"n1", "insufficient NPU memory"}}));
  EXPECT_EQ(reply.unresolvable, (Reasons{{"n2", "NPU inventory not registered"}}));
  EXPECT_TRUE(reply.whole["NodeNames"].is_array());
}

// hami-W12
TEST(FilterProtocol, ANodeGivenWholeWithoutRegistrationIsRefused) {
  World world;

  const FilterReply reply = read_reply(raw_filter(
      world,
      body(a_hard_pod("p", "3072"), std::vector<wire::Node>{a_node_without_registration("a")})));

  EXPECT_EQ(reply.unresolvable.count("a"), 1U);
}

// hami-W4
TEST(FilterProtocol, KeysInLowerCaseAreUnderstood) {
  World world;
  world.node("n1", Mode::kHard, {"A"});
  std::string text = body(a_hard_pod("p", "3072"), Names{"n1"});
  text.replace(text.find("\"Pod\""), 5, "\"pod\"");
  text.replace(text.find("\"NodeNames\""), 11, "\"nodenames\"");

  EXPECT_EQ(read_reply(raw_filter(world, text)).names, Names{"n1"});
}

TEST(FilterProtocol, AWrongRequestIsRefusedOnEveryNodeWithOneText) {
  World world;
  world.node("n1", Mode::kHard, {"A"}).node("n2", Mode::kHard, {"B"});

  const FilterReply reply = world.filter(a_hard_pod("p", "16Gi"), {"n1", "n2"});

  EXPECT_EQ(reply.error, "");
  ASSERT_EQ(reply.unresolvable.size(), 2U);
  EXPECT_EQ(reply.unresolvable.at("n1"), reply.unresolvable.at("n2"));
}

// case-C45: never silently another policy. Letter case and blanks are forgiven, a wrong name is
// not.
TEST(FilterProtocol, AnUnknownPolicyOfThePodIsRefusedWithTheAllowedNames) {
  World world;
  world.node("n1", Mode::kHard, {"A"});
  wire::Pod pod = a_hard_pod("p", "3072");
  pod.annotations["hami.io/gpu-scheduler-policy"] = "Binpack ";
  EXPECT_EQ(world.filter(pod, {"n1"}).names, Names{"n1"});
  pod.annotations["hami.io/gpu-scheduler-policy"] = "pack";

  const std::string reason = world.filter(pod, {"n1"}).unresolvable.at("n1");

  EXPECT_NE(reason.find("hami.io/gpu-scheduler-policy"), std::string::npos) << reason;
  EXPECT_NE(reason.find("binpack"), std::string::npos) << reason;
  EXPECT_NE(reason.find("spread"), std::string::npos) << reason;
}

// case-C163: n1 and n2 keep their reasons although n3 passes.
TEST(FilterProtocol, ReasonsAreGivenAlsoWhenAnotherNodeFits) {
  World world;
  world.node("n1", Mode::kHard, {"A"})
      .node("n2", Mode::kSoft, {"B"})
      .node("n3", Mode::kHard, {"C"})
      .running(a_hard_pod("big", "12288"), "n1");

  const FilterReply reply = world.filter(a_hard_pod("p", "12288"), {"n1", "n2", "n3"});

  EXPECT_EQ(reply.names, Names{"n3"});
  EXPECT_EQ(reply.unresolvable,
            (Reasons{{"n1", "insufficient NPU memory"}, {"n2", "NPU split in another mode"}}));
}

/// A bind that was sent away keeps its share: to its own pod that is room, to no other.
TEST(FilterProtocol, AShareThatWaitsForThePodIsRoomToIt) {
  World world;
  world.node("n0", Mode::kHard, {"A"});
  const wire::Pod pod = a_hard_pod("p", "12288");
  const Request request = *world.rules.load()->dialect.read_request(pod);
  const Plan plan =
      plan_on(*world.book.snapshot(NodeName{"n0"}), request, *world.rules.load()->chip_policy);
  const Result<Reservation> kept = world.book.reserve(*plan.allocation);
  ASSERT_TRUE(kept);
  world.gate.places.emplace(pod.uid, NodeName{"n0"});

  EXPECT_EQ(world.filter(pod, {"n0"}).names, Names{"n0"});
  EXPECT_EQ(world.filter(a_hard_pod("q", "12288"), {"n0"}).names, Names{});
}

// case-C26: a question takes nothing, however often it is put.
TEST(FilterProtocol, AskingFiveTimesTakesNothing) {
  World world;
  world.node("n0", Mode::kHard, {"A"});
  const FilterReply first = world.filter(a_hard_pod("p", "6144"), {"n0"});

  for (int i = 0; i < 4; ++i) EXPECT_EQ(world.filter(a_hard_pod("p", "6144"), {"n0"}), first);

  EXPECT_EQ(world.used("n0"), Amount{});
}

TEST(SingleNode, KeepsOnlyTheBestAndNamesTheOthers) {
  verbs::Rules rules = rules_with();
  rules.single_node = true;
  World world(std::move(rules));
  furnish(world);

  const FilterReply reply = world.filter(asker("6144"), kAll);

  EXPECT_EQ(reply.names, Names{"npu-02"});
  EXPECT_EQ(reply.failed, (Reasons{{"npu-01", "another node is better for the NPU request"}}));
  EXPECT_EQ(reply.unresolvable.size(), 4U);
}

}  // namespace
}  // namespace npushare::verbs_test
