#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scheduler/wire/extender.hpp"
#include "tests/support/wire_directory.hpp"
#include "tests/support/wire_golden.hpp"

namespace npushare::wire {
namespace {

const char* const kPod = R"({"metadata":{"name":"p","namespace":"ai","uid":"U"}})";

std::vector<std::string> quoted_of(const ExtenderArgs& args) {
  std::vector<std::string> names;
  args.candidates.each([&](const Candidate& one) { names.emplace_back(one.quoted); });
  return names;
}

class ReadArgs : public testing::Test {
 protected:
  /// Empty when it was read.
  std::string read(std::string body) {
    body_ = std::move(body);
    const Result<> done = read_extender_args(body_, directory_, args_);
    if (done) return "";
    EXPECT_EQ(done.error().code, ErrorCode::kInvalid);
    return done.error().message;
  }

  NodeDirectory directory_ = directory_of({"npu-01", "npu-02"});
  std::string body_;
  ExtenderArgs args_;
};

TEST_F(ReadArgs, TakesTheKeysInAnyOrder) {
  const std::string pod = std::string("\"Pod\":") + kPod;
  const std::string names = R"("NodeNames":["npu-02","ghost"])";
  const std::string nodes = R"("Nodes":null)";
  for (const std::string& body :
       {"{" + pod + "," + nodes + "," + names + "}", "{" + names + "," + pod + "," + nodes + "}",
        " { " + nodes + " , " + names + " , " + pod + " } "}) {
    ASSERT_EQ(read(body), "") << body;
    EXPECT_TRUE(args_.has_pod && args_.has_names && !args_.has_nodes);
    EXPECT_EQ(args_.pod().key, (PodKey{"ai", "p"}));
    ASSERT_EQ(args_.candidates.size(), 2U);
    EXPECT_EQ(args_.candidates.nth(0).number, 1U);
    EXPECT_EQ(args_.candidates.nth(1).number, NodeDirectory::kNone);
    EXPECT_EQ(args_.candidates.nth(1).quoted, "\"ghost\"");
  }
}

// hami-W4: keys in lower case give the same result.
TEST_F(ReadArgs, TakesKeysInAnyCase) {
  ASSERT_EQ(read(std::string(R"({"pod":)") + kPod + R"(,"nodenames":["npu-01"],"NODES":null})"),
            "");

  EXPECT_TRUE(args_.has_pod);
  EXPECT_EQ(quoted_of(args_), (std::vector<std::string>{"\"npu-01\""}));
}

TEST_F(ReadArgs, ForgetsTheCallBefore) {
  ASSERT_EQ(read(std::string(R"({"Pod":)") + kPod + R"(,"NodeNames":["npu-01"]})"), "");

  ASSERT_EQ(read("{}"), "");

  EXPECT_FALSE(args_.has_pod || args_.has_names || args_.has_nodes);
  EXPECT_TRUE(args_.candidates.empty());
  EXPECT_EQ(args_.pod().key.name, "");
}

TEST_F(ReadArgs, LastOfDuplicateKeysWins) {
  ASSERT_EQ(read(R"({"NodeNames":["npu-01","npu-02"],"nodeNames":["npu-02"],
                    "Pod":{"metadata":{"name":"a"}},"Pod":null})"),
            "");

  EXPECT_EQ(quoted_of(args_), (std::vector<std::string>{"\"npu-02\""}));
  EXPECT_FALSE(args_.has_pod);
}

TEST_F(ReadArgs, IgnoresUnknownKeysAndWhatFollowsTheFirstValue) {
  EXPECT_EQ(read(R"({"Extra":{"a":[1,{"b":"}"}]},"NodeNames":[]} trailing {)"), "");
  EXPECT_TRUE(args_.has_names);
  EXPECT_EQ(read("null"), "");
  EXPECT_FALSE(args_.has_names);
}

// kse-9.1-21 and hami-W2, the part of the parser: the verb sees that the pod is missing.
TEST_F(ReadArgs, SaysThatThePodIsMissing) {
  EXPECT_EQ(read(R"({"Pod":null,"NodeNames":[]})"), "");
  EXPECT_FALSE(args_.has_pod);
  EXPECT_TRUE(args_.has_names);
  EXPECT_EQ(read(R"({"NodeNames":["n1"]})"), "");
  EXPECT_FALSE(args_.has_pod);
}

// kse-9.1-22, the part of the parser: the verb sees that neither list was given.
TEST_F(ReadArgs, SaysThatNeitherListIsThere) {
  EXPECT_EQ(read(std::string(R"({"Pod":)") + kPod + R"(,"Nodes":null,"NodeNames":null})"), "");

  EXPECT_TRUE(args_.has_pod);
  EXPECT_FALSE(args_.has_names || args_.has_nodes);
}

