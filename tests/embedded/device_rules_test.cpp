#include "scheduler/embedded/device_rules.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_devices.hpp"
#include "tests/support/embedded_running.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

const std::string kClaims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

ApiOptions with_dra() {
  ApiOptions options;
  options.api.has_dra = true;
  return options;
}

RawReply put(std::uint16_t port, const std::string& path, const Json& object) {
  return ask(port, {.method = "PUT", .path = path, .body = object.text()});
}

Json allocated(Json claim, const char* device) {
  Json result =
      Json::Object{{"request", "npu"}, {"driver", kDriver}, {"pool", kLabNode}, {"device", device}};
  claim.member("status")
      .member("allocation")
      .member("devices")
      .set("results", Json::Array{std::move(result)});
  return claim;
}

Json reserved(Json claim, const char* pod) {
  claim.member("status")
      .member("reservedFor")
      .push_back(
          Json::Object{{"resource", "pods"}, {"name", pod}, {"uid", std::string(pod) + "-uid"}});
  return claim;
}

TEST(Claims, GetTheirDefaultsAndCanonicalAmounts) {
  RunningApi api(with_dra());
  Json wanted = a_claim("c", "14680064000", "40");
  wanted.member("status").set("allocation", Json::object());

  const Json made = parsed(create(api.server.port(), kClaims, wanted).body);

  const Json& exact = made.at("spec", "devices", "requests").items().front()["exactly"];
  EXPECT_EQ(exact["allocationMode"].string(), "ExactCount");
  EXPECT_EQ(exact["count"].integer(), 1);
  EXPECT_EQ(exact.at("capacity", "requests", "memory").string(), "14680064k");
  EXPECT_TRUE(made.at("status", "allocation").is_null());
}

TEST(Claims, HaveASpecThatNeverChanges) {
  RunningApi api(with_dra());
  Json claim = parsed(create(api.server.port(), kClaims, a_claim("c", "8Gi", "50")).body);
  claim.set("spec", a_claim("c", "9Gi", "50")["spec"]);

  const RawReply reply = put(api.server.port(), kClaims + "/c", claim);

  EXPECT_EQ(reply.status, 422U);
  EXPECT_NE(reply.body.find("field is immutable"), std::string::npos);
}

TEST(Claims, AreAllocatedOnceAndCleared) {
  RunningApi api(with_dra());
  const std::uint16_t port = api.server.port();
  Json claim = parsed(create(port, kClaims, a_claim("c", "8Gi", "50")).body);
  const RawReply first = put(port, kClaims + "/c/status", allocated(claim, "npu-0-0"));
  ASSERT_EQ(first.status, 200U) << first.body;

  EXPECT_EQ(put(port, kClaims + "/c/status", allocated(parsed(first.body), "npu-1-0")).status,
            422U);

  Json cleared = parsed(first.body);
  cleared.set("status", Json::object());
  EXPECT_EQ(put(port, kClaims + "/c/status", cleared).status, 200U);
}

TEST(Claims, AreWrittenAtTheVersionThatWasRead) {
  RunningApi api(with_dra());
  const std::uint16_t port = api.server.port();
  const Json claim = parsed(create(port, kClaims, a_claim("c", "8Gi", "50")).body);
  ASSERT_EQ(put(port, kClaims + "/c/status", allocated(claim, "npu-0-0")).status, 200U);

  EXPECT_EQ(put(port, kClaims + "/c/status", allocated(claim, "npu-0-0")).status, 409U);
}

TEST(Claims, AreReservedOnlyWhenAllocated) {
  RunningApi api(with_dra());
  const std::uint16_t port = api.server.port();
  const Json claim = parsed(create(port, kClaims, a_claim("c", "8Gi", "50")).body);

  EXPECT_EQ(put(port, kClaims + "/c/status", reserved(claim, "a")).status, 422U);
  EXPECT_EQ(put(port, kClaims + "/c/status", reserved(allocated(claim, "npu-0-0"), "a")).status,
            200U);
}

