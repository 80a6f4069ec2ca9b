// Never two leaders: spec/kube-scheduler-extender.md 4.6.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "tests/support/kube_election_world.hpp"

namespace npushare::kube {
namespace {

using testing_support::ElectionWorld;
using Weather = ElectionWorld::Weather;

constexpr std::int64_t kRough = 600'000;  // ms
constexpr std::int64_t kCalm = 60'000;
constexpr std::int64_t kLongestWrite = 4'000;  // a Binding that was sent in time is decided by then
constexpr std::size_t kCandidates = 4;

/// Who led last, and until when each has led.
class Witness {
 public:
  explicit Witness(const ElectionWorld& world) : world_(world) {}

  /// The leader, once it is another than before.
  std::optional<int> look() {
    const auto writers = world_.writers();
    if (writers.size() != 1) return std::nullopt;
    until_[writers[0].who] = writers[0].until;
    if (std::exchange(leader_, writers[0].who) == writers[0].who) return std::nullopt;
    return leader_;
  }

  /// Since anybody but this one could have sent a write; who has left in order has waited for its
  /// own.
  std::int64_t rest_before(int leader) const {
    std::int64_t rest = kRough;
    for (const auto& [who, until] : until_)
      if (who != leader && !world_.has_left(who)) rest = std::min(rest, world_.now() - until);
    return rest;
  }

 private:
  const ElectionWorld& world_;
  std::map<int, std::int64_t> until_;
  int leader_ = 0;
};

RC_GTEST_PROP(ElectionModel, NeverLetsTwoWriteAtOnceAndFindsALeaderWhenItIsCalm,
              (std::uint64_t seed)) {
  ElectionWorld world(seed, kCandidates);
  Witness witness(world);
  const auto look = [&] {
    RC_ASSERT(world.writers().size() <= 1U);
    const std::optional<int> next = witness.look();
    if (next) RC_ASSERT(witness.rest_before(*next) >= kLongestWrite);
  };

  world.run(kRough, Weather::kRough, look);
  world.run(kCalm, Weather::kCalm, look);

  RC_ASSERT(world.writers().size() == 1U);
}

// The test above is no good if nothing ever happens in it.
TEST(ElectionModel, ChangesItsLeaderOftenWhenItIsRough) {
  int changes = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    ElectionWorld world(seed, kCandidates);
    Witness witness(world);
    world.run(kRough, Weather::kRough, [&] { changes += witness.look() ? 1 : 0; });
  }

  EXPECT_GT(changes, 50);
}

}  // namespace
}  // namespace npushare::kube
