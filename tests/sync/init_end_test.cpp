// An init container's share shrinks to what the others take when it has ended, and that is told
// once.
#include <gtest/gtest.h>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using Names = std::vector<std::string>;

class InitEnd : public testing::Test {
 protected:
  InitEnd() { world.list(std::vector{a_wire_node("n0", Mode::kSoft, {"A"})}); }

  static wire::Pod a_pod_with_init() {
    wire::Pod pod = backends_test::a_pod()
                        .soft()
                        .init(backends_test::asks("1", "6144", "10"))
                        .app(backends_test::asks("1", "6144", "10"));
    pod.key = {"ai", "p"};
    pod.uid = PodUid{"uid-p"};
    return pod;
  }

  SyncWorld world;
};

TEST_F(InitEnd, IsToldOnceWhenItComes) {
  wire::Pod pod = world.granted(a_pod_with_init(), "n0");
  world.pods.changed(pod);
  EXPECT_EQ(world.init_ended, Names{});

  pod.init_done = true;
  world.pods.changed(pod);
  pod.phase = "Running";
  world.pods.changed(pod);

  EXPECT_EQ(world.init_ended, Names{"p"});
}

TEST_F(InitEnd, IsToldAfterARestartToo) {
  wire::Pod pod = world.granted(a_pod_with_init(), "n0");
  pod.init_done = true;

  world.list(std::vector{pod});
  world.list(std::vector{pod});

  EXPECT_EQ(world.init_ended, Names{"p"});
}

TEST_F(InitEnd, OfAPodThatAskedForNothingThereIsNotTold) {
  wire::Pod pod = world.granted(a_soft_pod("p", "6144", "10"), "n0");
  world.pods.changed(pod);
  pod.init_done = true;
  world.pods.changed(pod);

  EXPECT_EQ(world.init_ended, Names{});
}

// What explain shows of a pod that runs.
TEST_F(InitEnd, ABoundPodsContainersAreKnownByName) {
  world.pods.changed(world.granted(a_pod_with_init(), "n0"));

  const auto shown = world.store.find({"ai", "p"});

  ASSERT_EQ(shown->containers.size(), 2U);
  EXPECT_EQ(shown->containers[0].name, a_pod_with_init().containers[0].name);
  EXPECT_EQ(shown->containers[1].name, a_pod_with_init().containers[1].name);
}

}  // namespace
}  // namespace npushare::sync_test
