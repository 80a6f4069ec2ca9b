// npc 3.8.5: before a pod with several NPU containers is bound, no other pod of the node may look
// like the one that the plugin is to serve.
#include <gtest/gtest.h>

#include "tests/support/sync_plugin.hpp"

namespace npushare::sync_test {
namespace {

using Verb = verbs_test::FakeKube::Verb;

class Lookalikes : public testing::Test {
 protected:
  /// Served, but still pulling its image, and its mark has not been taken off.
  Lookalikes() {
    world.create(old);
    world.bind(old, [](const Result<>& done) { EXPECT_TRUE(done); });
    world.serve("a-old");
    EXPECT_TRUE(is_marked());
  }
  static wire::Pod with_containers(const std::string& name, int count) {
    wire::Pod pod = a_hard_pod(name, "3072");
    for (int i = 1; i < count; ++i) {
      wire::ContainerSpec next = pod.containers.front();
      next.name = "c" + std::to_string(i);
      pod.containers.push_back(next);
    }
    return pod;
  }
  std::string bind(const wire::Pod& pod) {
    std::string error = "no answer";
    world.create(pod);
    world.bind(pod, [&](const Result<>& done) { error = done ? "" : done.error().message; });
    return error;
  }
  bool is_marked() const {
    return world.kube.pod(old.key)->annotations.contains("hami.io/bind-time");
  }

  BindWorld world{{"A", "B"}};
  const wire::Pod old = a_hard_pod("a-old", "3072");
};

TEST_F(Lookalikes, LoseTheirMarkFirst) {
  EXPECT_EQ(bind(with_containers("two", 2)), "");

  EXPECT_FALSE(is_marked());
  EXPECT_EQ(world.kube.calls(Verb::kPatchPod), 1);
}

TEST_F(Lookalikes, ThatKeepTheirMarkStopTheBind) {
  world.kube.fail_next({Verb::kPatchPod, {ErrorCode::kBusy, "later"}});

  EXPECT_EQ(bind(with_containers("two", 2)),
            "pod ai/a-old on node n1 could be served in place of this one: later");
  EXPECT_EQ(world.kube.bindings().size(), 1U);
  EXPECT_EQ(world.used("n1", 0) + world.used("n1", 1), MiB{3072});
}

// One container is served while the lock names its pod: nobody can be taken for it.
TEST_F(Lookalikes, DoNotMatterToAPodOfOneContainer) {
  EXPECT_EQ(bind(with_containers("one", 1)), "");

  EXPECT_EQ(world.kube.calls(Verb::kPatchPod), 0);
}

}  // namespace
}  // namespace npushare::sync_test
