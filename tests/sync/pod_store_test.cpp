#include "scheduler/sync/pod_store.hpp"

#include <gtest/gtest.h>

#include "accounting/near_names.hpp"
#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

class PodStore : public testing::Test {
 protected:
  SyncWorld world;
  sync::PodStore& store = world.store;
};

TEST_F(PodStore, KeepsAWaitingNpuPodWhole) {
  store.put(a_hard_pod("p", "3072"), 0, 1);

  ASSERT_EQ(store.pending().size(), 1U);
  EXPECT_EQ(store.find({"ai", "p"})->containers.size(), 1U);
}

TEST_F(PodStore, KeepsOfABoundPodWhatIdempotenceNeeds) {
  wire::Pod pod = a_hard_pod("p", "3072");
  store.put(pod, 0, 1);
  pod.node = NodeName{"n1"};
  store.put(pod, 1, 1);

  const auto shown = store.find({"ai", "p"});
  EXPECT_EQ(shown->uid, pod.uid);
  EXPECT_EQ(shown->node, pod.node);
  EXPECT_TRUE(shown->containers.empty());
  EXPECT_TRUE(store.pending().empty());
}

// explain has to say what is wrong with it.
TEST_F(PodStore, KeepsAPodWithAWrongRequestWhole) {
  store.put(a_hard_pod("p", "16Gi"), 0, 1);

  EXPECT_EQ(store.pending().size(), 1U);
}

TEST_F(PodStore, NominationsFollowThePod) {
  wire::Pod pod = a_hard_pod("p", "3072");
  pod.nominated_node = NodeName{"n1"};
  EXPECT_FALSE(store.has_nominations());

  store.put(pod, 0, 1);
  EXPECT_TRUE(store.has_nominations());
  EXPECT_EQ(store.nominated_on(NodeName{"n1"}).size(), 1U);

  pod.nominated_node = NodeName{"n2"};
  store.put(pod, 0, 1);
  EXPECT_TRUE(store.nominated_on(NodeName{"n1"}).empty());

  store.erase(pod.key);
  EXPECT_FALSE(store.has_nominations());
}

// npc 3.2: what the plugin's search would accept.
TEST_F(PodStore, ListsThePodsOfANodeThatCarryTheMarkOfABind) {
  wire::Pod pod = a_hard_pod("p", "3072");
  pod.annotations = {{"hami.io/bind-time", "1"}, {"hami.io/bind-phase", "success"}};
  const auto marked = [&](const wire::Pod& shown) {
    store.put(shown, 1, 1);
    return store.marked_on(NodeName{"n1"}).size();
  };
  EXPECT_EQ(marked(pod), 0U);  // not bound
  pod.node = NodeName{"n1"};
  EXPECT_EQ(marked(pod), 1U);
  EXPECT_EQ(store.marked_on(NodeName{"n2"}).size(), 0U);

  wire::Pod other = pod;
  other.phase = "Running";
  EXPECT_EQ(marked(other), 0U);
  other = pod;
  other.annotations["hami.io/bind-phase"] = "failed";
  EXPECT_EQ(marked(other), 0U);
  other = pod;
  other.annotations.erase("hami.io/bind-time");
  EXPECT_EQ(marked(other), 0U);

  EXPECT_EQ(marked(pod), 1U);
  store.erase(pod.key);
  EXPECT_TRUE(store.marked_on(NodeName{"n1"}).empty());
}

TEST_F(PodStore, OffersNearNamesNearestFirst) {
  for (const char* name : {"infer-0", "infer-10", "train-0"})
    store.put(a_hard_pod(name, "3072"), 0, 1);

  EXPECT_EQ(store.nearest({"ai", "infer-1"}),
            (std::vector<PodKey>{{"ai", "infer-0"}, {"ai", "infer-10"}}));
  EXPECT_EQ(store.nearest({"default", "train-0"}), (std::vector<PodKey>{{"ai", "train-0"}}));
}

struct Edit {
  const char* a;
  const char* b;
  std::size_t edits;
};
class Edits : public testing::TestWithParam<Edit> {};

TEST_P(Edits, AreCountedUpToTheLimit) {
  EXPECT_EQ(edits_between(GetParam().a, GetParam().b, 3), GetParam().edits);
}

INSTANTIATE_TEST_SUITE_P(Words, Edits,
                         testing::Values(Edit{"", "", 0}, Edit{"a", "", 1}, Edit{"abc", "abd", 1},
                                         Edit{"abc", "bc", 1}, Edit{"kitten", "sitting", 3},
                                         Edit{"abcd", "wxyz", 4}, Edit{"a", "abcdefgh", 4}));

}  // namespace
}  // namespace npushare::sync_test
