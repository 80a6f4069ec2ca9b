// Random leaks and random mischief while they are repaired.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/sync/leak_fixture.hpp"

namespace npushare::sync_test {
namespace {

// Whatever is changed at whatever moment: a claim is deleted only if no pod of the cluster refers
// to it, nobody has it reserved, and it is not another's.
RC_GTEST_PROP(LeakRepairProperty, NothingLiveIsEverDeleted, ()) {
  Repair at;
  at.busy_claims(40);
  const int leaks = *rc::gen::inRange(1, 12);
  for (int i = 0; i < leaks; ++i) {
    const std::string pod = "p-" + std::to_string(i);
    wire::ResourceClaim claim = hami_claim(pod);
    const int shape = *rc::gen::inRange(0, 6);
    if (shape == 1) claim = dra_test::allocated(claim, dra_test::a_result("npu-0-0", "1Gi", "1"));
    if (shape == 2)
      claim = dra_test::allocated(claim, dra_test::a_result("npu-0-0", "1Gi", "1"), pod);
    if (shape == 3) claim.owners = {{.kind = "Pod", .name = pod, .uid = "u"}};
    if (shape == 4) claim.name = "mine-" + pod;
    if (shape == 5) at.api.put(a_pod(pod, claim.name));
    at.api.put(claim);
  }
  const auto mischief = *rc::gen::container<std::vector<int>>(12, rc::gen::inRange(0, 4));
  std::size_t step = 0;
  const auto is_live = [&](const wire::ResourceClaim& claim) {
    for (const dra::ClaimUser& user : at.api.all_users())
      for (const wire::PodClaim& used : user.claims)
        if (user.pod.space == claim.space && used.claim == claim.name) return true;
    return !claim.reserved_for.empty() || !claim.owners.empty() || claim.name.starts_with("mine-");
  };
  bool has_taken_live = false;
  at.api.before_delete = [&](const wire::ResourceClaim& claim) {
    const int what = step < mischief.size() ? mischief[step++] : 0;
    wire::ResourceClaim* now = at.api.find(identity_of(claim));
    if (what == 1) {  // the scheduler gives it to a pod
      wire::ResourceClaim taken =
          dra_test::allocated(*now, dra_test::a_result("npu-0-0", "1Gi", "1"), "late");
      at.api.put(a_pod("late-" + claim.name, claim.name));
      at.api.put(taken);
    }
    if (what == 2) at.api.put(*now);
    if (what == 3) at.api.remove_claim(identity_of(claim));
    now = at.api.find(identity_of(claim));
    has_taken_live |=
        now != nullptr && now->resource_version == claim.resource_version && is_live(*now);
  };

  at.run();

  RC_ASSERT(!has_taken_live);
  for (const wire::ResourceClaim& claim : at.api.deleted) RC_ASSERT(!is_live(claim));
}

}  // namespace
}  // namespace npushare::sync_test
