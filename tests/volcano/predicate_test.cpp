// Codes and texts of refusals: spec/volcano-deviceshare.md 1.2, 5.7, and "Ours" of 10.4 and 10.5.
#include <gtest/gtest.h>

#include "scheduler/volcano/verdict.hpp"
#include "tests/support/policies_builders.hpp"
#include "tests/support/volcano_world.hpp"

namespace npushare::volcano_test {
namespace {

struct Row {
  const char* id;
  Mode node;
  std::size_t chips;
  wire::Pod pod;
  std::int64_t code;
  const char* reason;      // part of it
  std::int64_t taken = 0;  // of the first chip, MiB
};

wire::Pod tmpl(const std::string& chips, const std::string& memory, const std::string& cores = "") {
  wire::Pod pod = backends_test::a_pod().app(backends_test::asks(chips, memory, cores));
  pod.key = {"ai", "t"};
  pod.uid = PodUid{"uid-t"};
  return pod;
}

wire::Pod two(const wire::Pod& first, const std::string& second_memory) {
  wire::Pod pod = first;
  pod.containers.push_back(pod.containers.front());
  pod.containers.back().name = "c1";
  pod.containers.back().limits = backends_test::asks("1", second_memory);
  return pod;
}

class VolcanoCodes : public testing::TestWithParam<Row> {};

TEST_P(VolcanoCodes, SayWhetherWaitingHelps) {
  const Row& row = GetParam();
  VolcanoWorld world;
  world.node("n1", row.node,
             row.chips == 1 ? std::vector<std::string>{kU1} : std::vector<std::string>{kU1, kU2});
  if (row.taken > 0) world.running(soft("old", "1", std::to_string(row.taken)), "n1");

  const Verdict verdict = world.predicate(row.pod, "n1");

  EXPECT_EQ(verdict.code, row.code);
  EXPECT_NE(verdict.reason.find(row.reason), std::string::npos) << verdict.reason;
  EXPECT_EQ(verdict.fits(), row.code == 0);
}

// V-50: a container that asks for more chips than the node has may not be helped by preemption, but
// chips come back; as Volcano has it. V-68: our default, since a larger node would do.
INSTANTIATE_TEST_SUITE_P(
    Vectors, VolcanoCodes,
    testing::Values(Row{"volcano-V-42", Mode::kSoft, 1, soft("p", "1", "18000"), 2,
                        "insufficient NPU memory", 8192},
                    Row{"volcano-V-45", Mode::kSoft, 1, soft("p", "1", "8192"), 0, ""},
                    Row{"volcano-V-50", Mode::kSoft, 2, soft("p", "3", "1000"), 2,
                        "not enough NPUs"},
                    Row{"volcano-V-51", Mode::kSoft, 1, soft("p", "1", "21528"), 3, ""},
                    Row{"volcano-V-52", Mode::kHard, 2, soft("p", "1", "1000"), 3, "another mode"},
                    Row{"volcano-V-56", Mode::kHard, 2, tmpl("2", "4096"), 3, ""},
                    Row{"volcano-V-57", Mode::kHard, 1, tmpl("1", "24577"), 3, ""},
                    Row{"volcano-V-59", Mode::kHard, 1, tmpl("1", "4096", "4"), 3, ""},
                    Row{"volcano-V-61", Mode::kSoft, 1, tmpl("1", "4096"), 3, "another mode"},
                    Row{"volcano-V-62", Mode::kSoft, 1, soft("p", "1", "8Gi"), 3, ""},
                    Row{"volcano-V-63", Mode::kSoft, 1, soft("p", "1", "2Gi"), 3, ""},
                    Row{"volcano-V-64", Mode::kHard, 1, tmpl("1", "1Gi"), 3, ""},
                    Row{"volcano-V-65", Mode::kSoft, 1, soft("p", "0", "1000"), 0, ""},
                    Row{"volcano-V-66", Mode::kSoft, 1, soft("p", "0", "1000"), 0, "", 21527},
                    Row{"volcano-V-68", Mode::kSoft, 1, two(soft("p", "1", "1000"), "2000"), 2,
                        "different NPUs"}),
    [](const auto& row) { return test::as_test_name(row.param.id); });

// volcano-V-69
TEST(VolcanoPredicate, TakesASickChipForOneThatMayRecover) {
  VolcanoWorld world;
  wire::Node node = verbs_test::a_wire_node("n1", Mode::kSoft, {kU1});
  std::string& list = node.annotations.at("hami.io/node-register-Ascend310P");
  list.replace(list.find("\"health\":true"), 13, "\"health\":false");
  world.node(node);

  const Verdict verdict = world.predicate(soft("p", "1", "1000"), "n1");

  EXPECT_EQ(verdict.code, 2);
  EXPECT_EQ(verdict.reason, "NPU unhealthy");
}

// volcano-V-75
TEST(VolcanoPredicate, FailsClosedWhereNobodyKnowsOfChips) {
  VolcanoWorld world;
  world.book.register_node(NodeName{"bare"}, {});

  for (const std::string node : {"bare", "unheard-of"}) {
    const Verdict verdict = world.predicate(soft("p", "1", "1000"), node);

    EXPECT_EQ(verdict.code, 3);
    EXPECT_EQ(verdict.reason, "NPU inventory not registered");
  }
}

TEST(VolcanoPredicate, SaysThatAChipOfTheRightModeMayBecomeFree) {
  const Chip chip = test::a_chip(Mode::kSoft);
  test::ANode builder = test::a_node().chip(chip);
  const NodeLedger& node = builder;
  Request request;
  request.asks.push_back({.model = chip.model, .mode = Mode::kSoft});
  const Refusal refusal{.reason = Reason::kModeMismatch};

  EXPECT_EQ(volcano::code_of(refusal, node, request), volcano::Code::kUnschedulable);
  request.asks.front().mode = Mode::kHard;
  EXPECT_EQ(volcano::code_of(refusal, node, request), volcano::Code::kUnresolvable);
}

// volcano-V-123: a code above 5 would be taken for a fit.
TEST(VolcanoPredicate, NeverAnswersWithACodeThatVolcanoDoesNotKnow) {
  const Chip chip = test::a_chip(Mode::kSoft);
  test::ANode builder = test::a_node().chip(chip);
  const NodeLedger& node = builder;
  Request request;
  request.asks.push_back({.model = chip.model, .mode = Mode::kSoft});
  for (int reason = 0; reason <= static_cast<int>(kLastReason); ++reason) {
    const Refusal refusal{.reason = static_cast<Reason>(reason)};

    const volcano::Code code = volcano::code_of(refusal, node, request);

    EXPECT_TRUE(code == volcano::Code::kUnschedulable || code == volcano::Code::kUnresolvable);
  }
}

// volcano-V-81: there is no switch; a resource that no chip model has is none of ours.
TEST(VolcanoPredicate, LetsAPodPassThatAsksForChipsNobodyHasDescribed) {
  verbs::Rules rules = verbs_test::rules_with();
  rules.dialect = backends::Dialect(Catalogue{}, {});
  VolcanoWorld world(std::move(rules));

  EXPECT_TRUE(world.predicate(soft("p", "1", "8192"), "elsewhere").fits());
  EXPECT_FALSE(world.notes.wants_npu);
}

TEST(VolcanoPredicate, LetsAPodWithoutNpusPass) {
  VolcanoWorld world;

  EXPECT_TRUE(world.predicate(backends_test::a_pod().app(), "elsewhere").fits());
  EXPECT_FALSE(world.notes.wants_npu);
}

TEST(VolcanoPredicate, NotesWhatBecameOfThePod) {
  VolcanoWorld world;
  world.node("n1", Mode::kSoft, {kU1}).running(soft("old", "1", "20000"), "n1");

  world.predicate(soft("p", "1", "8192"), "n1");

  EXPECT_EQ(world.notes.pod, (PodKey{"ai", "p"}));
  EXPECT_EQ(world.notes.nodes, 1U);
  EXPECT_EQ(world.notes.fit, 0U);
  EXPECT_EQ(world.notes.reasons.of(Reason::kMemoryShort), 1U);
}

}  // namespace
}  // namespace npushare::volcano_test
