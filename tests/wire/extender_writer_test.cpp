#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scheduler/wire/extender.hpp"
#include "scheduler/wire/json.hpp"
#include "tests/support/wire_directory.hpp"

namespace npushare::wire {
namespace {

RefusedRun refused(std::string_view quoted, std::string_view reason) {
  return {{.text = quoted}, reason};
}

// kse-9.2-a1: names, reasons and an empty error: the scheduler keeps npu-02.
TEST(WriteFilterAnswer, NamesEveryNodeInExactlyOnePlace) {
  FilterAnswer answer;
  answer.fitting = {"\"npu-02\""};
  answer.unschedulable = {refused("\"npu-01\"", "r1")};
  answer.unresolvable = {refused("\"npu-03\"", "r2")};

  EXPECT_EQ(write_filter_answer(answer, {}).whole(),
            R"({"NodeNames":["npu-02"],"FailedNodes":{"npu-01":"r1"},)"
            R"("FailedAndUnresolvableNodes":{"npu-03":"r2"},"Error":""})");
}

TEST(WriteFilterAnswer, KeepsOrderAndQuotesReasonsOnce) {
  FilterAnswer answer;
  answer.fitting = {"\"b\"", "\"a\"", "\"\\u0063\""};
  answer.unschedulable = {refused("\"d\"", "say \"no\""), refused("\"e\"", "<full>"),
                          refused("\"f\"", "say \"no\"")};

  EXPECT_EQ(
      write_filter_answer(answer, {}).whole(),
      R"({"NodeNames":["b","a","\u0063"],"FailedNodes":{"d":"say \"no\"",)"
      R"("e":"\u003cfull\u003e","f":"say \"no\""},"FailedAndUnresolvableNodes":{},"Error":""})");
}

// The form of kse 9.1 number 11; kse-9.2-a2 shows that none stay.
TEST(WriteFilterAnswer, OfNoNodeHasEmptyListsAndNoNull) {
  EXPECT_EQ(write_filter_answer({}, {}).whole(),
            R"({"NodeNames":[],"FailedNodes":{},"FailedAndUnresolvableNodes":{},"Error":""})");
}

TEST(WriteFilterAnswer, GivesTheNodesBackInFullNodeMode) {
  FilterAnswer answer;
  answer.with_nodes = true;
  answer.fitting = {R"({"metadata":{"name":"npu-01"}})", R"({ "metadata":{"name":"npu-02"}})"};
  answer.unresolvable = {refused("\"npu-03\"", "r")};

  EXPECT_EQ(write_filter_answer(answer, {}).whole(),
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
    if (at % 3 == 0) answer.fitting.append(names[at], 1);
    if (at % 3 == 1) answer.unschedulable.push_back(refused(names[at], at % 2 == 0 ? "r1" : "r2"));
    if (at % 3 == 2) answer.unresolvable.push_back(refused(names[at], "r3"));
  }

  const Result<Json> read = Json::parse(write_filter_answer(answer, {}).whole());

  ASSERT_TRUE(read);
  EXPECT_EQ((*read)["NodeNames"].items().size(), 1667U);
  EXPECT_EQ((*read)["FailedNodes"].members().size(), 1667U);
  EXPECT_EQ((*read)["FailedAndUnresolvableNodes"].members().size(), 1666U);
}

TEST(WriteFilterAnswer, LeavesLongPiecesWhereTheyAre) {
  const std::string many = '"' + std::string(5000, 'n') + '"';
  FilterAnswer answer;
  answer.fitting = {"\"a\"", many, "\"b\"", many};
  answer.unresolvable = {refused("\"c\"", "r")};

  const ReplyText reply = write_filter_answer(answer, {});

  ASSERT_EQ(reply.splices.size(), 2U);
  EXPECT_EQ(reply.splices[0].second.data(), many.data());
  EXPECT_LT(reply.text.size(), 200U);
  EXPECT_EQ(reply.whole(), R"({"NodeNames":["a",)" + many + R"(,"b",)" + many +
                               R"(],"FailedNodes":{},"FailedAndUnresolvableNodes":{"c":"r"},)" +
                               R"("Error":""})");
}

// Around the sizes at which copying changes its way.
TEST(WriteFilterAnswer, CopiesNamesOfAnyLength) {
  for (std::size_t length = 0; length < 200; ++length) {
    std::string name = "\"";
    for (std::size_t at = 0; at < length; ++at) name += static_cast<char>('a' + at % 26);
    name += '"';
    FilterAnswer answer;
    answer.fitting = {name};
    answer.unschedulable = {refused(name, "why")};

    EXPECT_EQ(write_filter_answer(answer, {}).whole(),
              R"({"NodeNames":[)" + name + R"(],"FailedNodes":{)" + name +
                  R"(:"why"},"FailedAndUnresolvableNodes":{},"Error":""})");
  }
}

// kse-9.2-a6; the form is that of kse-9.1-19.
TEST(WriteFilterError, HasNullListsAndTheText) {
  EXPECT_EQ(write_filter_error("npushare: caches not synced"),
            R"({"NodeNames":null,"FailedNodes":null,"FailedAndUnresolvableNodes":null,)"
            R"("Error":"npushare: caches not synced"})");
}

// kse-9.2-b1: whole numbers only, in the order asked.
TEST(WriteScores, IsABareArray) {
  Candidates hosts;
  hosts.add(NodeDirectory::kNone, "\"npu-01\"");
  hosts.add(NodeDirectory::kNone, "\"npu-02\"");
  hosts.add(NodeDirectory::kNone, "\"x\"");

  EXPECT_EQ(write_scores(hosts, std::vector<std::uint8_t>{4, 10, 0}),
            R"([{"Host":"npu-01","Score":4},{"Host":"npu-02","Score":10},)"
            R"({"Host":"x","Score":0}])");
}

// Names that stand side by side are taken apart again.
TEST(WriteScores, NamesEachHostOfARun) {
  const NodeDirectory directory = directory_of({"a", "node-of-a-longer-name", "c"});
  const std::string names = R"("a","node-of-a-longer-name","c")";
  Candidates hosts;
  hosts.start(directory.names());
  hosts.add_run(0, 3, names);
  FilterAnswer answer;
  answer.unresolvable = {{hosts.runs()[0], "r"}};

  EXPECT_EQ(write_scores(hosts, std::vector<std::uint8_t>{1, 10, 0}),
            R"([{"Host":"a","Score":1},{"Host":"node-of-a-longer-name","Score":10},)"
            R"({"Host":"c","Score":0}])");
  EXPECT_EQ(write_filter_answer(answer, hosts).whole(),
            R"({"NodeNames":[],"FailedNodes":{},"FailedAndUnresolvableNodes":{"a":"r",)"
            R"("node-of-a-longer-name":"r","c":"r"},"Error":""})");
}

// kse-9.2-b4: no hosts, no scores.
TEST(WriteScores, OfNoHostIsAnEmptyArray) {
  EXPECT_EQ(write_scores({}, {}), "[]");
}

// kse-9.2-c1 and kse-9.2-c3.
TEST(WriteBindAnswer, IsTheErrorOrAnEmptyText) {
  EXPECT_EQ(write_bind_answer(""), R"({"Error":""})");
  EXPECT_EQ(write_bind_answer("pod \"a\" is gone"), R"({"Error":"pod \"a\" is gone"})");
}

}  // namespace
}  // namespace npushare::wire
