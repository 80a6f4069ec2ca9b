#include "scheduler/embedded/claim_scheduling.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_devices.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

/// One claim of its own for each pod, on the lab's node.
struct Desk {
  std::shared_ptr<Store> store = lab_store();
  ClaimScheduling scheduling{store};

  Json pod_of(const Json& claim) {
    const std::string& name = claim.at("metadata", "name").string();
    store->create(claim_at({}), claim);
    return store->create(pod_at({}), pod_with_claim("pod-" + name, "resourceClaimName", name)).body;
  }

  /// Where the pod's claim is, or why it is nowhere.
  std::string place(const Json& claim) {
    const Json pod = pod_of(claim);
    const Result<ClaimNodes> found = scheduling.nodes_for(pod, {kLabNode});
    if (!found) return found.error().message;
    if (found->nodes.empty()) return found->refusal;
    if (const Result<> held = scheduling.reserve(pod, kLabNode); !held) return held.error().message;
    std::string devices;
    const Json now = get(claim.at("metadata", "name").string());
    for (const Json& result : now.at("status", "allocation", "devices", "results").items())
      devices += (devices.empty() ? "" : " ") + result["device"].string();
    return devices;
  }

  Json get(const std::string& claim) const { return store->get(claim_at(claim)).body; }
};

const char* const kRefused = "0/1 nodes are available: 1 cannot allocate all claims.";

TEST(ClaimScheduling, WritesWhatTheLabShows) {
  Desk desk;

  ASSERT_EQ(desk.place(a_claim("a", "8589934592", "50", pinned(kUuid0))), "npu-0-0");

  const Json claim = desk.get("a");
  const Json& result = result_of(claim);
  EXPECT_EQ(result["request"].string(), "npu");
  EXPECT_EQ(result["pool"].string(), kLabNode);
  EXPECT_EQ(result["shareID"].string().size(), 36U);
  EXPECT_EQ(result["consumedCapacity"], parsed(R"({"cores":"50","memory":"8Gi"})"));
  EXPECT_EQ(claim.at("status", "reservedFor").items().front()["name"].string(), "pod-a");
  EXPECT_EQ(claim.at("metadata", "finalizers").items().front().string(),
            "resource.kubernetes.io/delete-protection");
}

TEST(ClaimScheduling, CountsMemoryAndCoresApart) {
  Desk desk;
  EXPECT_EQ(desk.place(a_claim("a", "8Gi", "50", pinned(kUuid1))), "npu-1-0");
  EXPECT_EQ(desk.place(a_claim("memory", "14680064k", "40", pinned(kUuid1))), kRefused);
  EXPECT_EQ(desk.place(a_claim("cores", "1Gi", "51", pinned(kUuid1))), kRefused);
  EXPECT_EQ(desk.place(a_claim("exact", "13333Mi", "50", pinned(kUuid1))), "npu-1-0");
}

TEST(ClaimScheduling, TakesTheWholeChipForWhatIsNotAskedFor) {
  Desk desk;
  EXPECT_EQ(desk.place(a_claim("all", "", "")), "npu-0-0");
  EXPECT_EQ(result_of(desk.get("all"))["consumedCapacity"],
            parsed(R"({"cores":"100","memory":"21525Mi"})"));
  EXPECT_EQ(desk.place(a_claim("no-cores", "1Gi", "")), "npu-1-0");
  EXPECT_EQ(desk.place(a_claim("later", "1Gi", "1")), kRefused);
}

TEST(ClaimScheduling, RoundsUpToTheStepAndRefusesWhatThePolicyRulesOut) {
  Desk desk;
  EXPECT_EQ(desk.place(a_claim("a", "1048577", "0", pinned(kUuid0))), "npu-0-0");
  EXPECT_EQ(result_of(desk.get("a"))["consumedCapacity"],
            parsed(R"({"cores":"0","memory":"2Mi"})"));
  EXPECT_EQ(desk.place(a_claim("most", "21526Mi", "0", pinned(kUuid1))), kRefused);
  EXPECT_EQ(desk.place(a_claim("negative", "-1Gi", "1", pinned(kUuid1))), "npu-1-0");
  EXPECT_EQ(result_of(desk.get("negative"))["consumedCapacity"].at("memory").string(), "1Mi");
}

TEST(ClaimScheduling, NeverGivesOneRequestTheSameChipTwice) {
  Desk desk;
  Json two = npu_request("1Gi", "10");
  two.member("exactly").set("count", 2);
  EXPECT_EQ(desk.place(claim_with("two", {two})), "npu-0-0 npu-1-0");
  two.member("exactly").set("count", 3);
  EXPECT_EQ(desk.place(claim_with("three", {two})), kRefused);
}

TEST(ClaimScheduling, SeparatesRequestsByADistinctAttribute) {
  Desk desk;
  Json first = npu_request("1Gi", "10");
  Json second = npu_request("1Gi", "10");
  second.set("name", "other");
  EXPECT_EQ(desk.place(claim_with("free", {first, second})), "npu-0-0 npu-0-0");
  Json apart = claim_with("apart", {first, second});
  apart.member("spec")
      .member("devices")
      .member("constraints")
      .push_back(Json::Object{{"distinctAttribute", "ascend.project-hami.io/uuid"}});
  EXPECT_EQ(desk.place(apart), "npu-0-0 npu-1-0");
}

