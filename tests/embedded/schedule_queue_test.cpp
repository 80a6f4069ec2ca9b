#include "scheduler/embedded/schedule_queue.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_objects.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using std::chrono::seconds;
using wire::Json;

const ScheduleQueue::Steady kStart{};

Object pending(const char* name, int priority, const char* version) {
  Json pod = a_pod(name);
  pod.member("metadata").set("uid", name);
  pod.member("metadata").set("resourceVersion", version);
  pod.member("metadata").set("creationTimestamp", "2026-11-30T14:00:00Z");
  pod.member("spec").set("priority", priority);
  return std::make_shared<const Json>(std::move(pod));
}

std::string names_of(const std::vector<Object>& pods) {
  std::string names;
  for (const Object& pod : pods)
    names += (names.empty() ? "" : " ") + pod->at("metadata", "name").string();
  return names;
}

TEST(ScheduleQueue, TakesPriorityFirstAndThenTheOldest) {
  ScheduleQueue queue;

  EXPECT_EQ(names_of(queue.due(
                {pending("young", 0, "12"), pending("old", 0, "9"), pending("vip", 5, "13")}, 13,
                kStart)),
            "vip old young");
}

TEST(ScheduleQueue, LeavesAPodInFlightAlone) {
  ScheduleQueue queue;
  const std::vector<Object> pods{pending("p", 0, "9")};
  queue.due(pods, 9, kStart);

  queue.began("p", 9);

  EXPECT_EQ(names_of(queue.due(pods, 10, kStart)), "");
  queue.refused("p");
  EXPECT_EQ(names_of(queue.due(pods, 10, kStart)), "p");
}

TEST(ScheduleQueue, RetriesARefusedPodOnlyWhenSomethingHasChanged) {
  ScheduleQueue queue;
  const std::vector<Object> pods{pending("p", 0, "9")};
  queue.due(pods, 9, kStart);
  queue.began("p", 20);
  queue.refused("p");

  EXPECT_EQ(names_of(queue.due(pods, 19, kStart)), "");
  EXPECT_EQ(names_of(queue.due(pods, 20, kStart)), "");
  EXPECT_EQ(names_of(queue.due(pods, 21, kStart)), "p");
  EXPECT_EQ(queue.next_retry(), std::nullopt);
}

TEST(ScheduleQueue, BacksOffAfterFailures) {
  ScheduleQueue queue;
  const std::vector<Object> pods{pending("p", 0, "9")};
  queue.due(pods, 9, kStart);
  ScheduleQueue::Steady now = kStart;

  for (const int pause : {1, 2, 4, 8, 10, 10}) {
    queue.began("p", 9);
    queue.failed("p", now);

    EXPECT_EQ(queue.next_retry(), now + seconds(pause));
    EXPECT_EQ(names_of(queue.due(pods, 99, now + seconds(pause) - std::chrono::nanoseconds(1))),
              "");
    now += seconds(pause);
    EXPECT_EQ(names_of(queue.due(pods, 99, now)), "p");
  }
}

TEST(ScheduleQueue, ForgetsAPodThatIsGone) {
  ScheduleQueue queue;
  queue.due({pending("p", 0, "9")}, 9, kStart);
  queue.began("p", 9);
  queue.failed("p", kStart);

  queue.due({}, 10, kStart);

  EXPECT_EQ(queue.next_retry(), std::nullopt);
}

struct WantedCase {
  const char* name;
  const char* patch;  // merged into a pod of default-scheduler that asks for a chip
  bool is_wanted;
};

void PrintTo(const WantedCase& row, std::ostream* out) {
  *out << row.name;
}

class Wanted : public testing::TestWithParam<WantedCase> {};

TEST_P(Wanted, IsDecidedBySpecAndStatus) {
  Json pod = a_pod("p");
  pod.member("spec").set("schedulerName", "default-scheduler");

  merge_patch(pod, parsed(GetParam().patch));

  EXPECT_EQ(is_schedulable(pod, "default-scheduler"), GetParam().is_wanted);
}

INSTANTIATE_TEST_SUITE_P(
    Pods, Wanted,
    testing::Values(
        WantedCase{"plain", "{}", true},
        WantedCase{"other_scheduler_with_chip", R"({"spec":{"schedulerName":"volcano"}})", true},
        WantedCase{"other_scheduler_without_chip",
                   R"({"spec":{"schedulerName":"volcano","containers":[{"name":"c"}]}})", false},
        WantedCase{"bound", R"({"spec":{"nodeName":"n1"}})", false},
        WantedCase{"gated", R"({"spec":{"schedulingGates":[{"name":"g"}]}})", false},
        WantedCase{"over", R"({"status":{"phase":"Failed"}})", false},
        WantedCase{"terminating", R"({"metadata":{"deletionTimestamp":"2026-11-30T14:00:00Z"}})",
                   false}));

}  // namespace
}  // namespace npushare::embedded
