// The preempt bodies of the extender protocol, read and written.
#include "scheduler/wire/preempt.hpp"

#include <gtest/gtest.h>

#include "scheduler/wire/json.hpp"
#include "tests/support/wire_golden.hpp"

namespace npushare::wire {
namespace {

std::vector<std::string> uids(const GivenVictims& victims) {
  std::vector<std::string> texts;
  for (const GivenVictim& victim : victims.pods) texts.push_back(victim.uid.text());
  return texts;
}

std::string complaint(std::string_view body) {
  const Result<PreemptArgs> args = read_preempt_args(body);
  return args ? std::string() : args.error().message;
}

TEST(ReadPreemptArgs, ReadsTheRecordedBody) {
  const Result<PreemptArgs> args = read_preempt_args(golden("preempt-vip-1.json"));

  ASSERT_TRUE(args) << args.error().message;
  EXPECT_EQ(args->pod.key, (PodKey{"default", "vip"}));
  EXPECT_EQ(args->pod.priority, 1000);
  ASSERT_EQ(args->nodes.size(), 3U);
  const GivenVictims& second = args->nodes.at(NodeName{"npu-node-2"});
  EXPECT_EQ(uids(second), std::vector<std::string>{"487a4272-bf3f-4db4-8328-617fe92d929f"});
  EXPECT_EQ(second.broken_budgets, 0);
}

TEST(ReadPreemptArgs, ReadsWholePods) {
  const Result<PreemptArgs> args = read_preempt_args(
      R"({"Pod":{"metadata":{"name":"p"}},"NodeNameToMetaVictims":null,"NodeNameToVictims":
          {"n1":{"Pods":[{"metadata":{"name":"v","namespace":"ai","uid":"U","labels":{"a":"b"}},
                          "spec":{"priority":7}},{"metadata":{"uid":"W"}}],"NumPDBViolations":2}}})");

  ASSERT_TRUE(args) << args.error().message;
  const GivenVictims& victims = args->nodes.at(NodeName{"n1"});
  EXPECT_EQ(uids(victims), (std::vector<std::string>{"U", "W"}));
  EXPECT_EQ(victims.broken_budgets, 2);
  ASSERT_TRUE(victims.pods[0].pod);
  EXPECT_EQ(victims.pods[0].pod->priority, 7);
  EXPECT_EQ(victims.pods[0].pod->labels.find("a"), "b");
}

// As Go's decoder: keys in any case, the last of equal keys, null for nothing, unknown keys.
TEST(ReadPreemptArgs, ReadsAsGoDoes) {
  const Result<PreemptArgs> args = read_preempt_args(
      R"({"nodenametometavictims":{"n1":{"pods":[{"uid":"A","x":[{}]}],"numpdbviolations":1,
          "Pods":[{"UID":"\u0042"},{"UID":"C"}]},"n2":null,"n3":{"Pods":null,"NumPDBViolations":null}},
          "POD":{"metadata":{"name":"p"}},"Extra":{"deep":[[]]}} trailing)");

  ASSERT_TRUE(args) << args.error().message;
  EXPECT_TRUE(args->has_pod);
  EXPECT_EQ(uids(args->nodes.at(NodeName{"n1"})), (std::vector<std::string>{"B", "C"}));
  EXPECT_EQ(args->nodes.at(NodeName{"n1"}).broken_budgets, 1);
  EXPECT_TRUE(args->nodes.at(NodeName{"n2"}).pods.empty());
  EXPECT_TRUE(args->nodes.at(NodeName{"n3"}).pods.empty());
}

TEST(ReadPreemptArgs, GoesByTheUidsWhenBothFormsAreGiven) {
  const Result<PreemptArgs> args = read_preempt_args(
      R"({"NodeNameToMetaVictims":{"a":{"Pods":[]}},"NodeNameToVictims":{"b":{"Pods":[]}}})");

  ASSERT_TRUE(args) << args.error().message;
  ASSERT_EQ(args->nodes.size(), 1U);
  EXPECT_TRUE(args->nodes.contains(NodeName{"a"}));
}

TEST(ReadPreemptArgs, NamesTheFieldThatIsWrong) {
  EXPECT_EQ(complaint(""), "an object is expected at offset 0");
  EXPECT_EQ(complaint("[]"), "an object is expected at offset 0");
  EXPECT_EQ(complaint(R"({"Pod":[]})"), "Pod: an object is expected");
  EXPECT_EQ(complaint(R"({"NodeNameToMetaVictims":{"n1":{"Pods":[{"UID":"a"},{}]}}})"),
            R"(NodeNameToMetaVictims: ["n1"]: Pods[1]: UID is missing)");
  EXPECT_EQ(complaint(R"({"NodeNameToMetaVictims":{"n1":{"Pods":[null]}}})"),
            R"(NodeNameToMetaVictims: ["n1"]: Pods[0]: UID is missing)");
  EXPECT_EQ(complaint(R"({"NodeNameToVictims":{"n1":{"Pods":[null]}}})"),
            R"(NodeNameToVictims: ["n1"]: Pods[0]: an object is expected)");
  EXPECT_NE(complaint(R"({"NodeNameToMetaVictims":{"n1":{"Pods":{}}}})"), "");
  EXPECT_NE(complaint(R"({"NodeNameToMetaVictims":{"n1":{"Pods":[{"UID":7}]}}})"), "");
  EXPECT_NE(complaint(R"({"NodeNameToMetaVictims":{"n1":{"Pods":[{"UID":"a"})"), "");
  EXPECT_NE(complaint(R"({"NodeNameToMetaVictims":[]})"), "");
}

TEST(ReadPreemptArgs, RefusesCountsThatAreNone) {
  for (const std::string count :
       {"-1", "1.5", "1e1", "2147483648", "99999999999999999999", "\"1\""}) {
    EXPECT_NE(complaint(R"({"NodeNameToMetaVictims":{"n":{"NumPDBViolations":)" + count + "}}}"),
              "")
        << count;
  }
  EXPECT_EQ(complaint(R"({"NodeNameToMetaVictims":{"n":{"NumPDBViolations":2147483647}}})"), "");
}

TEST(ReadPreemptArgs, RefusesDeepNestingWhereverItStands) {
  for (const std::size_t depth : {200U, 200'000U}) {
    const std::string nest = std::string(depth, '[') + std::string(depth, ']');
    EXPECT_NE(complaint(R"({"x":)" + nest + "}"), "");
    EXPECT_NE(complaint(R"({"NodeNameToMetaVictims":{"n":{"x":)" + nest + "}}}"), "");
    EXPECT_NE(complaint(R"({"NodeNameToVictims":{"n":{"Pods":[)" + nest + "]}}}"), "");
  }
}

TEST(WritePreemptAnswer, WritesNoNullInside) {
  EXPECT_EQ(write_preempt_answer({}), R"({"NodeNameToMetaVictims":{}})");
  const std::vector<NodeVictims> nodes{
      {.node = NodeName{"n\"1"}, .pods = {PodUid{"U-L2"}, PodUid{"U-L1"}}, .broken_budgets = 1},
      {.node = NodeName{"n2"}, .pods = {}, .broken_budgets = 0}};
  EXPECT_EQ(write_preempt_answer(nodes),
            R"({"NodeNameToMetaVictims":{"n\"1":{"Pods":[{"UID":"U-L2"},{"UID":"U-L1"}],)"
            R"("NumPDBViolations":1},"n2":{"Pods":[],"NumPDBViolations":0}}})");
}

}  // namespace
}  // namespace npushare::wire
