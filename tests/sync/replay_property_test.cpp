// A restart must come back with the same book and the same sums of quotas: replaying the API's
// objects alone equals the live book after any sequence of events.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

/// Chip by chip: id, amount and state of every share.
std::string book_of(const LedgerBook& book) {
  std::string text;
  for (const char* name : {"n1", "n2"}) {
    const auto ledger = book.snapshot(NodeName{name});
    if (!ledger) continue;
    for (const DeviceLedger& chip : ledger->chips()) {
      text += chip.chip().uuid.text() + ":";
      for (const auto& [id, share] : chip.shares())
        text += " " + id.text() + "=" + std::to_string(share.amount.memory.value()) + "/" +
                std::to_string(static_cast<int>(share.state));
      text += "\n";
    }
  }
  return text;
}

/// Limits by memory, cores and shares, so that all of them are added up.
void limit(verbs::Quotas& quotas) {
  quotas.publish({{.space = "ai",
                   .name = "npu",
                   .hard = {{"limits.huawei.com/Ascend310P-memory", "40000"},
                            {"limits.huawei.com/Ascend310P-core", "300"},
                            {"limits.huawei.com/Ascend310P", "9"}}}});
}

std::vector<std::int64_t> spent(verbs::Quotas& quotas) {
  std::vector<std::int64_t> used;
  for (const verbs::QuotaUse& use : quotas.uses()) used.push_back(use.used);
  return used;
}

class Cluster {
 public:
  Cluster() { world.list(nodes()); }

  static std::vector<wire::Node> nodes() {
    return {a_wire_node("n1", Mode::kHard, {"A", "B"}), a_wire_node("n2", Mode::kSoft, {"C"})};
  }

  void step() {
    switch (*rc::gen::inRange(0, 6)) {
      case 0: return bind_one();
      case 1: return remove_one();
      case 2: return serve_one();
      case 3: return end_one();
      case 4: return relist();
      case 5: return uncertain_one();
    }
  }

  SyncWorld world;
  std::map<PodKey, wire::Pod> api;

 private:
  wire::Pod new_pod() {
    const std::string name = "p" + std::to_string(next_++);
    const auto memory = *rc::gen::element<std::string>("3072", "6144", "12288");
    switch (*rc::gen::inRange(0, 3)) {
      case 0: return a_soft_pod(name, memory, "10");
      case 1: return a_hard_pod(name, memory);
      default: return with_init_container(name);
    }
  }
  /// It holds less once its init container has ended.
  static wire::Pod with_init_container(const std::string& name) {
    wire::Pod pod = backends_test::a_pod()
                        .soft()
                        .init(backends_test::asks("1", "6144", "10"))
                        .app(backends_test::asks("1", "3072", "10"));
    pod.key = {"ai", name};
    pod.uid = PodUid{"uid-" + name};
    return pod;
  }
  static std::string home_of(const wire::Pod& pod) {
    return pod.annotations.contains("huawei.com/vnpu-mode") ? "n2" : "n1";
  }
  PodKey any_pod() const {
    return std::next(api.begin(), *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(api)))->first;
  }

  void bind_one() {
    const wire::Pod pod = new_pod();
    if (!world.fits(pod, home_of(pod))) return;
    api[pod.key] = world.granted(pod, home_of(pod));
    world.pods.changed(api[pod.key]);
  }
  /// Bound, but the answer was lost and the watch has not come yet; then it comes.
  void uncertain_one() {
    const wire::Pod pod = new_pod();
    if (!world.fits(pod, home_of(pod))) return;
    const wire::Pod bound = world.granted(pod, home_of(pod));
    Result<Reservation> held = world.book.reserve(world.grant_of(bound));
    held->commit(ShareState::kUncertain);
    world.pods.uncertain(held->allocation());
    const bool was_written = *rc::gen::arbitrary<bool>();
    if (was_written) api[pod.key] = bound;
    world.clock.advance(std::chrono::seconds{35});
    for (const sync::Doubt& doubt : world.pods.due(world.clock.now()))
      world.pods.settle(doubt, was_written ? &bound : nullptr);
  }
  void remove_one() {
    if (api.empty()) return;
    const PodKey key = any_pod();
    wire::Pod last = api[key];
    if (*rc::gen::arbitrary<bool>()) last.annotations.clear();
    api.erase(key);
    world.pods.removed(last);
  }
  void serve_one() {
    if (api.empty()) return;
    wire::Pod& pod = api[any_pod()];
    pod.annotations["hami.io/Ascend310P-devices-to-allocate"] = ";;";
    pod.phase = "Running";
    pod.init_done = true;
    world.pods.changed(pod);
  }
  void end_one() {
    if (api.empty()) return;
    const PodKey key = any_pod();
    wire::Pod pod = api[key];
    pod.phase = "Failed";
    api.erase(key);
    world.pods.changed(pod);
  }
  void relist() {
    std::vector<wire::Pod> all;
    for (const auto& [key, pod] : api) all.push_back(pod);
    world.list(all);
  }

  int next_ = 0;
};

RC_GTEST_PROP(Replay, EqualsTheLiveBook, ()) {
  Cluster cluster;
  limit(cluster.world.quotas);
  const int steps = *rc::gen::inRange(0, 40);
  for (int i = 0; i < steps; ++i) {
    cluster.step();
    (void)spent(cluster.world.quotas);  // looked at all the time, as filter does
  }

  SyncWorld restarted;
  limit(restarted.quotas);
  std::vector<wire::Pod> all;
  for (const auto& [key, pod] : cluster.api) all.push_back(pod);
  restarted.list(Cluster::nodes());
  restarted.list(all);

  RC_ASSERT(book_of(cluster.world.book) == book_of(restarted.book));
  RC_ASSERT(spent(cluster.world.quotas) == spent(restarted.quotas));
  RC_ASSERT(cluster.world.drift.list().empty());
}

// case-C07: a list that is still being applied is not synced; the pods come before the nodes as
// well.
TEST(Replay, IsNotListedUntilTheLastPodIsApplied) {
  SyncWorld before;
  before.list(Cluster::nodes());
  std::vector<wire::Pod> full;
  for (int i = 0; i < 14; ++i) {
    full.push_back(before.granted(a_hard_pod("p" + std::to_string(i), "3072"), "n1"));
    before.pods.changed(full.back());
  }

  SyncWorld started;
  started.pods.list_started();
  for (const wire::Pod& pod : full) {
    EXPECT_FALSE(started.pods.is_listed());
    started.pods.item(pod);
  }
  started.pods.list_done();
  EXPECT_TRUE(started.pods.is_listed());
  EXPECT_FALSE(started.nodes.is_listed());

  started.list(Cluster::nodes());
  EXPECT_TRUE(started.nodes.is_listed());
  EXPECT_FALSE(started.fits(a_hard_pod("q", "3072"), "n1"));
  EXPECT_EQ(book_of(started.book), book_of(before.book));
}

}  // namespace
}  // namespace npushare::sync_test
