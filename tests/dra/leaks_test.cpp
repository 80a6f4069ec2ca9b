// Which claims are leaked, and which of them may be deleted: spec dra-accounting 8.1 to 8.3, 10.7.
#include "scheduler/dra/leaks.hpp"

#include <gtest/gtest.h>

#include "scheduler/dra/leak_shape.hpp"
#include "tests/support/dra_objects.hpp"

namespace npushare::dra_test {
namespace {

using dra::ClaimUser;
using dra::Leak;
using dra::LeakKind;
using dra::LeakPolicy;
using dra::LeakWatch;

constexpr std::int64_t kCreated = 1796119200;  // 2026-12-01T10:00:00Z

/// A watch over one claim, and time that is set by hand.
struct Patrol {
  std::vector<Leak> look(const std::vector<wire::ResourceClaim>& claims, std::int64_t age,
                         const std::vector<ClaimUser>& users = {}) {
    const std::vector<wire::ResourceSlice> slices{lab_slice()};
    const auto offers = dra::offers_of(pointers(slices));
    return watch.look(
        pointers(claims), dra::ClaimUsers(users, name_of), dra::table_of(offers),
        {.unix_seconds = kCreated + age,
         .monotonic = std::chrono::steady_clock::time_point(std::chrono::seconds(1000 + age))});
  }
  std::vector<LeakKind> kinds(const std::vector<wire::ResourceClaim>& claims, std::int64_t age,
                              const std::vector<ClaimUser>& users = {}) {
    std::vector<LeakKind> all;
    for (const Leak& leak : look(claims, age, users)) all.push_back(leak.kind);
    return all;
  }

