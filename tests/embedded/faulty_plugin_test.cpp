#include "scheduler/embedded/faulty_plugin.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_faults.hpp"
#include "tests/support/embedded_node_desk.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using config::Fault;

PluginOptions faulty(const std::string& rules) {
  PluginOptions options = NodeDesk::quick();
  options.faults = faults_of(rules);
  return options;
}

std::string lock_of(const NodeDesk& desk) {
  return annotation_of(*desk.store, node_place(kNode), kLock);
}

std::string message_of(const NodeDesk& desk, const std::string& pod) {
  return desk.store->get(pod_at(pod)).body.at("status", "message").string();
}

TEST(FaultyPlugin, RefusesAPodAndTidiesUp) {
  NodeDesk desk(faulty("{fault: plugin-fail, nth: 1}"));

  desk.place("p", granted_a());

  ASSERT_TRUE(desk.reaches("p", "Failed"));
  EXPECT_EQ(annotation_of(*desk.store, pod_at("p"), kPhase), "failed");
  EXPECT_EQ(lock_of(desk), "");
  desk.place("q", granted_b());
  EXPECT_TRUE(desk.reaches("q", "Running"));
}

struct CrashCase {
  const char* before;
  const char* phase;
  const char* left;
};

void PrintTo(const CrashCase& row, std::ostream* out) {
  *out << row.before;
}

class PluginCrash : public testing::TestWithParam<CrashCase> {};

// npc 7.5; F7 of its list: the kubelet fails the pod, the lock stays.
TEST_P(PluginCrash, LeavesWhatItHadWritten) {
  NodeDesk desk(faulty(std::string("{fault: plugin-crash, before: ") + GetParam().before + "}"));

  desk.place("p", granted_a());

  ASSERT_TRUE(desk.reaches("p", "Failed"));
  EXPECT_EQ(annotation_of(*desk.store, pod_at("p"), kPhase), GetParam().phase);
  EXPECT_EQ(annotation_of(*desk.store, pod_at("p"), kTa), with_uuids(GetParam().left));
  EXPECT_NE(lock_of(desk), "");
  EXPECT_NE(message_of(desk, "p").find("code = Unavailable"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Steps, PluginCrash,
                         testing::Values(CrashCase{"erase", "allocating", "A,T,12288,0:;"},
                                         CrashCase{"phase", "allocating", ";;"},
                                         CrashCase{"release", "success", ";;"}));

TEST(FaultyPlugin, NeverAnswersUntilItIsStartedAgain) {
  const PluginOptions options = faulty("{fault: plugin-hang, time: 20ms}");
  NodeDesk desk(options);

  desk.place("p", granted_a());

  ASSERT_TRUE(desk.reaches("p", "Failed"));
  EXPECT_EQ(annotation_of(*desk.store, pod_at("p"), kTa), with_uuids("A,T,12288,0:;"));
  EXPECT_NE(lock_of(desk), "");
  EXPECT_EQ(options.faults->injected(Fault::kPluginHang), 1U);
}

TEST(FaultyPlugin, AnswersLate) {
  NodeDesk desk(faulty("{fault: plugin-slow, time: 30ms}"));
  const auto start = std::chrono::steady_clock::now();

  desk.place("p", granted_a());

  ASSERT_TRUE(desk.reaches("p", "Running"));
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(30));
}

TEST(FaultyPlugin, ServesAPodAndLeavesTheLock) {
  NodeDesk desk(faulty("{fault: plugin-keep-lock}"));

  desk.place("p", granted_a());

  ASSERT_TRUE(desk.reaches("p", "Running"));
  EXPECT_EQ(annotation_of(*desk.store, pod_at("p"), kPhase), "success");
  EXPECT_TRUE(lock_of(desk).ends_with(",default,p")) << lock_of(desk);
}

TEST(FaultyPlugin, LeavesTheLockOfADeadScheduler) {
  NodeDesk gone(faulty("{fault: plugin-stale-lock}"));
  gone.place("p", granted_a());
  ASSERT_TRUE(gone.reaches("p", "Running"));
  EXPECT_EQ(lock_of(gone), "2026-11-30T14:00:00Z,default,pod-of-a-dead-scheduler");

  NodeDesk nobody(faulty("{fault: plugin-stale-lock, owner: nobody, age: 10m}"));
  nobody.place("p", granted_a());
  ASSERT_TRUE(nobody.reaches("p", "Running"));
  EXPECT_EQ(lock_of(nobody), "2026-11-30T13:50:00Z");
}

TEST(FaultyPlugin, LeavesARegistrationOut) {
  PluginOptions options = faulty("{fault: plugin-mute}");
  int looks = 0;
  options.clock = [&looks] { return still_clock()() + std::chrono::seconds(++looks); };
  NodeDesk desk(options);
  const std::string key = "hami.io/node-handshake-Ascend310P";
  const std::string first = annotation_of(*desk.store, node_place(kNode), key);

  ASSERT_TRUE(desk.run_until([&] { return options.faults->injected(Fault::kPluginMute) == 3; }));

  EXPECT_EQ(annotation_of(*desk.store, node_place(kNode), key), first);
}

TEST(NodePlugin, StartsAgainWithOtherHardware) {
  NodeDesk desk;
  desk.plugin->restart(Mode::kHard, {{kChipB, 1, true}});
  const auto mode = [&] { return annotation_of(*desk.store, node_place(kNode), "hami-vnpu-core"); };

  ASSERT_TRUE(desk.run_until([&] { return mode() == "false"; }));
  const std::string list =
      annotation_of(*desk.store, node_place(kNode), "hami.io/node-register-Ascend310P");
  EXPECT_EQ(list.find(kChipA), std::string::npos);
  EXPECT_NE(list.find(kChipB), std::string::npos);
  desk.place("p", granted_a());
  EXPECT_TRUE(desk.reaches("p", "Failed"));  // it knows no chip A any more
}

TEST(NodePlugin, RegistersANodeThatIsNew) {
  PluginOptions options = NodeDesk::quick();
  options.register_every = std::chrono::hours(1);
  NodeDesk desk(options);
  desk.store->remove(node_place(kNode), {});
  desk.store->create(node_place({}), named(kNode));

  desk.plugin->publish();

  EXPECT_TRUE(desk.run_until(
      [&] { return annotation_of(*desk.store, node_place(kNode), "hami-vnpu-core") == "true"; }));
}

}  // namespace
}  // namespace npushare::embedded
