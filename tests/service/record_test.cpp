// What is remembered of a pod, told of its refusal, and written to the audit log, in a whole
// service.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/scratch_directory.hpp"
#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using wire::Json;

/// With two nodes to choose from, the scheduling loop asks which is best.
constexpr const char* kTwoNodes = R"(
plugin: {delay: 1ms}
scheduler: {every: 20ms}
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}]}
- {name: n2, mode: soft, slots: 7, chips: [{uuid: B}]}
)";

/// The outcomes about the pod, the newest first: "bind bound".
std::vector<std::string> outcomes(Service& service, const std::string& pod) {
  std::vector<std::string> list;
  const Answer answer = service.get("/v1/decisions?pod=default/" + pod);
  for (const Json& item : answer.json["items"].items())
    list.push_back(item["verb"].string() + " " + item["outcome"].string());
  return list;
}

Json waiting(Service& service) {
  return service.get("/v1/waiting").json["items"];
}

bool has_words(const Json& items) {
  return !items.items().empty() &&
         items.items()[0]["message"].string().find("largest free") != std::string::npos;
}

TEST(Record, ShowsARefusedPodWithWordsAndTellsItsEvent) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("first", "20000", 50));
  ASSERT_TRUE(wait_for([&] { return service.phase("first") == "Running"; }));
  service.create(a_pod("second", "20000", 50));
  ASSERT_TRUE(wait_for([&] { return service.phase("second") == "Running"; }));

  service.create(a_pod("late", "8192", 20));

  ASSERT_TRUE(wait_for([&] { return has_words(waiting(service)); }));
  const Json late = waiting(service).items()[0];
  EXPECT_EQ(late["pod"].string(), "default/late");
  EXPECT_EQ(late["asks"].string(), "1 x 8192 MiB, 20 cores");
  EXPECT_EQ(late["message"].string(),
            "0/1 nodes: 1 insufficient NPU memory (largest free 1527 MiB on n1/chip 0)");
  EXPECT_EQ(late["reasons"]["memory-short"].integer(), 1);
  EXPECT_THAT(outcomes(service, "late"), testing::ElementsAre("filter refused"));

  const std::string events = "/apis/events.k8s.io/v1/namespaces/default/events";
  ASSERT_TRUE(wait_for([&] { return !service.api("GET", events).json["items"].items().empty(); }));
  const Json event = service.api("GET", events).json["items"].items()[0];
  EXPECT_EQ(event["reason"].string(), "FailedNPUScheduling");
  EXPECT_EQ(event["note"].string(), late["message"].string());
  EXPECT_EQ(event.at("regarding", "name").string(), "late");
}

TEST(Record, RemembersAPodThatIsGone) {
  Service service(kTwoNodes);
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("p", "8192", 20));
  ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));

  service.api("DELETE", "/api/v1/namespaces/default/pods/p");
  ASSERT_TRUE(wait_for([&] { return outcomes(service, "p").at(0) == "release released"; }));

  const Answer explained = service.get("/v1/explain?namespace=default&pod=p");
  EXPECT_EQ(explained.status, 200U);
  EXPECT_EQ(explained.json["state"].string(), "gone");
  EXPECT_EQ(explained.json["decisions"].items()[0]["outcome"].string(), "released");
  EXPECT_THAT(outcomes(service, "p"),
              testing::AllOf(Contains("bind bound"), Contains("filter placed"),
                             Contains("prioritize held")));
  EXPECT_EQ(service.get("/v1/explain?namespace=default&pod=never").status, 404U);
}

TEST(Record, ForgetsAWaitingPodOnceItIsBound) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("first", "20000", 50));
  service.create(a_pod("second", "20000", 50));
  ASSERT_TRUE(wait_for([&] { return service.phase("second") == "Running"; }));
  service.create(a_pod("late", "8192", 20));
  ASSERT_TRUE(wait_for([&] { return !waiting(service).items().empty(); }));

  service.api("DELETE", "/api/v1/namespaces/default/pods/first");

  ASSERT_TRUE(wait_for([&] { return service.phase("late") == "Running"; }));
  EXPECT_TRUE(wait_for([&] { return waiting(service).items().empty(); }));
}

TEST(Record, SaysWhatIsWrongWithItsQuestion) {
  Service service;
  const Answer answer = service.get("/v1/decisions?limit=1001");

  EXPECT_EQ(answer.status, 400U);
  EXPECT_THAT(answer.json["error"].string(), HasSubstr("from 1 to 1000"));
}

TEST(AuditTrail, TellsBindsWhatTheWatchShowsAndReleases) {
  const testing_support::ScratchDirectory files;
  const std::string path = files.path("audit.jsonl");
  {
    Service service(kSmallCluster, "audit: {file: " + path + "}\n");
    ASSERT_TRUE(service.wait_until_ready());
    service.create(a_pod("p", "8192", 20));
    ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
    service.api("DELETE", "/api/v1/namespaces/default/pods/p");
    ASSERT_TRUE(wait_for([&] { return outcomes(service, "p").at(0) == "release released"; }));
  }

  std::vector<std::string> kinds;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const Json json = *Json::parse(line);
    kinds.push_back(json["kind"].string());
    if (kinds.back() != "bind") continue;
    EXPECT_EQ(json["pod"].string(), "default/p");
    EXPECT_EQ(json["grants"].items()[0]["memoryMiB"].integer(), 8192);
  }
  ASSERT_EQ(kinds.size(), 4U);
  EXPECT_EQ(kinds.front(), "start");
  EXPECT_EQ(kinds.back(), "release");
  EXPECT_THAT(kinds, testing::IsSupersetOf({"bind", "observe"}));
}

TEST(AuditTrail, ThatCannotBeKeptStopsTheStart) {
  ScratchFile cluster(kSmallCluster);
  ServeOptions options;
  options.embedded_path = cluster.path();
  options.listen = "127.0.0.1:0";
  options.audit_log = "/no-such-directory/audit.jsonl";
  const std::unique_ptr<App> app = *App::make(options);

  const Result<> started = app->start();

  ASSERT_FALSE(started);
  EXPECT_THAT(started.error().message, HasSubstr("audit log /no-such-directory/audit.jsonl"));
}

}  // namespace
}  // namespace npushare::service_test