TEST(Claims, StayUntilTheirFinalizerGoes) {
  RunningApi api(with_dra());
  const std::uint16_t port = api.server.port();
  Json wanted = a_claim("c", "8Gi", "50");
  wanted.member("metadata")
      .member("finalizers")
      .push_back("resource.kubernetes.io/delete-protection");
  Json claim = parsed(create(port, kClaims, wanted).body);
  claim = parsed(put(port, kClaims + "/c/status", reserved(allocated(claim, "npu-0-0"), "a")).body);
  ASSERT_EQ(ask(port, {.method = "DELETE", .path = kClaims + "/c"}).status, 200U);
  claim = parsed(get(port, kClaims + "/c").body);
  ASSERT_TRUE(claim.at("metadata", "deletionTimestamp").is_string());
  EXPECT_EQ(put(port, kClaims + "/c/status", reserved(claim, "b")).status, 422U);

  Json more = claim;
  more.member("metadata").member("finalizers").push_back("example.com/mine");
  EXPECT_EQ(put(port, kClaims + "/c", more).status, 422U);

  claim.member("metadata").set("finalizers", Json::array());
  EXPECT_EQ(put(port, kClaims + "/c", claim).status, 200U);
  EXPECT_EQ(get(port, kClaims + "/c").status, 404U);
}

TEST(Claims, AreDeletedOnlyAsTheyWereSeen) {
  RunningApi api(with_dra());
  const std::uint16_t port = api.server.port();
  const Json claim = parsed(create(port, kClaims, a_claim("c", "8Gi", "50")).body);
  put(port, kClaims + "/c/status", allocated(claim, "npu-0-0"));
  HttpCall removal{.method = "DELETE", .path = kClaims + "/c"};
  const auto with = [&](const char* key, const std::string& value) {
    Json body = Json::object();
    body.member("preconditions").set(key, value);
    removal.body = body.text();
    return ask(port, removal).status;
  };

  EXPECT_EQ(with("resourceVersion", claim.at("metadata", "resourceVersion").string()), 409U);
  EXPECT_EQ(with("uid", "another"), 409U);
  EXPECT_EQ(with("uid", claim.at("metadata", "uid").string()), 200U);
}

struct BadClaim {
  const char* name;
  Json claim;
  unsigned status;
};

void PrintTo(const BadClaim& row, std::ostream* out) {
  *out << row.name;
}

Json with_exact(const char* key, Json value) {
  Json request = npu_request("8Gi", "50");
  request.member("exactly").set(key, std::move(value));
  return claim_with("c", {request});
}

class BadClaims : public testing::TestWithParam<BadClaim> {};

TEST_P(BadClaims, AreRefused) {
  RunningApi api(with_dra());
  EXPECT_EQ(create(api.server.port(), kClaims, GetParam().claim).status, GetParam().status);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, BadClaims,
    testing::Values(BadClaim{"no class", with_exact("deviceClassName", ""), 422},
                    BadClaim{"count 0", with_exact("count", 0), 422},
                    BadClaim{"no such mode", with_exact("allocationMode", "Some"), 422},
                    BadClaim{"neither way", claim_with("c", {Json::Object{{"name", "npu"}}}), 422},
                    BadClaim{"no quantity", a_claim("c", "8GB", "50"), 400},
                    // stored as they are: the API server does not check ranges
                    BadClaim{"negative", a_claim("c", "-1Gi", "50"), 201},
                    BadClaim{"huge", a_claim("c", "16Ei", "50"), 201}));

TEST(Slices, NeverChangeTheirPool) {
  RunningApi api(with_dra());
  const std::uint16_t port = api.server.port();
  const std::string path = "/apis/resource.k8s.io/v1/resourceslices";
  Json slice = parsed(create(port, path, lab_slice()).body);
  const std::string own = path + "/" + slice.at("metadata", "name").string();
  Json moved = slice;
  moved.member("spec").set("nodeName", "elsewhere");

  EXPECT_EQ(put(port, own, moved).status, 422U);
  slice.member("spec").set("devices", Json::array());
  EXPECT_EQ(put(port, own, slice).status, 200U);
  const std::string of_node = path + "?fieldSelector=spec.nodeName=" + kLabNode;
  EXPECT_EQ(parsed(get(port, of_node).body)["items"].items().size(), 1U);
}

TEST(Discovery, TellsWhetherDevicesAreServed) {
  RunningApi with(with_dra());
  RunningApi without;
  const std::string path = "/apis/resource.k8s.io/v1";

  const Json list = parsed(get(with.server.port(), path).body);

  EXPECT_EQ(list["kind"].string(), "APIResourceList");
  EXPECT_EQ(list["resources"].items().size(), 7U);  // five kinds, two with a status
  EXPECT_EQ(parsed(get(with.server.port(), "/apis/resource.k8s.io").body)["name"].string(),
            "resource.k8s.io");
  EXPECT_EQ(get(without.server.port(), path).status, 404U);
  EXPECT_EQ(get(without.server.port(), kClaims).status, 404U);
  EXPECT_EQ(get(without.server.port(), "/apis").status, 200U);
}

}  // namespace
}  // namespace npushare::embedded