TEST_F(ReadArgs, ReadsWholeNodesAndKeepsTheirBytes) {
  const std::string first = R"({"metadata":{"name":"npu-02","uid":"u2"},"spec":{"x":"]}"},
      "status":{"allocatable":{"huawei.com/Ascend310P":"7"}}})";
  const std::string second = R"({ "metadata": {"name": "gh\u006fst"} })";
  ASSERT_EQ(read(R"({"Nodes":{"metadata":{},"items":[)" + first + " ,\n" + second +
                 R"(]},"NodeNames":null,"Pod":)" + kPod + "}"),
            "");

  EXPECT_TRUE(args_.has_nodes && args_.has_pod && !args_.has_names);
  ASSERT_EQ(args_.nodes.size(), 2U);
  EXPECT_EQ(args_.nodes[0].allocatable.at("huawei.com/Ascend310P"), "7");
  EXPECT_EQ(args_.raw_nodes, (std::vector<std::string_view>{first, second}));
  EXPECT_EQ(quoted_of(args_), (std::vector<std::string>{"\"npu-02\"", "\"ghost\""}));
  EXPECT_EQ(args_.candidates.nth(0).number, 1U);
  EXPECT_EQ(args_.candidates.nth(1).number, NodeDirectory::kNone);
}

TEST_F(ReadArgs, GoesByTheNamesWhenBothFormsAreGiven) {
  ASSERT_EQ(read(R"({"NodeNames":["npu-01"],"Nodes":{"items":[{"metadata":{"name":"x"}}]}})"), "");

  EXPECT_TRUE(args_.has_names && !args_.has_nodes && args_.nodes.empty());
  EXPECT_EQ(quoted_of(args_), (std::vector<std::string>{"\"npu-01\""}));
}

// kse-9.1-20, hami-W1 and hami-W7, the part of the parser: our texts name the offset, where HAMi's
// for the empty body is Go's `EOF`.
TEST_F(ReadArgs, RefusesWhatIsNoJsonWithTheOffset) {
  EXPECT_EQ(read(""), "an object is expected at offset 0");
  EXPECT_EQ(read("{"), "a string is expected at offset 1");
  EXPECT_EQ(read("{not-json"), "a string is expected at offset 1");
  EXPECT_EQ(read("[]"), "an object is expected at offset 0");
  EXPECT_EQ(read("\xEF\xBB\xBF{}"), "an object is expected at offset 0");
  EXPECT_EQ(read(R"({"Pod")"), "':' is expected at offset 6");
  EXPECT_EQ(read(R"({"Pod":)"), "Pod: a value is expected at offset 0");
  EXPECT_EQ(read(R"({"NodeNames":[] "Pod":null})"), "',' or '}' is expected at offset 16");
  EXPECT_EQ(read(R"({"NodeNames":[],})"), "a string is expected at offset 16");
}

TEST_F(ReadArgs, NamesTheFieldThatIsWrong) {
  EXPECT_EQ(read(R"({"Pod":[]})"), "Pod: an object is expected");
  EXPECT_EQ(read(R"({"Pod":{"spec":{"containers":[{"name":7}]}}})"),
            "Pod: spec.containers[0].name: a string is expected");
  EXPECT_EQ(read(R"({"NodeNames":"npu-01"})"),
            "NodeNames: an array of names is expected at offset 13");
  EXPECT_EQ(read(R"({"Nodes":{"items":[{"metadata":{}}]}})"),
            "Nodes: items[0]: metadata.name is missing");
  EXPECT_NE(read(R"({"Nodes":{"items":[{"metadata":{"name":"a"}})"), "");
  EXPECT_NE(read(R"({"Extra":{]})"), "");
  EXPECT_NE(read(R"({"Pod":{]}})"), "");
}

// kse-9.1-54, the part of the parser.
TEST_F(ReadArgs, RefusesDeepNestingWhereverItStands) {
  for (const std::size_t depth : {200U, 200'000U}) {
    const std::string nest = std::string(depth, '[') + std::string(depth, ']');
    EXPECT_NE(read(nest), "");
    EXPECT_NE(read(R"({"Pod":{"spec":{"volumes":)" + nest + "}}}"), "");
    EXPECT_NE(read(R"({"Nodes":{"items":[{"spec":)" + nest + "}]}}"), "");
    EXPECT_NE(read(R"({"Extra":)" + nest + "}"), "");
  }
}

TEST(ReadBindArgs, TakesFourStringsInAnyOrderAndCase) {
  const Result<BindArgs> args = read_bind_args(
      R"({"Node":"n\u0031","podname":"p","PodNamespace":"ai","PodUID":"U","Extra":[1]} x)");

  ASSERT_TRUE(args) << args.error().message;
  EXPECT_EQ(args->pod, (PodKey{"ai", "p"}));
  EXPECT_EQ(args->uid, PodUid("U"));
  EXPECT_EQ(args->node, NodeName("n1"));
}

TEST(ReadBindArgs, RefusesWhatNamesNoPodOrNode) {
  const auto complaint = [](std::string_view body) {
    const Result<BindArgs> args = read_bind_args(body);
    return args ? std::string() : args.error().message;
  };

  EXPECT_EQ(complaint(""), "an object is expected at offset 0");
  EXPECT_EQ(complaint("{not-json"), "a string is expected at offset 1");
  EXPECT_EQ(complaint("null"), "PodName is missing");
  EXPECT_EQ(complaint(R"({"PodName":"p","PodNamespace":"ai"})"), "Node is missing");
  EXPECT_EQ(complaint(R"({"PodName":"p","Node":"n","PodNamespace":null})"),
            "PodNamespace is missing");
  EXPECT_EQ(complaint(R"({"PodName":5})"), "PodName: a string is expected at offset 11");
}

}  // namespace
}  // namespace npushare::wire