  LeakWatch watch{dra::LeakScope{}};
  dra::NameOfClaim name_of = [](std::string_view space, std::string_view pod,
                                std::string_view container, std::string_view suffix) {
    return std::string(space) + "-" + std::string(pod) + "-" + std::string(container) + "-" +
           std::string(suffix);
  };
};

using Kinds = std::vector<LeakKind>;

wire::ResourceClaim hami_claim() {
  return a_claim("ai-train-app-ascend310p", "8589934592", "50");
}

ClaimUser a_user(const std::string& claim, const std::string& pod = "train") {
  return {.pod = {"ai", pod}, .uid = PodUid("uid-" + pod), .claims = {{"npu", claim, ""}}};
}

std::string spared(const wire::ResourceClaim& claim, LeakPolicy policy,
                   LeakKind kind = LeakKind::kOrphan) {
  return dra::spared_because(kind, claim, dra::LeakScope{}, policy);
}

TEST(Leaks, AnOrphanIsOneAfterItsGrace) {  // dra-K1, dra-K2
  EXPECT_EQ(Patrol().kinds({hami_claim()}, 130), Kinds{LeakKind::kOrphan});
  EXPECT_EQ(Patrol().kinds({hami_claim()}, 60), Kinds{});
  EXPECT_EQ(Patrol().kinds({hami_claim()}, 120), Kinds{});
  EXPECT_EQ(spared(hami_claim(), LeakPolicy::kDeleteHamiShaped), "");
}

TEST(Leaks, AReservationForPodsThatAreGoneIsToldButNotTouched) {  // dra-K3
  const auto claim = allocated(hami_claim(), a_result("npu-0-0", "8Gi", "50"), "train");
  Patrol patrol;

  EXPECT_EQ(patrol.kinds({claim}, 200), Kinds{});
  EXPECT_EQ(patrol.kinds({claim}, 260), Kinds{});
  const std::vector<Leak> leaks = patrol.look({claim}, 261);

  ASSERT_EQ(leaks.size(), 1U);
  EXPECT_EQ(leaks[0].kind, LeakKind::kStaleReserved);
  EXPECT_EQ(leaks[0].since, kCreated + 200);
  EXPECT_NE(leaks[0].evidence.find("train (uid uid-train)"), std::string::npos);
  EXPECT_NE(spared(claim, LeakPolicy::kDeleteHamiShaped, LeakKind::kStaleReserved), "");
}

TEST(Leaks, AReservationIsLiveOnlyForThatVeryPod) {
  const auto claim = allocated(hami_claim(), a_result("npu-0-0", "8Gi", "50"), "train");
  ClaimUser namesake = a_user(claim.name);
  namesake.uid = PodUid("another");
  ClaimUser done = a_user(claim.name);
  done.is_done = true;
  for (const ClaimUser& user : {namesake, done}) {
    Patrol patrol;
    EXPECT_EQ(patrol.kinds({claim}, 200, {user}), Kinds{});
    EXPECT_EQ(patrol.kinds({claim}, 300, {user}), Kinds{LeakKind::kStaleReserved});
  }
  Patrol patrol;
  EXPECT_EQ(patrol.kinds({claim}, 200, {a_user(claim.name)}), Kinds{});
  EXPECT_EQ(patrol.kinds({claim}, 300, {a_user(claim.name)}), Kinds{});
}

TEST(Leaks, DevicesKeptForNobodyAreALeakThatMayGo) {  // dra-K4
  const auto claim = allocated(hami_claim(), a_result("npu-0-0", "8Gi", "50"));

  const std::vector<Leak> leaks = Patrol().look({claim}, 130);

  ASSERT_EQ(leaks.size(), 1U);
  EXPECT_EQ(leaks[0].kind, LeakKind::kUnreserved);
  EXPECT_EQ(leaks[0].held.at(0).device.text(), kDriver + "/" + kNode + "/npu-0-0");
  EXPECT_EQ(leaks[0].held.at(0).amounts.at("memory"), "8Gi");
  EXPECT_EQ(spared(claim, LeakPolicy::kDeleteHamiShaped, LeakKind::kUnreserved), "");
}

TEST(Leaks, AUsersOwnClaimIsNeverTouched) {  // dra-K5
  EXPECT_EQ(Patrol().kinds({a_claim("my-claim", "1Gi", "1")}, 130), Kinds{LeakKind::kOrphan});
  EXPECT_NE(spared(a_claim("my-claim", "1Gi", "1"), LeakPolicy::kDeleteOwn), "");
  EXPECT_NE(spared(a_claim("my-claim", "1Gi", "1"), LeakPolicy::kDeleteHamiShaped), "");
}

TEST(Leaks, AReferenceCountsForAWhileAfterItWasLastSeen) {
  const wire::ResourceClaim claim = a_claim("my-claim", "1Gi", "1");
  ClaimUser done = a_user("my-claim");
  done.is_done = true;
  Patrol patrol;

  EXPECT_EQ(patrol.kinds({claim}, 500, {done}), Kinds{});
  EXPECT_EQ(patrol.kinds({claim}, 620), Kinds{});
  EXPECT_EQ(patrol.kinds({claim}, 621), Kinds{LeakKind::kOrphan});
}

TEST(Leaks, APodThatTheWebhookWouldHaveServedIsAReference) {
  ClaimUser unfinished{.pod = {"ai", "train"}, .uid = PodUid("u"), .containers = {"app"}};
  EXPECT_EQ(Patrol().kinds({hami_claim()}, 500, {unfinished}), Kinds{});

  unfinished.pod.space = "other";
  EXPECT_EQ(Patrol().kinds({hami_claim()}, 500, {unfinished}), Kinds{LeakKind::kOrphan});
}

TEST(Leaks, TellsWhatOnlyKubernetesOrAPersonCanMend) {
  auto deleting = allocated(hami_claim(), a_result("npu-0-0", "8Gi", "50"), "train");
  deleting.deleted = "2026-12-01T10:00:00Z";
  const std::vector<ClaimUser> users{a_user(deleting.name)};
  EXPECT_EQ(Patrol().kinds({deleting}, 300, users), Kinds{});
  EXPECT_EQ(Patrol().kinds({deleting}, 301, users), Kinds{LeakKind::kDeleting});

  auto foreign = allocated(hami_claim(), a_result("npu-0-0", "8Gi", "50"));
  foreign.reserved_for = {{.group = "x.io", .resource = "jobs", .name = "j", .uid = "u"}};
  EXPECT_EQ(Patrol().kinds({foreign}, 500), Kinds{LeakKind::kForeign});
}

TEST(Leaks, TellsConsumptionThatCannotBeCounted) {
  const auto kinds_of = [](wire::DeviceResult result) {
    const auto claim = allocated(hami_claim(), std::move(result), "train");
    return Patrol().kinds({claim}, 10, {a_user(claim.name)});
  };
  auto silent = a_result("npu-0-0", "8Gi", "50");
  silent.consumed.reset();
  auto partial = a_result("npu-0-0", "8Gi", "50");
  partial.consumed->erase("cores");
  auto stranger = a_result("npu-0-0", "8Gi", "50");
  stranger.consumed->insert({"slots", "1"});

  for (const auto& result : {a_result("npu-0-0", "-1Gi", "50"), a_result("npu-0-0", "10E", "50"),
                             a_result("npu-0-0", "8Gx", "50"), silent, partial, stranger})
    EXPECT_EQ(kinds_of(result), Kinds{LeakKind::kPoisoned});
  EXPECT_EQ(kinds_of(a_result("npu-0-0", "", "", "")), Kinds{LeakKind::kDedicated});
  EXPECT_EQ(kinds_of(a_result("npu-0-0", "8Gi", "50")), Kinds{});
  EXPECT_EQ(kinds_of(a_result("unknown", "8Gi", "50")), Kinds{});
}

TEST(Leaks, LeavesOtherDriversAlone) {
  wire::ResourceClaim other = hami_claim();
  other.requests[0].asks[0].device_class = "gpu.example.com";
  EXPECT_EQ(Patrol().kinds({other}, 500), Kinds{});

  auto mixed = allocated(hami_claim(), a_result("npu-0-0", "8Gi", "50"));
  mixed.allocation->results.push_back(mixed.allocation->results[0]);
  mixed.allocation->results[1].driver = "gpu.example.com";
  EXPECT_NE(spared(mixed, LeakPolicy::kDeleteHamiShaped, LeakKind::kUnreserved), "");
}

TEST(Leaks, AClaimOfUnknownAgeIsNotOld) {
  wire::ResourceClaim claim = hami_claim();
  claim.created.clear();
  EXPECT_EQ(Patrol().kinds({claim}, 500), Kinds{});
}

TEST(LeakShape, OnlyWhatIsSurelyOursMayGo) {
  wire::ResourceClaim ours = a_claim("anything", "1Gi", "1");
  ours.annotations = {{"npu-dra/pod-name", "p"},
                      {"npu-dra/container", "c"},
                      {"npu-dra/admission-uid", "u"},
                      {"npu-dra/spec-hash", "h"}};
  EXPECT_EQ(spared(ours, LeakPolicy::kDeleteOwn), "");
  EXPECT_EQ(spared(ours, LeakPolicy::kReport), "the policy is report");

  wire::ResourceClaim owned = ours;
  owned.owners = {{.kind = "Pod", .name = "p", .uid = "u"}};
  EXPECT_EQ(spared(owned, LeakPolicy::kDeleteOwn), "it belongs to Pod p");
  wire::ResourceClaim deleted = ours;
  deleted.deleted = "2026-12-01T10:00:00Z";
  EXPECT_EQ(spared(deleted, LeakPolicy::kDeleteOwn), "it is being deleted");
  ours.annotations.erase("npu-dra/spec-hash");
  EXPECT_NE(spared(ours, LeakPolicy::kDeleteOwn), "");
}

TEST(LeakShape, HamisClaimsAreKnownByTheirWholeShape) {
  const LeakPolicy policy = LeakPolicy::kDeleteHamiShaped;
  EXPECT_NE(spared(hami_claim(), LeakPolicy::kDeleteOwn), "");
  const auto named = [](const std::string& name) {
    wire::ResourceClaim claim = hami_claim();
    claim.name = name;
    return claim;
  };
  EXPECT_EQ(spared(named("very-long-cf9e4096"), policy), "");
  EXPECT_EQ(spared(named("x-ascend910b4-1"), policy), "");
  EXPECT_NE(spared(named("-cf9e4096"), policy), "");  // 9 characters
  EXPECT_NE(spared(named("very-long-CF9E4096"), policy), "");
  EXPECT_NE(spared(named("ascend310p"), policy), "");

  wire::ResourceClaim changed = hami_claim();
  changed.requests[0].asks[0].selectors[0] += " ";
  EXPECT_NE(spared(changed, policy), "");
  changed = hami_claim();
  changed.requests[0].name = "gpu";
  EXPECT_NE(spared(changed, policy), "");
  changed = hami_claim();
  changed.requests.push_back(changed.requests[0]);
  EXPECT_NE(spared(changed, policy), "");
}

}  // namespace
}  // namespace npushare::dra_test
