#include "scheduler/embedded/extender_dialogue.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/support/embedded_objects.hpp"

namespace npushare::embedded {
namespace {

using testing_support::parsed;
using wire::Json;

const std::vector<std::string> kAsked{"npu-01", "npu-02", "npu-03"};

/// What kube-scheduler 1.37.2 sent.
Json sent(const std::string& name) {
  std::ifstream file(std::string(NPUSHARE_TESTS) + "/embedded/recorded/" + name + ".json");
  return parsed(std::string(std::istreambuf_iterator<char>(file), {}));
}

/// The pod as the API server has it: with its type and with managedFields.
Json stored_pod(const Json& body) {
  Json pod = body["Pod"];
  pod.set("kind", "Pod");
  pod.set("apiVersion", "v1");
  pod.member("metadata").set("managedFields", Json::array());
  return pod;
}

TEST(ExtenderDialogue, SendsTheBodiesOfAKubeScheduler) {
  const Json filter = sent("filter-low-1-4");
  const Json bind = sent("bind-low-1-4");
  std::vector<std::string> nodes;
  for (const Json& name : filter["NodeNames"].items()) nodes.push_back(name.string());

  EXPECT_EQ(parsed(extender_body(stored_pod(filter), nodes)), filter);
  EXPECT_EQ(parsed(bind_body(stored_pod(filter), "npu-node-1")), bind);
}

TEST(ExtenderDialogue, TakesNodesAndReasonsOfAFilter) {  // kse 9.2 a1, a8
  const auto reply =
      read_filter_reply(R"({"NodeNames":["npu-02"],"FailedNodes":{"npu-01":"r1","npu-03":"r1"},)"
                        R"("FailedAndUnresolvableNodes":{"npu-03":"r2"},"Error":""})",
                        kAsked);

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->nodes, std::vector<std::string>{"npu-02"});
  EXPECT_EQ(reply->refusals,
            (std::map<std::string, std::string>{{"npu-01", "r1"}, {"npu-03", "r2"}}));
}

class NoNodes : public testing::TestWithParam<const char*> {};

TEST_P(NoNodes, IsNoError) {  // kse 9.2 a2, a9
  const auto reply = read_filter_reply(GetParam(), kAsked);

  ASSERT_TRUE(reply);
  EXPECT_TRUE(reply->nodes.empty());
}

INSTANTIATE_TEST_SUITE_P(Replies, NoNodes,
                         testing::Values("{}", "null", R"({"NodeNames":null,"FailedNodes":{}})",
                                         R"({"NodeNames":[]})"));

struct FailedReply {
  const char* body;
  const char* text;
};

void PrintTo(const FailedReply& row, std::ostream* out) {
  *out << row.body;
}

class FilterFailure : public testing::TestWithParam<FailedReply> {};

TEST_P(FilterFailure, IsAnError) {  // kse 9.2 a3, a6, a10
  const auto reply = read_filter_reply(GetParam().body, kAsked);

  ASSERT_FALSE(reply);
  EXPECT_NE(reply.error().message.find(GetParam().text), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Replies, FilterFailure,
    testing::Values(FailedReply{R"({"NodeNames":["nope"]})", "claims a filtered node \"nope\""},
                    FailedReply{R"({"Error":"cache not synced"})", "cache not synced"},
                    FailedReply{"", "filter: "}, FailedReply{"{", "filter: "}));

TEST(ExtenderDialogue, PicksTheHighestSumAndThenTheFirstName) {
  EXPECT_EQ(best_host(R"([{"Host":"b","Score":3},{"Host":"a","Score":10}])", {"a", "b"}), "a");
  EXPECT_EQ(best_host(R"([{"Host":"b","Score":3},{"Host":"a","Score":3}])", {"b", "a"}), "a");
  EXPECT_EQ(best_host(R"([{"Host":"b","Score":2},{"Host":"b","Score":2},{"Host":"a","Score":3}])",
                      {"a", "b"}),
            "b");
  EXPECT_EQ(best_host("", {"b", "a"}), "a");
  EXPECT_EQ(best_host("null", {"b", "a"}), "a");
}

TEST(ExtenderDialogue, TakesAnEmptyErrorForBound) {  // kse 9.2 c1, c2, c3
  EXPECT_TRUE(read_bind_reply("{}"));
  EXPECT_TRUE(read_bind_reply("null"));
  EXPECT_TRUE(read_bind_reply(R"({"Error":""})"));
  EXPECT_FALSE(read_bind_reply(""));
  EXPECT_FALSE(read_bind_reply(R"({"Error":"no device fits"})"));
}

TEST(ExtenderDialogue, CountsEqualReasons) {
  EXPECT_EQ(refusal_message(3, {{"a", "x"}, {"b", "w"}, {"c", "x"}}),
            "0/3 nodes are available: 1 w, 2 x.");
  EXPECT_EQ(refusal_message(2, {}), "0/2 nodes are available.");
  EXPECT_EQ(refusal_message(0, {}), "no nodes available to schedule pods");
}

}  // namespace
}  // namespace npushare::embedded
