// A scheduler that asks as Volcano does, over HTTP, and the Binding it writes afterwards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_client.hpp"
#include "tests/support/service_webhook.hpp"
#include "tests/support/volcano_bodies.hpp"
#include "tests/support/volcano_client.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;
using volcano_test::node;
using wire::Json;
using wire::TaskStatus;

/// A scheduler that has looked for pods before there were any: these are Volcano's.
constexpr const char* kVolcanos = R"(
plugin: {delay: 1ms}
scheduler: {every: 24h}
webhooks: [{url: /webhook/bindings}]
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}, {uuid: B}]}
- {name: n2, mode: hard, slots: 7, chips: [{uuid: C}]}
)";

class VolcanoService : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(service.wait_until_ready()); }

  Json task(const std::string& name, TaskStatus status, const std::string& on = "") {
    const Json pod = service.pod(name).json;
    return Json::Object{{"UID", pod.at("metadata", "uid").string()},
                        {"Name", name},
                        {"Namespace", "default"},
                        {"NodeName", on},
                        {"Status", static_cast<std::int64_t>(status)},
                        {"Pod", pod}};
  }
  Answer ask(const std::string& verb, const Json& body) {
    return service.post("/volcano/" + verb, body.text());
  }
  volcano_test::Verdict predicate(const std::string& pod, const std::string& on) {
    return volcano_test::read_verdict(
        ask("predicate",
            Json::Object{{"task", task(pod, TaskStatus::kPending)}, {"node", node(on)}})
            .text);
  }
  std::string event(const std::string& verb, const std::string& pod, TaskStatus status,
                    const std::string& on) {
    return ask(verb, Json::Object{{"task", task(pod, status, on)}}).text;
  }
  std::int64_t memory_on(std::size_t chip) {
    const Json first = service.get("/v1/ledgers?node=n1").json["nodes"].items().at(0);
    return first["chips"].items().at(chip).at("used", "memoryMiB").integer();
  }

  Service service{kVolcanos};
};

constexpr const char* kDone = R"({"errorMessage":""})";

TEST_F(VolcanoService, PlacesAPodOnTrialAndGivesItsBindingThoseChips) {
  service.create(a_pod("other", "4096"));
  service.create(a_pod("p", "8192", 20));
  EXPECT_TRUE(predicate("p", "n1").fits());
  EXPECT_EQ(predicate("p", "n2").code, 3);
  EXPECT_EQ(event("allocateFunc", "p", TaskStatus::kAllocated, "n1"), kDone);
  EXPECT_EQ(memory_on(0), 8192);

  service.api("POST", "/api/v1/namespaces/default/pods/p/binding",
              R"({"metadata":{"name":"p"},"target":{"kind":"Node","name":"n1"}})");

  ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
  EXPECT_EQ(grants_in(service.pod("p").json), "A,Ascend310P,8192,20:;");
  EXPECT_EQ(memory_on(0), 8192);
  EXPECT_EQ(service.get("/v1/drift").json["drift"].items().size(), 0U);
}

// volcano-V-149: and not those of an older trial that the Binding still carries.
TEST_F(VolcanoService, ReplacesStaleKeysOfABinding) {
  service.create(a_pod("p", "8192", 20));
  event("allocateFunc", "p", TaskStatus::kAllocated, "n1");

  service.api("POST", "/api/v1/namespaces/default/pods/p/binding",
              R"({"metadata":{"name":"p","annotations":{
                  "hami.io/Ascend310P-devices-allocated":"B,Ascend310P,1,0:;",
                  "hami.io/Ascend310P-devices-to-allocate":"B,Ascend310P,1,0:;",
                  "hami.io/vgpu-node":"n2","hami.io/bind-phase":"success"}},
                  "target":{"kind":"Node","name":"n1"}})");

  ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
  EXPECT_EQ(grants_in(service.pod("p").json), "A,Ascend310P,8192,20:;");
  EXPECT_EQ(memory_on(1), 0);
}

TEST_F(VolcanoService, ForgetsATrialThatIsTakenOff) {
  service.create(a_pod("p", "8192"));
  event("allocateFunc", "p", TaskStatus::kAllocated, "n1");

  EXPECT_EQ(event("deallocateFunc", "p", TaskStatus::kPending, "n1"), kDone);

  EXPECT_EQ(memory_on(0), 0);
}

TEST_F(VolcanoService, TellsWhyAPodWaits) {
  service.create(a_pod("p", "21000"));
  service.create(a_pod("q", "21000"));
  service.create(a_pod("late", "8192"));
  event("allocateFunc", "p", TaskStatus::kAllocated, "n1");
  event("allocateFunc", "q", TaskStatus::kAllocated, "n1");

  EXPECT_EQ(predicate("late", "n1").reason, "insufficient NPU memory");
  EXPECT_EQ(predicate("late", "n2").reason, "NPU split in another mode");
  EXPECT_EQ(ask("onSessionClose", Json::object()).text, "");

  const Answer decisions = service.get("/v1/decisions?pod=default/late");
  const Json& last = decisions.json["items"].items().at(0);
  EXPECT_EQ(last["verb"].string(), "filter");
  EXPECT_EQ(last["outcome"].string(), "refused");
  EXPECT_EQ(last["nodes"].integer(), 2);
  EXPECT_EQ(service.get("/v1/waiting").json["items"].items().size(), 1U);
  EXPECT_THAT(service.get("/v1/decisions?pod=default/p").text, HasSubstr("\"allocate\""));
}

TEST_F(VolcanoService, CountsItsCalls) {
  service.create(a_pod("p", "8192"));
  predicate("p", "n1");
  predicate("p", "n2");

  const std::string metrics = service.get("/metrics").text;

  EXPECT_THAT(metrics,
              HasSubstr(R"(npushare_requests_total{outcome="done",verb="volcano_predicate"} 1)"));
  EXPECT_THAT(
      metrics,
      HasSubstr(R"(npushare_requests_total{outcome="refused",verb="volcano_predicate"} 1)"));
}

// volcano-V-124: whatever is sent, the status is exactly 200, and there is a body where one is
// read.
TEST_F(VolcanoService, AnswersEveryVerbWithExactly200) {
  for (const char* verb :
       {"predicate", "prioritize", "allocateFunc", "deallocateFunc", "preemptable", "reclaimable",
        "jobEnqueueable", "jobEnqueued", "queueOverused", "jobReady"}) {
    for (const char* body : {"{}", "", "no JSON"}) {
      const Answer answer = service.post(std::string("/volcano/") + verb, body);
      EXPECT_EQ(answer.status, 200U) << verb;
      EXPECT_TRUE(volcano_test::first_value(answer.text)) << verb;
    }
  }
  for (const char* verb : {"onSessionOpen", "onSessionClose"})
    EXPECT_EQ(service.post(std::string("/volcano/") + verb, "{}").status, 200U);
}

}  // namespace
}  // namespace npushare::service_test
