#include <gtest/gtest.h>

#include "scheduler/embedded/object_rules.hpp"
#include "scheduler/embedded/pod_rules.hpp"
#include "tests/support/embedded_objects.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

TEST(Binding, SetsNodeAnnotationsAndConditionInOneWrite) {
  Store store(quiet_options());
  const Json pod = store.create(pod_at({}), annotated(a_pod("p"), "user", "kept")).body;
  const auto before = store.snapshot(pods()).version;
  Json binding = a_binding("p", kNode, pod.at("metadata", "uid").string());
  binding = annotated(binding, "grant", "g");

  const Answer bound = store.bind(pod_at("p"), binding);

  EXPECT_EQ(bound.body, parsed(R"({"kind":"Status","apiVersion":"v1","metadata":{},)"
                               R"("status":"Success","code":201})"));
  const auto news = store.news(pods(), before);
  ASSERT_TRUE(news);
  ASSERT_EQ(news->changes.size(), 1U);
  const Json& after = *news->changes.front().after;
  EXPECT_EQ(after.at("spec", "nodeName").string(), kNode);
  EXPECT_EQ(after.at("metadata", "annotations"), parsed(R"({"user":"kept","grant":"g"})"));
  EXPECT_EQ(after.at("status", "conditions"),
            parsed(R"([{"type":"PodScheduled","status":"True","lastProbeTime":null,)"
                   R"("lastTransitionTime":"2026-11-30T14:00:00Z"}])"));
}

TEST(Binding, OverwritesAnAnnotationOfTheUser) {
  Store store(quiet_options());
  store.create(pod_at({}), annotated(a_pod("p"), "grant", "forged"));

  store.bind(pod_at("p"), annotated(a_binding("p", kNode), "grant", "g"));

  EXPECT_EQ(annotation_of(store, pod_at("p"), "grant"), "g");
}

TEST(Binding, RefusesAPodThatIsBound) {
  Store store(quiet_options());
  store.create(pod_at({}), a_pod("vir02"));
  store.bind(pod_at("vir02"), a_binding("vir02", kNode));

  const Answer again = store.bind(pod_at("vir02"), annotated(a_binding("vir02", "n2"), "k", "v"));

  EXPECT_EQ(again.body, recorded("bind-already"));
  EXPECT_EQ(annotation_of(store, pod_at("vir02"), "k"), "");
}

TEST(Binding, RefusesAPodThatIsNot) {
  Store store(quiet_options());

  EXPECT_EQ(store.bind(pod_at("nope"), a_binding("nope", kNode)).body, recorded("bind-not-found"));
}

TEST(Binding, RefusesAnotherUid) {
  Store store(quiet_options());
  store.create(pod_at({}), a_pod("vip"));
  const std::string uid = uid_of(store, pod_at("vip"));

  const Answer answer =
      store.bind(pod_at("vip"), a_binding("vip", kNode, "11111111-1111-1111-1111-111111111111"));

  std::string expected = recorded("bind-wrong-uid").text();
  const std::string theirs = "dc804a36-80eb-42b9-b9f8-8dda23a9d776";
  expected.replace(expected.find(theirs), theirs.size(), uid);
  EXPECT_EQ(answer.body, parsed(expected));
}

TEST(Binding, RefusesAnotherVersion) {
  Store store(quiet_options());
  store.create(pod_at({}), a_pod("p"));
  Json binding = a_binding("p", kNode);
  binding.member("metadata").set("resourceVersion", "1");

  EXPECT_EQ(store.bind(pod_at("p"), binding).code, 409U);
}

TEST(Binding, RefusesAGatedPod) {
  Store store(quiet_options());
  Json pod = a_pod("p");
  pod.member("spec").set("schedulingGates", parsed(R"([{"name":"wait"}])"));
  store.create(pod_at({}), pod);

  const Answer answer = store.bind(pod_at("p"), a_binding("p", kNode));

  EXPECT_EQ(answer.code, 409U);
  EXPECT_EQ(answer.body["message"].string(),
            "Operation cannot be fulfilled on pods/binding \"p\": pod p has non-empty "
            ".spec.schedulingGates");
}

