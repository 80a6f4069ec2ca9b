#include "scheduler/embedded/query_options.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_running.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

const std::string kNodes = "/api/v1/nodes";

struct OptionCase {
  const char* name;
  const char* query;
  unsigned status;
  const char* text;
};

void PrintTo(const OptionCase& row, std::ostream* out) {
  *out << row.name;
}

class ListOptions : public testing::TestWithParam<OptionCase> {};

TEST_P(ListOptions, AreCheckedAsTheApiServerChecksThem) {
  RunningApi api;
  api.store->create(node_place({}), named(kNode));

  const RawReply reply = get(api.server.port(), kNodes + "?" + GetParam().query);

  EXPECT_EQ(reply.status, GetParam().status) << reply.body;
  EXPECT_NE(parsed(reply.body)["message"].string().find(GetParam().text), std::string::npos)
      << reply.body;
}

INSTANTIATE_TEST_SUITE_P(
    Queries, ListOptions,
    testing::Values(
        OptionCase{"match_alone", "resourceVersionMatch=Exact", 422, "unless resourceVersion"},
        OptionCase{"exact_any", "resourceVersion=0&resourceVersionMatch=Exact", 422, "\"0\""},
        OptionCase{"odd_match", "resourceVersion=2&resourceVersionMatch=Newest", 422,
                   "Unsupported value: \"Newest\""},
        OptionCase{"initial_events", "sendInitialEvents=true", 422, "forbidden for list"},
        OptionCase{"version_and_token", "resourceVersion=2&continue=e30", 400, "not allowed"},
        OptionCase{"match_and_token",
                   "resourceVersion=0&resourceVersionMatch=NotOlderThan&continue=x", 422,
                   "when continue is provided"},
        OptionCase{"exact", "resourceVersion=2&resourceVersionMatch=Exact", 200, ""},
        OptionCase{"not_older", "resourceVersion=1&resourceVersionMatch=NotOlderThan", 200, ""},
        OptionCase{"future", "resourceVersion=99", 504, "Too large resource version"},
        OptionCase{"watch_match", "watch=1&resourceVersionMatch=NotOlderThan", 422,
                   "unless sendInitialEvents"},
        OptionCase{"watch_initial", "watch=1&sendInitialEvents=true", 422, "NotOlderThan"}),
    [](const auto& test) { return test.param.name; });

Json list(RunningApi& api, const std::string& query) {
  return parsed(get(api.server.port(), kNodes + "?" + query).body);
}

TEST(ListOptions, IgnoreTheLimitForAnyVersion) {  // kse 4.1, 2
  RunningApi api;
  for (const char* name : {"a", "b", "c"}) api.store->create(node_place({}), named(name));

  EXPECT_EQ(list(api, "limit=2&resourceVersion=0")["items"].items().size(), 3U);
  EXPECT_EQ(list(api, "limit=2")["items"].items().size(), 2U);
}

TEST(ListOptions, MakeALimitedListOfAVersionExact) {
  RunningApi api;
  api.store->create(node_place({}), named("a"));
  const std::string then = list(api, "").at("metadata", "resourceVersion").string();
  api.store->create(node_place({}), named("b"));

  EXPECT_EQ(list(api, "limit=5&resourceVersion=" + then)["items"].items().size(), 1U);
  EXPECT_EQ(list(api, "resourceVersion=" + then)["items"].items().size(), 2U);
}

TEST(WatchOptions, RefuseAWatchListAsOldServersDo) {  // kse 4.1: off in 1.33
  RunningApi api({.api = {.watch_list = false}});
  const std::string query =
      "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

  const RawReply reply = get(api.server.port(), kNodes + query);

  EXPECT_EQ(reply.status, 422U);
  EXPECT_NE(reply.body.find("sendInitialEvents is forbidden for watch"), std::string::npos);
}

TEST(WatchOptions, FollowOneConfigMapByName) {
  RunningApi api;
  const std::string path = "/api/v1/namespaces/kube-system/configmaps";
  create(api.server.port(), path, named("other"));
  create(api.server.port(), path, named("hami-scheduler-device"));
  WatchClient watch(api.server.port(),
                    path + "?watch=1&fieldSelector=metadata.name%3Dhami-scheduler-device");

  const std::optional<Json> first = watch.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->at("object", "metadata", "name").string(), "hami-scheduler-device");
  ask(api.server.port(), {.method = "DELETE", .path = path + "/other"});
  ask(api.server.port(), {.method = "DELETE", .path = path + "/hami-scheduler-device"});
  EXPECT_EQ((*watch.next())["type"].string(), "DELETED");
}

}  // namespace
}  // namespace npushare::embedded
