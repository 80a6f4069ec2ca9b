// Claims, slices and annotation pods in any order of events: the books are a recount of what the
// cluster shows, and annotation pods are never placed beyond what a chip has.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "scheduler/wire/quantity.hpp"
#include "tests/support/dra_objects.hpp"
#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using namespace dra_test;

/// What is in the cluster, by plain counting.
struct Recount {
  std::map<std::string, wire::ResourceClaim> claims;
  std::map<std::string, Allocation> pods;

  Amount of(const ChipUuid& chip) const {
    Amount sum;
    for (const auto& [name, claim] : claims) {
      const wire::DeviceResult& result = claim.allocation->results.front();
      if (ChipUuid{result.device == "npu-0-0" ? kUuid0 : kUuid1} != chip) continue;
      sum.memory += MiB{wire::read_quantity(result.consumed->at("memory"))->rounded_up >> 20};
      sum.cores += Cores{wire::read_quantity(result.consumed->at("cores"))->rounded_up};
    }
    for (const auto& [name, grants] : pods)
      for (const Grant& grant : grants.grants)
        if (grant.chip == chip) sum += grant.amount;
    return sum;
  }
};

class Cluster {
 public:
  Cluster() {
    world.list(std::vector{a_wire_node(kNode, Mode::kSoft, {kUuid0, kUuid1})});
    world.claims.slices().list_started();
    world.claims.slices().item(lab_slice());
    world.claims.slices().list_done();
  }

  void step() {
    switch (*rc::gen::inRange(0, 5)) {
      case 0:
      case 1: return allocate();
      case 2: return release_claim();
      case 3: return place();
      default: return remove_pod();
    }
  }

  void check() {
    const LedgerBook::Snapshot ledger = world.book.snapshot(NodeName{kNode});
    for (const DeviceLedger& chip : ledger->chips()) {
      const Amount sum = seen.of(chip.chip().uuid);
      RC_ASSERT(chip.used().memory == sum.memory);
      RC_ASSERT(chip.used().cores == sum.cores);
    }
  }

 private:
  static std::string name(const char* kind) {
    return kind + std::to_string(*rc::gen::inRange(0, 6));
  }

  /// As kube-scheduler would, which sees no annotation pods: it may overdraw a chip.
  void allocate() {
    const std::string named = name("c");
    const std::string memory = std::to_string(*rc::gen::inRange(1, 22)) + "Gi";
    const std::string share = "00000000-0000-4000-8000-00000000000" + std::string(1, named.back());
    wire::ResourceClaim claim =
        allocated(a_claim(named, memory, "0"),
                  a_result(*rc::gen::element<std::string>("npu-0-0", "npu-1-0"), memory,
                           std::to_string(*rc::gen::inRange(0, 60)), share));
    claim.uid += "-" + std::to_string(++uids_);
    world.claims.claims().changed(claim);
    seen.claims.insert_or_assign(named, std::move(claim));
  }
  void release_claim() {
    const auto known = seen.claims.find(name("c"));
    if (known == seen.claims.end()) return;
    world.claims.claims().removed(known->second);
    seen.claims.erase(known);
  }

  void place() {
    const wire::Pod pod = a_soft_pod(name("p"), std::to_string(*rc::gen::inRange(1, 12) * 1024),
                                     std::to_string(*rc::gen::inRange(0, 60)));
    if (seen.pods.contains(pod.key.name) || !world.fits(pod, kNode)) return;
    const wire::Pod bound = world.granted(pod, kNode);
    const Allocation grants = world.grant_of(bound);
    world.pods.changed(bound);
    for (const Grant& grant : grants.grants) {
      const DeviceLedger* chip = world.book.snapshot(NodeName{kNode})->find(grant.chip);
      RC_ASSERT(chip->used().within(chip->capacity()));
    }
    bound_.insert_or_assign(pod.key.name, bound);
    seen.pods.insert_or_assign(pod.key.name, grants);
  }
  void remove_pod() {
    const auto known = bound_.find(name("p"));
    if (known == bound_.end()) return;
    world.pods.removed(known->second);
    seen.pods.erase(known->first);
    bound_.erase(known);
  }

  SyncWorld world;
  Recount seen;
  std::map<std::string, wire::Pod> bound_;
  int uids_ = 0;
};

RC_GTEST_PROP(ClaimsAndPods, AreOnTheBooksAsTheyAreInTheCluster, ()) {
  Cluster cluster;
  for (int steps = *rc::gen::inRange(1, 40); steps > 0; --steps) {
    cluster.step();
    cluster.check();
  }
}

}  // namespace
}  // namespace npushare::sync_test