TEST(ClaimScheduling, TakesTheFirstAlternativeThatFits) {
  Desk desk;
  Json big = npu_request("21525Mi", "100")["exactly"];
  big.set("name", "big");
  Json small = npu_request("1Gi", "10")["exactly"];
  small.set("name", "small");
  const Json request = Json::Object{{"name", "npu"}, {"firstAvailable", Json::Array{big, small}}};
  ASSERT_EQ(desk.place(a_claim("a", "1Gi", "10", pinned(kUuid0))), "npu-0-0");
  EXPECT_EQ(desk.place(claim_with("x", {request})), "npu-1-0");
  EXPECT_EQ(desk.place(claim_with("y", {request})), "npu-0-0");
  EXPECT_EQ(result_of(desk.get("y"))["request"].string(), "npu/small");
}

TEST(ClaimScheduling, LeavesATaintedDeviceAlone) {
  Desk desk;
  const Json rule = parsed(R"({"metadata":{"name":"fence"},"spec":{
      "deviceSelector":{"driver":"ascend.project-hami.io","device":"npu-0-0"},
      "taint":{"key":"npu-dra/fence","value":"x","effect":"NoSchedule"}}})");
  ASSERT_TRUE(desk.store->create({&taint_rules(), {}, {}}, rule).ok());

  EXPECT_EQ(desk.place(a_claim("a", "1Gi", "1")), "npu-1-0");
  EXPECT_EQ(desk.place(a_claim("pinned", "1Gi", "1", pinned(kUuid0))), kRefused);

  Json tolerant = npu_request("1Gi", "1", pinned(kUuid0));
  tolerant.member("exactly")
      .member("tolerations")
      .push_back(Json::Object{{"key", "npu-dra/fence"}, {"operator", "Exists"}});
  EXPECT_EQ(desk.place(claim_with("tolerant", {tolerant})), "npu-0-0");
}

TEST(ClaimScheduling, FailsAltogetherWhenASelectorCannotBeEvaluated) {
  Desk desk;
  const std::string absent = "device.attributes[\"ascend.project-hami.io\"].absent == \"x\"";
  EXPECT_EQ(desk.place(a_claim("a", "1Gi", "1", absent)), "selector: no such key: absent");
  Json odd = npu_request("1Gi", "1");
  odd.member("exactly").set("deviceClassName", "none");
  EXPECT_EQ(desk.place(claim_with("b", {odd})), "could not retrieve device class none");
}

TEST(ClaimScheduling, UsesAClaimWithSeveralPodsOnItsNode) {
  Desk desk;
  ASSERT_EQ(desk.place(a_claim("shared", "8Gi", "50")), "npu-0-0");
  const Json other =
      desk.store->create(pod_at({}), pod_with_claim("other", "resourceClaimName", "shared")).body;

  const Result<ClaimNodes> found = desk.scheduling.nodes_for(other, {"elsewhere", kLabNode});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->nodes, std::vector<std::string>{kLabNode});
  ASSERT_TRUE(desk.scheduling.reserve(other, kLabNode));
  EXPECT_EQ(desk.get("shared").at("status", "reservedFor").items().size(), 2U);
  EXPECT_EQ(desk.place(a_claim("more", "8Gi", "50", pinned(kUuid0))), "npu-0-0");  // counted once
}

TEST(ClaimScheduling, SaysWhatAPodWaitsFor) {
  Desk desk;
  const Json lost =
      desk.store->create(pod_at({}), pod_with_claim("p", "resourceClaimName", "x")).body;
  const Json early =
      desk.store->create(pod_at({}), pod_with_claim("q", "resourceClaimTemplateName", "t")).body;

  EXPECT_EQ(desk.scheduling.nodes_for(lost, {kLabNode})->refusal,
            "0/1 nodes are available: 1 resourceclaim \"x\" not found.");
  EXPECT_EQ(desk.scheduling.nodes_for(early, {kLabNode})->refusal,
            "0/1 nodes are available: 1 waiting for the claim of template t.");
}

TEST(ClaimScheduling, SkipsPoolsThatAreNotWhole) {
  Desk desk;
  Json half = lab_slice();
  half.member("spec").member("pool").set("generation", 2);
  half.member("spec").member("pool").set("resourceSliceCount", 2);
  ASSERT_TRUE(desk.store->create({&slices(), {}, {}}, half).ok());

  EXPECT_EQ(desk.place(a_claim("a", "1Gi", "1")), kRefused);
  ASSERT_TRUE(desk.store->create({&slices(), {}, {}}, half).ok());
  EXPECT_EQ(desk.place(a_claim("b", "1Gi", "1")), kRefused);  // two devices of one name
}

}  // namespace
}  // namespace npushare::embedded