TEST(Binding, RefusesAPodThatIsBeingDeleted) {
  Store store(quiet_options());
  Json pod = a_pod("p");
  store.create(pod_at({}), pod);
  Json terminating = store.get(pod_at("p")).body;
  mark_terminating(terminating, 30, still_clock()());

  const auto refused = check_binding(pod_at("p"), terminating, a_binding("p", kNode));

  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, 409U);
}

TEST(Binding, RefusesANamelessTargetAndAnotherName) {
  Store store(quiet_options());
  store.create(pod_at({}), a_pod("p"));

  EXPECT_EQ(store.bind(pod_at("p"), a_binding("p", "")).code, 400U);
  EXPECT_EQ(store.bind(pod_at("p"), a_binding("q", kNode)).code, 400U);
}

/// A pod on the node, with 30 s of grace.
void add_bound(Store& store, const std::string& name) {
  store.create(pod_at({}), a_pod(name));
  store.bind(pod_at(name), a_binding(name, kNode));
}

TEST(Deletion, GivesABoundPodItsGrace) {
  Store store(quiet_options());
  add_bound(store, "p");

  const Answer answer = store.remove(pod_at("p"), {});

  EXPECT_EQ(answer.code, 200U);
  const Json metadata = store.get(pod_at("p")).body["metadata"];
  EXPECT_EQ(metadata["deletionTimestamp"].string(), "2026-11-30T14:00:30Z");
  EXPECT_EQ(metadata["deletionGracePeriodSeconds"].integer(), 30);
}

TEST(Deletion, OnlyShortensTheGrace) {
  Store store(quiet_options());
  add_bound(store, "p");
  store.remove(pod_at("p"), {.grace_seconds = 10, .uid = {}, .resource_version = {}});

  store.remove(pod_at("p"), {.grace_seconds = 60, .uid = {}, .resource_version = {}});
  EXPECT_EQ(store.get(pod_at("p")).body.at("metadata", "deletionGracePeriodSeconds").integer(), 10);

  store.remove(pod_at("p"), {.grace_seconds = 5, .uid = {}, .resource_version = {}});
  EXPECT_EQ(store.get(pod_at("p")).body.at("metadata", "deletionGracePeriodSeconds").integer(), 5);
}

TEST(Deletion, TakesAnUnboundOrForcedPodAtOnce) {
  Store store(quiet_options());
  store.create(pod_at({}), a_pod("free"));
  add_bound(store, "forced");

  store.remove(pod_at("free"), {});
  store.remove(pod_at("forced"), {.grace_seconds = 0, .uid = {}, .resource_version = {}});

  EXPECT_EQ(store.get(pod_at("free")).code, 404U);
  EXPECT_EQ(store.get(pod_at("forced")).code, 404U);
}

TEST(Deletion, BoundsTheGrace) {
  Json pod = Json::object();
  pod.member("spec").set("nodeName", kNode);
  const auto grace = [&pod](std::int64_t said) {
    pod.member("spec").set("terminationGracePeriodSeconds", said);
    return grace_of(pod, {});
  };

  EXPECT_EQ(grace(-1), 0);
  EXPECT_EQ(grace(31'536'000), 31'536'000);
  EXPECT_EQ(grace(INT64_MAX), 31'536'000);
}

TEST(Deletion, SparesAPodOfAnotherUid) {
  Store store(quiet_options());
  store.create(pod_at({}), a_pod("p"));

  const Answer answer =
      store.remove(pod_at("p"), {.grace_seconds = 0, .uid = "other", .resource_version = {}});

  EXPECT_EQ(answer.code, 409U);
  EXPECT_EQ(store.get(pod_at("p")).code, 200U);
}

}  // namespace
}  // namespace npushare::embedded
