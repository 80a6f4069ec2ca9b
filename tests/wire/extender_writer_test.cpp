#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "scheduler/wire/extender.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::wire {
namespace {

// kse-9.2-a1: names, reasons and an empty error: the scheduler keeps npu-02.
TEST(WriteFilterAnswer, NamesEveryNodeInExactlyOnePlace) {
  FilterAnswer answer;
  answer.fitting = {"\"npu-02\""};
  answer.unschedulable = {{"\"npu-01\"", "r1"}};
  answer.unresolvable = {{"\"npu-03\"", "r2"}};

  EXPECT_EQ(write_filter_answer(answer),
            R"({"NodeNames":["npu-02"],"FailedNodes":{"npu-01":"r1"},)"
            R"("FailedAndUnresolvableNodes":{"npu-03":"r2"},"Error":""})");
}

TEST(WriteFilterAnswer, KeepsOrderAndQuotesReasonsOnce) {
  FilterAnswer answer;
  answer.fitting = {"\"b\"", "\"a\"", "\"\\u0063\""};
  answer.unschedulable = {{"\"d\"", "say \"no\""}, {"\"e\"", "<full>"}, {"\"f\"", "say \"no\""}};

  EXPECT_EQ(
      write_filter_answer(answer),
      R"({"NodeNames":["b","a","\u0063"],"FailedNodes":{"d":"say \"no\"",)"
      R"("e":"\u003cfull\u003e","f":"say \"no\""},"FailedAndUnresolvableNodes":{},"Error":""})");
}

// The form of kse 9.1 number 11; kse-9.2-a2 shows that none stay.
TEST(WriteFilterAnswer, OfNoNodeHasEmptyListsAndNoNull) {
  EXPECT_EQ(write_filter_answer({}),
            R"({"NodeNames":[],"FailedNodes":{},"FailedAndUnresolvableNodes":{},"Error":""})");
}

TEST(WriteFilterAnswer, GivesTheNodesBackInFullNodeMode) {
  FilterAnswer answer;
  answer.with_nodes = true;
  answer.raw_nodes = {R"({"metadata":{"name":"npu-01"}})", R"({ "metadata":{"name":"npu-02"}})"};
  answer.unresolvable = {{"\"npu-03\"", "r"}};

  EXPECT_EQ(write_filter_answer(answer),
            R"({"Nodes":{"metadata":{},"items":[{"metadata":{"name":"npu-01"}},)"
            R"({ "metadata":{"name":"npu-02"}}]},"NodeNames":null,"FailedNodes":{},)"
            R"("FailedAndUnresolvableNodes":{"npu-03":"r"},"Error":""})");
}

TEST(WriteFilterAnswer, IsJsonWhateverTheNumberOfNodes) {
  std::vector<std::string> names;
  for (int number = 0; number < 5000; ++number)
    names.push_back("\"node-" + std::to_string(number) + "\"");
  FilterAnswer answer;
  for (std::size_t at = 0; at < names.size(); ++at) {
    if (at % 3 == 0) answer.fitting.push_back(names[at]);
    if (at % 3 == 1) answer.unschedulable.push_back({names[at], at % 2 == 0 ? "r1" : "r2"});
    if (at % 3 == 2) answer.unresolvable.push_back({names[at], "r3"});
  }

  const Result<Json> read = Json::parse(write_filter_answer(answer));

  ASSERT_TRUE(read);
  EXPECT_EQ((*read)["NodeNames"].items().size(), 1667U);
  EXPECT_EQ((*read)["FailedNodes"].members().size(), 1667U);
  EXPECT_EQ((*read)["FailedAndUnresolvableNodes"].members().size(), 1666U);
}

// kse-9.2-a6; the form is that of kse-9.1-19.
TEST(WriteFilterError, HasNullListsAndTheText) {
  EXPECT_EQ(write_filter_error("npushare: caches not synced"),
            R"({"NodeNames":null,"FailedNodes":null,"FailedAndUnresolvableNodes":null,)"
            R"("Error":"npushare: caches not synced"})");
}

// kse-9.2-b1: whole numbers only, in the order asked.
TEST(WriteScores, IsABareArray) {
  const std::vector<HostScore> scores{
      {"\"npu-01\"", 4}, {"\"npu-02\"", 10}, {"\"x\"", std::numeric_limits<std::int64_t>::min()}};

  EXPECT_EQ(write_scores(scores), R"([{"Host":"npu-01","Score":4},{"Host":"npu-02","Score":10},)"
                                  R"({"Host":"x","Score":-9223372036854775808}])");
}

// kse-9.2-b4: no hosts, no scores.
TEST(WriteScores, OfNoHostIsAnEmptyArray) {
  EXPECT_EQ(write_scores({}), "[]");
}

// kse-9.2-c1 and kse-9.2-c3.
TEST(WriteBindAnswer, IsTheErrorOrAnEmptyText) {
  EXPECT_EQ(write_bind_answer(""), R"({"Error":""})");
  EXPECT_EQ(write_bind_answer("pod \"a\" is gone"), R"({"Error":"pod \"a\" is gone"})");
}

}  // namespace
}  // namespace npushare::wire
