#include "scheduler/embedded/plugin_half.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_plugin_desk.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

const PodKey kX{"default", "x"};

struct LockCase {
  const char* id;
  const char* lock;
  bool by_lock;
};

void PrintTo(const LockCase& row, std::ostream* out) {
  *out << row.id << ' ' << row.lock;
}

class ServingLock : public testing::TestWithParam<LockCase> {};

TEST_P(ServingLock, ServesThePodAndRemovesTheLock) {
  PluginDesk desk;
  desk.add_pod(kX, granted_a());
  desk.set_lock(GetParam().lock);

  const Result<Started> served = desk.serve();

  ASSERT_TRUE(served) << served.error().message;
  EXPECT_EQ(served->picked, kX);
  EXPECT_EQ(served->by_lock, GetParam().by_lock);
  EXPECT_EQ(desk.annotation(kX, kPhase), "success");
  EXPECT_EQ(desk.annotation(kX, kTa), ";;");
  // npc-9.4-62 names no pod, but it has commas and does not end in ours: nobody takes it away.
  EXPECT_EQ(desk.is_locked(), std::string_view(GetParam().id) == "npc-9.4-62");
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, ServingLock,
    testing::Values(LockCase{"npc-9.4-57", "2026-08-14T07:47:40Z,default,x", true},
                    LockCase{"npc-9.4-58", "2026-08-14T15:47:40+08:00,default,x", true},
                    LockCase{"npc-9.4-58", "2026-08-14T07:47:40.123Z,default,x", true},
                    LockCase{"npc-9.4-61", "2026-08-14T07:47:40Z", false},
                    LockCase{"npc-9.4-62", "2026-08-14T07:47:40Z,,", false}));

class MalformedLock : public testing::TestWithParam<const char*> {};

TEST_P(MalformedLock, BlocksEveryAllocateAndStays) {  // npc-9.4-63
  PluginDesk desk;
  desk.add_pod(kX, granted_a());
  desk.set_lock(GetParam());

  const Result<Started> served = desk.serve();

  ASSERT_FALSE(served);
  EXPECT_TRUE(served.error().message.starts_with("get pending pod error: "));
  EXPECT_TRUE(desk.is_locked());
  EXPECT_EQ(desk.annotation(kX, kPhase), "allocating");
}

INSTANTIATE_TEST_SUITE_P(Vectors, MalformedLock,
                         testing::Values("x", "", "2026-08-14 07:47:40,default,x",
                                         "2026-08-14t07:47:40z,default,x",
                                         "2026-08-14T07:47:40Z,default",
                                         "2026-08-14T07:47:40Z,a,b,c"));

/// A store whose writes of the bind phase fail with 500.
class PhaseBroken final : public Objects {
 public:
  explicit PhaseBroken(Store& store) : store_(store) {}

  Answer create(const Place& place, Json object) override {
    return store_.create(place, std::move(object));
  }
  Answer get(const Place& place) const override { return store_.get(place); }
  Answer list(const Kind& kind, const ListQuery& query) const override {
    return store_.list(kind, query);
  }
  Answer update(const Place& place, Part part, Json object) override {
    return store_.update(place, part, std::move(object));
  }
  Answer patch(const Place& place, Part part, PatchType type, const Json& patch) override {
    const bool is_phase = patch.at("metadata", "annotations")[kPhase].is_string();
    if (is_phase) return failure(500, "InternalError", "the disk is full");
    return store_.patch(place, part, type, patch);
  }
  Answer remove(const Place& place, const RemoveOptions& options) override {
    return store_.remove(place, options);
  }
  Answer bind(const Place& pod, const Json& binding) override { return store_.bind(pod, binding); }

 private:
  Store& store_;
};

TEST(PluginHalf, AnswersAndLeavesTheLockWhenThePhaseCannotBeWritten) {  // npc-9.4-68
  PluginDesk desk;
  desk.add_pod(kX, granted_a());
  desk.lock_for(kX);
  PhaseBroken broken(desk.store);
  PluginHalf plugin(broken, kNode, kModel, two_chips());

  const Result<Started> started = plugin.begin(1);

  ASSERT_TRUE(started);
  EXPECT_TRUE(plugin.finish(*started));
  EXPECT_EQ(desk.annotation(kX, kTa), ";;");
  EXPECT_EQ(desk.annotation(kX, kPhase), "allocating");
  EXPECT_TRUE(desk.is_locked());
}

}  // namespace
}  // namespace npushare::embedded
