/// What a kube-scheduler does with an extender: one pod after another through filter and
/// prioritize, binds beside them, everything with a limit of 5 s, and again after a pause when it
/// was refused.
///
/// Threads: step() from one; the binds run on threads of its own.
/// Source:  spec/kube-scheduler-extender.md 1.2 to 1.7.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tests/soak/dice.hpp"
#include "tests/soak/findings.hpp"
#include "tests/soak/service.hpp"
#include "tests/soak/worker.hpp"
#include "tests/soak/world.hpp"

namespace npushare::soak {

class Scheduler {
 public:
  Scheduler(World& world, Service& service, Findings& findings, std::uint64_t seed);
  ~Scheduler();

  std::chrono::milliseconds step();

  /// Binds that have been sent and not answered yet.
  std::size_t under_way() const { return under_way_.load(); }

  /// No bind is under way, and every waiting pod was refused since `since`.
  bool is_quiet(std::chrono::steady_clock::time_point since) const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Attempt {
    Clock::time_point next;     // not before
    Clock::time_point refused;  // by filter, on every node
    bool is_binding = false;
  };
  struct Bind {
    wire::Json pod;
    std::string node;
  };

  std::optional<wire::Json> next_pod();
  void schedule(const wire::Json& pod);
  std::optional<std::string> choose(const wire::Json& pod);
  void put_back(const std::string& uid, std::chrono::milliseconds pause);
  std::chrono::milliseconds bind_one(Dice& dice);
  void bind(const Bind& bind, Dice& dice);
  void check_bound(const Bind& bind);

  World& world_;
  Service& service_;
  Findings& findings_;
  Dice dice_;
  mutable std::mutex mutex_;
  std::map<std::string, Attempt> attempts_;  // by UID
  std::deque<Bind> binds_;
  std::atomic<std::size_t> under_way_ = 0;
  std::vector<Dice> binder_dice_;
  std::vector<std::unique_ptr<Worker>> binders_;
};

}  // namespace npushare::soak
