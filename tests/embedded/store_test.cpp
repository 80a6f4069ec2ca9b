#include "scheduler/embedded/store.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_objects.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

Place lease_at(std::string name) {
  return {find_kind("coordination.k8s.io", "v1", "leases"), "kube-system", std::move(name)};
}

Json a_lease(const char* holder) {
  Json lease = named("npushare");
  lease.member("spec").set("holderIdentity", holder);
  return lease;
}

TEST(Store, GivesANewObjectItsIdentity) {
  Store store(quiet_options());

  const Answer created = store.create(pod_at({}), a_pod("p"));

  ASSERT_EQ(created.code, 201U);
  const Json& metadata = created.body["metadata"];
  EXPECT_EQ(metadata["namespace"].string(), "default");
  EXPECT_EQ(metadata["uid"].string().size(), 36U);
  EXPECT_EQ(metadata["creationTimestamp"].string(), "2026-11-30T14:00:00Z");
  EXPECT_FALSE(metadata["resourceVersion"].string().empty());
  EXPECT_EQ(created.body["kind"].string(), "Pod");
  EXPECT_EQ(created.body.at("status", "phase").string(), "Pending");
}

TEST(Store, CopiesLimitsToRequests) {
  Store store(quiet_options());

  const Answer created = store.create(pod_at({}), a_pod("p", 2));

  const Json& container = created.body.at("spec", "containers").items().front();
  EXPECT_EQ(container.at("resources", "requests")[kCountResource].string(), "2");
}

TEST(Store, MakesUpANameFromItsPrefix) {
  Store store(quiet_options());
  Json pod = a_pod("");
  pod.member("metadata").erase("name");
  pod.member("metadata").set("generateName", "infer-");

  const Answer first = store.create(pod_at({}), pod);
  const Answer second = store.create(pod_at({}), pod);

  const std::string name = first.body.at("metadata", "name").string();
  EXPECT_EQ(name.size(), 11U);
  EXPECT_TRUE(name.starts_with("infer-"));
  EXPECT_NE(name, second.body.at("metadata", "name").string());
}

TEST(Store, RefusesANameThatIsTaken) {
  Store store(quiet_options());
  store.create(lease_at({}), a_lease("a"));

  const Answer again = store.create(lease_at({}), a_lease("b"));

  EXPECT_EQ(again.code, 409U);
  EXPECT_EQ(again.body, recorded("lease-exists"));
}

TEST(Store, RefusesANamelessObjectAndAForeignNamespace) {
  Store store(quiet_options());
  Json elsewhere = a_pod("p");
  elsewhere.member("metadata").set("namespace", "other");

  EXPECT_EQ(store.create(pod_at({}), Json::object()).code, 422U);
  EXPECT_EQ(store.create(pod_at({}), elsewhere).code, 400U);
  EXPECT_EQ(store.create(pod_at({}), Json::array()).code, 400U);
}

class BadName : public testing::TestWithParam<std::string> {};

TEST_P(BadName, Is422) {
  Store store(quiet_options());

  EXPECT_EQ(store.create(pod_at({}), a_pod(GetParam())).code, 422U);
}

INSTANTIATE_TEST_SUITE_P(Names, BadName,
                         testing::Values("", "a,b", "a/b", "A", "-a", "a-", ".", "a_b",
                                         std::string(254, 'a')));

TEST(Store, TakesTheLongestName) {
  Store store(quiet_options());

  EXPECT_EQ(store.create(pod_at({}), a_pod(std::string(253, 'a'))).code, 201U);
}

TEST(Store, RefusesAnUpdateOfAnOldVersion) {
  Store store(quiet_options());
  Json lease = store.create(lease_at({}), a_lease("a")).body;
  Json newer = lease;
  newer.member("spec").set("holderIdentity", "b");
  ASSERT_TRUE(store.update(lease_at("npushare"), Part::kMain, newer).ok());

  const Answer late = store.update(lease_at("npushare"), Part::kMain, lease);

  EXPECT_EQ(late.body, recorded("lease-update-conflict"));
  EXPECT_EQ(store.get(lease_at("npushare")).body.at("spec", "holderIdentity").string(), "b");
}

