// Of any crowd of refused pods only those are woken for which the room suffices, all together, and
// none that would fit is left asleep.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

const char* const kSizes[] = {"3072", "6144", "12288"};

class Crowd {
 public:
  Crowd() {
    world.list(std::vector{a_wire_node("n1", Mode::kHard, {"A", "B"}),
                           a_wire_node("n2", Mode::kHard, {"C"})});
    while (add_tenant()) {
    }
    run_twice();
  }

  void refuse(int count) {
    for (int i = 0; i < count; ++i) {
      wire::Pod pod = a_hard_pod("w" + std::to_string(i), *rc::gen::elementOf(sizes()));
      pod.priority = *rc::gen::inRange(0, 3);
      if (fits_anywhere(pod)) continue;  // filter would not have refused it
      waiting.emplace(pod.key.name, pod);
      world.pods.changed(pod);
      world.nudges.refused(pod.key);
    }
  }

  void leave(int count) {
    for (int i = 0; i < count && !tenants.empty(); ++i) {
      const auto one = tenants.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(tenants));
      world.pods.removed(*one);
      tenants.erase(one);
    }
  }

  /// The two looks of two seconds.
  void run_twice() {
    world.nudges.run();
    world.nudges.run();
  }

  bool fits_anywhere(const wire::Pod& pod) const {
    return world.fits(pod, "n1") || world.fits(pod, "n2");
  }
  /// Binds it wherever it fits now.
  bool bind(const wire::Pod& pod) {
    for (const char* node : {"n1", "n2"}) {
      if (!world.fits(pod, node)) continue;
      world.pods.changed(world.granted(pod, node));
      return true;
    }
    return false;
  }

  SyncWorld world;
  std::map<std::string, wire::Pod> waiting;
  std::vector<wire::Pod> tenants;

 private:
  static std::vector<std::string> sizes() { return {std::begin(kSizes), std::end(kSizes)}; }

  bool add_tenant() {
    const std::string name = "t" + std::to_string(tenants.size());
    const wire::Pod pod = a_hard_pod(name, *rc::gen::elementOf(sizes()));
    for (const char* node : {"n1", "n2"}) {
      if (!world.fits(pod, node)) continue;
      tenants.push_back(world.granted(pod, node));
      world.pods.changed(tenants.back());
      return true;
    }
    return false;
  }
};

RC_GTEST_PROP(NudgeProperty, WakesAsManyAsFitAndNoMore, ()) {
  Crowd crowd;
  crowd.refuse(*rc::gen::inRange(0, 40));
  crowd.leave(*rc::gen::inRange(0, 6));

  crowd.run_twice();

  std::map<std::string, int> times;
  for (const std::string& name : crowd.world.nudged) RC_ASSERT(++times[name] == 1);
  for (const std::string& name : crowd.world.nudged)
    RC_ASSERT(crowd.bind(crowd.waiting.at(name)));  // no two were woken for the same room
  for (const auto& [name, pod] : crowd.waiting)
    RC_ASSERT(times.contains(name) || !crowd.fits_anywhere(pod));
}

// The room is counted: what is woken at most fills what has left.
RC_GTEST_PROP(NudgeProperty, NeverWakesMoreMemoryThanHasLeft, ()) {
  Crowd crowd;
  crowd.refuse(*rc::gen::inRange(0, 1000));
  const auto free = [&] {
    return crowd.world.chip("n1", 0).free().memory + crowd.world.chip("n1", 1).free().memory +
           crowd.world.chip("n2", 0).free().memory;
  };
  crowd.leave(*rc::gen::inRange(0, 6));

  crowd.run_twice();

  MiB woken{0};
  for (const std::string& name : crowd.world.nudged) {
    const Request request = *crowd.world.rules.load()->dialect.read_request(crowd.waiting.at(name));
    woken = woken + request.asks.front().amount.memory;
  }
  RC_ASSERT(woken <= free());
}

}  // namespace
}  // namespace npushare::sync_test
