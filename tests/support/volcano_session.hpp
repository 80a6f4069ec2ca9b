/// A scheduler that runs sessions as Volcano does, by dice: statements that are committed,
/// discarded or left open, gangs, evictions on trial and their undoing, events that get lost,
/// Bindings that fail or never come. Beside it the cluster: who runs where, who leaves.
///
/// Source: spec/volcano-deviceshare.md 5.8, 7.2.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/verbs/bind_place.hpp"
#include "tests/support/volcano_world.hpp"

namespace npushare::volcano_test {

class FakeVolcano {
 public:
  struct Member {
    wire::Pod pod;
    TaskStatus in_cluster = TaskStatus::kPending;  // kPending, kRunning, kReleasing
    TaskStatus status = TaskStatus::kPending;      // in the running session's eyes
    NodeName node{};                               // likewise
  };
  struct Met {
    int bound = 0, discarded = 0, left_open = 0, refused = 0, nominated = 0, undone = 0, failed = 0;
  };

  FakeVolcano(VolcanoWorld& world, std::vector<std::string> nodes, unsigned seed)
      : world_(world), nodes_(std::move(nodes)), dice_(seed) {
    for (std::size_t job = 0; job < 5; ++job) {
      jobs_.emplace_back();
      for (std::size_t k = 0; k <= job; ++k) jobs_.back().push_back(new_member());
    }
  }

  void run_session() {
    for (auto& job : jobs_)
      for (Member& one : job) open(one);
    std::ranges::shuffle(jobs_, dice_);
    for (auto& job : jobs_) try_job(job);
    if (chance(50)) try_preemption();
    if (chance(90)) world_.close();
    for (auto& job : jobs_)
      for (Member& one : job)
        if (one.in_cluster != TaskStatus::kPending && chance(15)) leave(one);
    world_.clock.advance(std::chrono::milliseconds{chance(10) ? 31'000 : 900});
    world_.trials.expire();
  }

  /// Everybody who waits is asked about once more.
  void ask_about_all() {
    for (auto& job : jobs_)
      for (Member& one : job) open(one);
    for (auto& job : jobs_)
      for (Member& one : job)
        if (one.status == TaskStatus::kPending) best_node(one);
  }

  template <class Visit>
  void each(const Visit& visit) const {
    for (const auto& job : jobs_)
      for (const Member& one : job) visit(one);
  }
  const Met& met() const { return met_; }

 private:
  std::size_t roll(std::size_t sides) { return dice_() % sides; }
  bool chance(std::size_t percent) { return roll(100) < percent; }

  Member new_member() {
    constexpr std::array kMemory{"4096", "8192", "12000", "20000"};
    const std::string name = "p" + std::to_string(++names_);
    return {.pod = soft(name, "1", kMemory[roll(kMemory.size())])};
  }

  static void open(Member& one) {
    one.status = one.in_cluster;
    if (one.status == TaskStatus::kPending) one.node = {};
  }

  Peers on(const std::string& node) const {
    Peers peers;
    each([&](const Member& one) {
      if (one.node == NodeName{node}) peers.emplace_back(one.pod, one.status);
    });
    return peers;
  }

  std::string best_node(const Member& one) {
    std::vector<std::string> fitting;
    for (const std::string& node : nodes_)
      if (world_.predicate(one.pod, node, on(node)).fits()) fitting.push_back(node);
    if (fitting.empty()) return {};
    const Scores scores = world_.prioritize(one.pod, fitting);
    return std::ranges::max(fitting, {}, [&](const std::string& n) { return scores.of.at(n); });
  }

  void take_off(Member& one) {
    const std::string node = std::exchange(one.node, {}).text();
    one.status = TaskStatus::kPending;
    if (chance(90)) world_.deallocate(one.pod, node);
  }

  bool place(Member& one, const std::string& node, TaskStatus status) {
    one.status = status;
    one.node = NodeName{node};
    const bool is_refused = world_.allocate(one.pod, node, status).has_value();
    met_.refused += is_refused ? 1 : 0;
    if (!is_refused && !chance(5)) return true;
    take_off(one);  // another handler may have failed, too
    return false;
  }

  void try_job(std::vector<Member>& job) {
    std::vector<Member*> placed;
    bool is_ready = true;
    for (Member& one : job) {
      if (one.status != TaskStatus::kPending) continue;
      const std::string node = best_node(one);
      if (!node.empty() && place(one, node, TaskStatus::kAllocated)) {
        placed.push_back(&one);
      } else {
        is_ready = false;
      }
    }
    if (placed.empty()) return;
    if (is_ready) return commit(placed);
    if (chance(20)) {
      ++met_.left_open;
      return;
    }
    ++met_.discarded;
    for (auto one = placed.rbegin(); one != placed.rend(); ++one) take_off(**one);
  }

  void commit(const std::vector<Member*>& placed) {
    for (Member* one : placed) one->status = TaskStatus::kBinding;
    for (Member* one : placed) bind(*one);
  }

  /// The webhook's part.
  void bind(Member& one) {
    if (chance(10)) return;  // the Binding never comes
    std::optional<Reservation> share = world_.trials.take(one.node, one.pod.uid);
    if (!share) {
      const auto question = verbs::read_question(one.pod, *world_.rules.load());
      Result<Reservation> found = verbs::hold_place(*question, one.node, world_.services);
      if (found) share.emplace(*std::move(found));
    }
    if (!share || chance(15)) {
      ++met_.failed;
      if (share && chance(50)) world_.trials.put_back(*std::move(share));
      return;
    }
    ++met_.bound;
    share->commit(ShareState::kUncertain);
    world_.trials.turned_up(one.pod.uid);
    world_.book.observe(share->allocation(), InitPhase::kDone);
    one.in_cluster = TaskStatus::kRunning;
    one.status = TaskStatus::kRunning;
  }

  void try_preemption() {
    for (auto& job : jobs_) {
      for (Member& victim : job) {
        if (victim.status != TaskStatus::kRunning || !chance(30)) continue;
        for (auto& other : jobs_)
          for (Member& one : other)
            if (one.status == TaskStatus::kPending) return preempt(one, victim);
      }
    }
  }

  void preempt(Member& one, Member& victim) {
    const std::string node = victim.node.text();
    victim.status = TaskStatus::kReleasing;
    if (chance(90)) world_.deallocate(victim.pod, node, TaskStatus::kReleasing);
    const bool fits = world_.predicate(one.pod, node, on(node)).fits() &&
                      place(one, node, TaskStatus::kPipelined);
    met_.nominated += fits ? 1 : 0;
    if (fits && chance(50)) {
      victim.in_cluster = TaskStatus::kReleasing;
      wire::Pod shown = victim.pod;
      shown.is_terminating = true;
      world_.pods.show(shown);
      return;
    }
    ++met_.undone;
    if (fits) take_off(one);
    victim.status = TaskStatus::kRunning;
    world_.allocate(victim.pod, node, TaskStatus::kRunning);
  }

  /// Gone from the cluster; another pod takes its place in the job.
  void leave(Member& one) {
    world_.trials.turned_up(one.pod.uid);
    world_.book.release(one.node, one.pod.uid);
    one = new_member();
  }

  VolcanoWorld& world_;
  const std::vector<std::string> nodes_;
  std::mt19937 dice_;
  std::vector<std::vector<Member>> jobs_;
  int names_ = 0;
  Met met_;
};

}  // namespace npushare::volcano_test
