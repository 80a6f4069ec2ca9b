#include "scheduler/embedded/kind_rules.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_running.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

const std::string kEvents = "/apis/events.k8s.io/v1/namespaces/default/events";
const std::string kLeases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const std::string kBudgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";

/// The lease of the recorded calls, without what the server adds.
Json recorded_lease() {
  Json lease = named("npushare");
  lease.set("spec", recorded("lease-create")["spec"]);
  return lease;
}

Json recorded_event() {
  Json event = recorded("event-create");
  Json fresh = named(event.at("metadata", "name").string());
  for (const char* key : {"eventTime", "reportingController", "reportingInstance", "action",
                          "reason", "regarding", "note", "type"})
    fresh.set(key, event[key]);
  return fresh;
}

TEST(Leases, AreCreatedOnceAndUpdatedByVersion) {
  RunningApi api;
  const std::uint16_t port = api.server.port();
  const RawReply created = create(port, kLeases, recorded_lease());
  ASSERT_EQ(created.status, 201U);

  const RawReply exists = create(port, kLeases, recorded_lease());
  EXPECT_EQ(parsed(exists.body), recorded("lease-exists"));

  Json lease = parsed(created.body);
  lease.member("spec").set("leaseTransitions", 1);
  HttpCall put{.method = "PUT", .path = kLeases + "/npushare", .body = lease.text()};
  EXPECT_EQ(ask(port, put).status, 200U);
  lease.member("spec").set("leaseTransitions", 2);
  put.body = lease.text();
  EXPECT_EQ(parsed(ask(port, put).body), recorded("lease-update-conflict"));
}

TEST(Leases, WithoutAVersionAreNotUpdated) {
  RunningApi api;
  create(api.server.port(), kLeases, recorded_lease());

  const HttpCall put{
      .method = "PUT", .path = kLeases + "/npushare", .body = recorded_lease().text()};

  EXPECT_EQ(ask(api.server.port(), put).status, 422U);
}

struct FieldCase {
  const char* name;
  const char* key;
  Json value;
  unsigned status;
};

void PrintTo(const FieldCase& row, std::ostream* out) {
  *out << row.name;
}

class LeaseField : public testing::TestWithParam<FieldCase> {};

TEST_P(LeaseField, IsChecked) {
  RunningApi api;
  Json lease = recorded_lease();
  lease.member("spec").set(GetParam().key, GetParam().value);

  EXPECT_EQ(create(api.server.port(), kLeases, lease).status, GetParam().status);
}

INSTANTIATE_TEST_SUITE_P(Fields, LeaseField,
                         testing::Values(FieldCase{"no_duration", "leaseDurationSeconds", 0, 422},
                                         FieldCase{"shortest", "leaseDurationSeconds", 1, 201},
                                         FieldCase{"negative", "leaseTransitions", -1, 422},
                                         FieldCase{"no_holder", "holderIdentity", "", 201},
                                         FieldCase{"odd_time", "renewTime", "yesterday", 400}),
                         [](const auto& test) { return test.param.name; });

class EventField : public testing::TestWithParam<FieldCase> {};

TEST_P(EventField, IsChecked) {  // kse 4.7
  RunningApi api;
  Json event = recorded_event();
  if (GetParam().key[0] != 0) event.set(GetParam().key, GetParam().value);

  EXPECT_EQ(create(api.server.port(), kEvents, event).status, GetParam().status);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, EventField,
    testing::Values(FieldCase{"recorded", "", {}, 201}, FieldCase{"no_time", "eventTime", {}, 422},
                    FieldCase{"no_controller", "reportingController", "", 422},
                    FieldCase{"no_instance", "reportingInstance", "", 422},
                    FieldCase{"long_reason", "reason", std::string(129, 'x'), 422},
                    FieldCase{"longest_action", "action", std::string(128, 'x'), 201},
                    FieldCase{"odd_type", "type", "Error", 422},
                    FieldCase{"long_note", "note", std::string(1025, 'x'), 422},
                    FieldCase{"longest_note", "note", std::string(1024, 'x'), 201},
                    FieldCase{"far", "regarding",
                              Json::Object{{"kind", "Pod"}, {"namespace", "other"}}, 422}),
    [](const auto& test) { return test.param.name; });

TEST(Events, TakeASeriesByPatch) {
  RunningApi api;
  create(api.server.port(), kEvents, recorded_event());
  const HttpCall patch{
      .method = "PATCH",
      .path = kEvents + "/vip.18",
      .body = R"({"series":{"count":2,"lastObservedTime":"2026-11-30T14:00:01.000000Z"}})",
      .content_type = "application/merge-patch+json"};

  EXPECT_EQ(parsed(ask(api.server.port(), patch).body).at("series", "count").integer(), 2);
}

HttpCall patch_of(const std::string& path, const std::string& body) {
  return {.method = "PATCH",
          .path = path,
          .body = body,
          .content_type = "application/merge-patch+json"};
}

// As kube-apiserver 1.35.4 answers: the newer group lets nobody reword an event.
TEST(Events, KeepTheirNoteInTheirOwnGroup) {
  RunningApi api;
  create(api.server.port(), kEvents, recorded_event());

  const RawReply reply =
      ask(api.server.port(), patch_of(kEvents + "/vip.18", R"({"note":"another"})"));

  EXPECT_EQ(reply.status, 422U);
  EXPECT_NE(reply.body.find("field is immutable"), std::string::npos) << reply.body;
}

TEST(Events, AreRewordedThroughTheCoreGroup) {
  RunningApi api;
  create(api.server.port(), kEvents, recorded_event());

  EXPECT_EQ(ask(api.server.port(),
                patch_of("/api/v1/namespaces/default/events/vip.18", R"({"message":"another"})"))
                .status,
            200U);

  const HttpCall get{.method = "GET", .path = kEvents + "/vip.18"};
  EXPECT_EQ(parsed(ask(api.server.port(), get).body)["note"].string(), "another");
}

TEST(Budgets, GetTheirStatusFromTheirController) {
  RunningApi api;
  Json budget = named("b");
  budget.member("spec").set("minAvailable", 1);
  budget.member("status").set("disruptionsAllowed", 5);

  const Json created = parsed(create(api.server.port(), kBudgets, budget).body);
  EXPECT_EQ(created["apiVersion"].string(), "policy/v1");
  EXPECT_TRUE(created.at("status", "disruptionsAllowed").is_null());
  const HttpCall patch{.method = "PATCH",
                       .path = kBudgets + "/b/status",
                       .body = R"({"status":{"disruptionsAllowed":1}})",
                       .content_type = "application/merge-patch+json"};
  EXPECT_EQ(parsed(ask(api.server.port(), patch).body).at("status", "disruptionsAllowed").integer(),
            1);
  EXPECT_EQ(
      parsed(get(api.server.port(), "/apis/policy/v1/poddisruptionbudgets").body)["kind"].string(),
      "PodDisruptionBudgetList");
}

}  // namespace
}  // namespace npushare::embedded