TEST(Store, WantsTheVersionInALeaseUpdate) {
  Store store(quiet_options());
  store.create(lease_at({}), a_lease("a"));

  EXPECT_EQ(store.update(lease_at("npushare"), Part::kMain, a_lease("b")).code, 422U);
}

TEST(Store, KeepsTheVersionOfAnObjectThatDoesNotChange) {
  Store store(quiet_options());
  const Json pod = store.create(pod_at({}), a_pod("p")).body;

  const Answer same =
      store.patch(pod_at("p"), Part::kMain, PatchType::kMerge, annotated(Json::object(), "k", "v"));
  const Answer again =
      store.patch(pod_at("p"), Part::kMain, PatchType::kMerge, annotated(Json::object(), "k", "v"));

  EXPECT_NE(same.body.at("metadata", "resourceVersion"), pod.at("metadata", "resourceVersion"));
  EXPECT_EQ(again.body, same.body);
}

TEST(Store, RefusesAPatchOfAnOldVersion) {
  Store store(quiet_options());
  store.create(node_place({}), named(kNode));
  Json patch = annotated(Json::object(), kLock, "x");
  patch.member("metadata").set("resourceVersion", "1");

  const Answer answer = store.patch(node_place(kNode), Part::kMain, PatchType::kMerge, patch);

  EXPECT_EQ(answer.body, recorded("patch-conflict"));
}

TEST(Store, RefusesAPatchForAnotherUid) {
  Store store(quiet_options());
  store.create(pod_at({}), a_pod("p"));
  Json patch = annotated(Json::object(), "k", "v");
  patch.member("metadata").set("uid", "11111111-1111-1111-1111-111111111111");

  const Answer answer = store.patch(pod_at("p"), Part::kMain, PatchType::kMerge, patch);

  EXPECT_EQ(answer.code, 409U);
  EXPECT_EQ(annotation_of(store, pod_at("p"), "k"), "");
}

TEST(Store, ChangesNothingWhenAJsonPatchTestFails) {
  Store store(quiet_options());
  store.create(pod_at({}), annotated(a_pod("p"), "k", "v"));
  const Json patch = parsed(R"([{"op":"replace","path":"/metadata/annotations/k","value":"new"},)"
                            R"({"op":"test","path":"/metadata/name","value":"q"}])");

  const Answer answer = store.patch(pod_at("p"), Part::kMain, PatchType::kJson, patch);

  EXPECT_EQ(answer.body, recorded("patch-jsonpatch-test-fails"));
  EXPECT_EQ(annotation_of(store, pod_at("p"), "k"), "v");
}

TEST(Store, WritesStatusAndSpecThroughTheirOwnPaths) {
  Store store(quiet_options());
  store.create(pod_at({}), a_pod("p"));
  Json patch = Json::object();
  patch.member("status").set("phase", "Running");
  patch.member("spec").set("priority", 9);

  store.patch(pod_at("p"), Part::kStatus, PatchType::kMerge, patch);

  const Json pod = store.get(pod_at("p")).body;
  EXPECT_EQ(pod.at("status", "phase").string(), "Running");
  EXPECT_EQ(pod.at("spec", "priority").integer(), 0);
}

TEST(Store, DoesNotMoveAPodByPatch) {
  Store store(quiet_options());
  store.create(pod_at({}), a_pod("p"));
  Json patch = Json::object();
  patch.member("spec").set("nodeName", kNode);

  EXPECT_EQ(store.patch(pod_at("p"), Part::kMain, PatchType::kMerge, patch).code, 422U);
}

TEST(Store, TakesAnnotationsUpToTheirLimit) {
  Store store(quiet_options());
  store.create(pod_at({}), a_pod("p"));
  const std::string most(262'144 - 1, 'x');  // and one byte of key

  EXPECT_EQ(
      store.patch(pod_at("p"), Part::kMain, PatchType::kMerge, annotated(Json::object(), "k", most))
          .code,
      200U);
  EXPECT_EQ(store
                .patch(pod_at("p"), Part::kMain, PatchType::kMerge,
                       annotated(Json::object(), "k", most + "x"))
                .code,
            422U);
}

}  // namespace
}  // namespace npushare::embedded
