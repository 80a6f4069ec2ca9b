#include "scheduler/embedded/claim_controller.hpp"

#include <gtest/gtest.h>

#include "scheduler/embedded/claim_scheduling.hpp"
#include "tests/support/embedded_devices.hpp"
#include "tests/support/http_running_server.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

struct Desk {
  npushare::testing_support::RunningContext running;
  std::shared_ptr<Store> store = lab_store();
  ClaimScheduling scheduling{store};
  std::shared_ptr<ClaimController> controller =
      std::make_shared<ClaimController>(running.context().get_executor(), store);

  ~Desk() { running.drain(); }

  void settle() {
    for (int k = 0; k < 10 && controller->step(); ++k) {
    }
  }
  Json pod(const std::string& name) const { return store->get(pod_at(name)).body; }
  Json claim(const std::string& name) const { return store->get(claim_at(name)).body; }
  bool has_claim(const std::string& name) const { return store->get(claim_at(name)).ok(); }
  std::string claim_of(const std::string& name) const { return claims_of(pod(name)).front().claim; }

  void make_pod(const std::string& name, const char* key, const std::string& value) {
    store->create(pod_at({}), pod_with_claim(name, key, value));
  }
  void place(const std::string& name) {
    ASSERT_TRUE(scheduling.reserve(pod(name), kLabNode));
    ASSERT_TRUE(store->bind(pod_at(name), a_binding(name, kLabNode)).ok());
  }
  void remove_pod(const std::string& name) {
    store->remove(pod_at(name), {.grace_seconds = 0, .uid = {}, .resource_version = {}});
  }
};

TEST(ClaimController, MakesOneClaimForEachPodOfATemplate) {
  Desk desk;
  desk.make_pod("a", "resourceClaimTemplateName", "t");
  desk.settle();
  EXPECT_EQ(desk.claim_of("a"), "");  // no template yet
  desk.store->create({&claim_templates(), "default", {}}, a_template("t", "8Gi", "50"));
  desk.make_pod("b", "resourceClaimTemplateName", "t");

  desk.settle();

  const Json claim = desk.claim(desk.claim_of("a"));
  EXPECT_TRUE(claim.at("metadata", "name").string().starts_with("a-npu-"));
  const Json& owner = claim.at("metadata", "ownerReferences").items().front();
  EXPECT_EQ(owner["uid"], desk.pod("a").at("metadata", "uid"));
  EXPECT_TRUE(owner["controller"].boolean());
  EXPECT_EQ(claim.at("metadata", "annotations")["resource.kubernetes.io/pod-claim-name"].string(),
            "npu");
  EXPECT_NE(desk.claim_of("a"), desk.claim_of("b"));
  EXPECT_EQ(desk.store->snapshot(claims()).objects.size(), 2U);
}

TEST(ClaimController, DeletesAGeneratedClaimWithItsPod) {
  Desk desk;
  desk.store->create({&claim_templates(), "default", {}}, a_template("t", "8Gi", "50"));
  desk.make_pod("a", "resourceClaimTemplateName", "t");
  desk.settle();
  desk.place("a");

  desk.remove_pod("a");
  desk.settle();

  EXPECT_TRUE(desk.store->snapshot(claims()).objects.empty());
}

TEST(ClaimController, ReleasesAClaimOfSomebodyElseAndKeepsTheObject) {
  Desk desk;
  desk.store->create(claim_at({}), a_claim("c", "8Gi", "50"));
  desk.make_pod("a", "resourceClaimName", "c");
  desk.make_pod("b", "resourceClaimName", "c");
  desk.place("a");
  desk.place("b");

  desk.remove_pod("a");
  desk.settle();
  EXPECT_EQ(desk.claim("c").at("status", "reservedFor").items().size(), 1U);
  EXPECT_FALSE(desk.claim("c").at("status", "allocation").is_null());

  desk.remove_pod("b");
  desk.settle();
  EXPECT_TRUE(desk.claim("c").at("status", "allocation").is_null());
  EXPECT_TRUE(desk.claim("c").at("metadata", "finalizers").items().empty());
}

TEST(ClaimController, LetsADeletedClaimGoWithItsLastPod) {
  Desk desk;
  desk.store->create(claim_at({}), a_claim("c", "8Gi", "50"));
  desk.make_pod("a", "resourceClaimName", "c");
  desk.place("a");
  desk.store->remove(claim_at("c"), {});

  desk.settle();
  ASSERT_TRUE(desk.has_claim("c"));
  EXPECT_FALSE(desk.claim("c").at("status", "allocation").is_null());  // still counted

  desk.remove_pod("a");
  desk.settle();
  EXPECT_FALSE(desk.has_claim("c"));
}

TEST(ClaimController, LeavesWhatNobodyEverReserved) {
  Desk desk;
  desk.store->create(claim_at({}), a_claim("c", "8Gi", "50"));
  desk.make_pod("a", "resourceClaimName", "c");
  desk.place("a");
  Json claim = desk.claim("c");
  claim.member("status").set("reservedFor", Json::array());
  desk.store->update(claim_at("c"), Part::kStatus, claim);
  desk.remove_pod("a");

  desk.settle();
  EXPECT_FALSE(desk.claim("c").at("status", "allocation").is_null());

  desk.store->remove(claim_at("c"), {});
  desk.settle();
  EXPECT_FALSE(desk.has_claim("c"));
}

TEST(ClaimController, NeverTouchesAReservationForWhatIsNoPod) {
  Desk desk;
  desk.store->create(claim_at({}), a_claim("c", "8Gi", "50"));
  desk.make_pod("a", "resourceClaimName", "c");
  desk.place("a");
  Json claim = desk.claim("c");
  claim.member("status").set(
      "reservedFor", Json::Array{Json::Object{
                         {"apiGroup", "x.io"}, {"resource", "jobs"}, {"name", "j"}, {"uid", "u"}}});
  desk.store->update(claim_at("c"), Part::kStatus, claim);
  desk.remove_pod("a");

  desk.settle();

  EXPECT_EQ(desk.claim("c").at("status", "reservedFor").items().size(), 1U);
}

TEST(ClaimController, CountsAFinishedPodAsGone) {
  Desk desk;
  desk.store->create(claim_at({}), a_claim("c", "8Gi", "50"));
  desk.make_pod("a", "resourceClaimName", "c");
  desk.place("a");
  desk.store->patch(pod_at("a"), Part::kStatus, PatchType::kMerge,
                    parsed(R"({"status":{"phase":"Succeeded"}})"));

  desk.settle();

  EXPECT_TRUE(desk.claim("c").at("status", "allocation").is_null());
}

}  // namespace
}  // namespace npushare::embedded
