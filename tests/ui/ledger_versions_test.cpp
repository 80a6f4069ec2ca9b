// What the page polls: versions in a few bytes, then the ledgers that have changed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/http_raw_client.hpp"
#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

constexpr const char* kTwoNodes = R"(
plugin: {delay: 1ms}
scheduler: {every: 20ms}
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}]}
- {name: n2, mode: soft, slots: 7, chips: [{uuid: B}]}
)";

class LedgerVersions : public testing::Test {
 protected:
  LedgerVersions() { service.wait_until_ready(); }

  testing_support::RawReply look(const std::string& tag = {}) {
    testing_support::RawClient client(service.app().port());
    client.send("GET /v1/ledgers?versions HTTP/1.1\r\nHost: t\r\n" +
                (tag.empty() ? std::string() : "If-None-Match: " + tag + "\r\n") + "\r\n");
    return client.receive().value_or(testing_support::RawReply{});
  }
  static std::string tag_of(const testing_support::RawReply& reply) {
    const std::size_t at = reply.head.find("ETag: ") + 6;
    return reply.head.substr(at, reply.head.find('\r', at) - at);
  }
  static std::int64_t version(const testing_support::RawReply& reply, const std::string& node) {
    return wire::Json::parse(reply.body)->at("versions", node).integer();
  }
  std::vector<std::string> names(const std::string& query) {
    std::vector<std::string> names;
    const Answer answer = service.get("/v1/ledgers?" + query);
    for (const wire::Json& node : answer.json["nodes"].items())
      names.push_back(node["name"].string());
    return names;
  }

  Service service{kTwoNodes};
};

TEST_F(LedgerVersions, CostNothingWhileNothingChanges) {
  const testing_support::RawReply first = look();

  const testing_support::RawReply again = look(tag_of(first));

  EXPECT_EQ(first.status, 200U);
  EXPECT_EQ(again.status, 304U);
  EXPECT_EQ(again.body, "");
}

TEST_F(LedgerVersions, ChangeWithTheLedgerAndWithNoOther) {
  const testing_support::RawReply before = look();

  service.create(a_pod("p1", "1024"));
  ASSERT_TRUE(wait_for([&] { return service.phase("p1") == "Running"; }));
  const std::string node = service.pod("p1").json.at("spec", "nodeName").string();
  const std::string other = node == "n1" ? "n2" : "n1";
  const testing_support::RawReply after = look(tag_of(before));

  EXPECT_EQ(after.status, 200U);
  EXPECT_NE(version(after, node), version(before, node));
  EXPECT_EQ(version(after, other), version(before, other));
}

TEST_F(LedgerVersions, AreThoseOfOneProcess) {
  Service another{kTwoNodes};
  another.wait_until_ready();
  const auto instance = [](Service& of) {
    return of.get("/v1/ledgers?versions").json["instance"].string();
  };

  EXPECT_NE(instance(service), "");
  EXPECT_NE(instance(service), instance(another));
}

TEST_F(LedgerVersions, AreFollowedByTheNodesOneNames) {
  EXPECT_THAT(names("node=n2"), testing::ElementsAre("n2"));
  EXPECT_THAT(names("node=n2&node=n1&node=nowhere"), testing::ElementsAre("n2", "n1"));
  EXPECT_THAT(names(""), testing::ElementsAre("n1", "n2"));
  EXPECT_EQ(service.get("/v1/ledgers?node=nowhere&node=never").status, 404U);
}

}  // namespace
}  // namespace npushare::service_test
