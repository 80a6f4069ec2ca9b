// What is asked for next: spec/kube-scheduler-extender.md 4.1.
#include "scheduler/kube/read_plan.hpp"

#include <gtest/gtest.h>

namespace npushare::kube {
namespace {

using Read = ReadPlan::Read;
using Pace = ReadPlan::Pace;
using Where = ReadPlan::Where;
using Streams = ReadPlan::Streams;

ReadPlan watching_from(const std::string& version) {
  ReadPlan plan(Streams::kNever, FirstList::kConsistent);
  plan.listed(version);
  return plan;
}

TEST(ReadPlan, BeginsWithAllObjectsAndThenWatches) {
  ReadPlan streams(Streams::kTry, FirstList::kConsistent);
  ReadPlan lists(Streams::kNever, FirstList::kConsistent);

  EXPECT_EQ(streams.next(), Read::kStream);
  EXPECT_EQ(lists.next(), Read::kList);
  EXPECT_EQ(lists.list_version(), "");
  lists.listed("5");
  EXPECT_EQ(lists.next(), Read::kWatch);
  EXPECT_EQ(lists.watch_version(), "5");
  lists.seen("7");
  EXPECT_EQ(lists.watch_version(), "7");
}

TEST(ReadPlan, ListsTheNewestOnlyForWhoAsks) {
  ReadPlan plan(Streams::kNever, FirstList::kCached);
  EXPECT_EQ(plan.list_version(), "0");
  plan.list_newest();  // somebody asks before the first list has come
  EXPECT_EQ(plan.list_version(), "");
  plan.listed("5");

  plan.watch_refused(410, Where::kStatus);
  EXPECT_EQ(plan.list_version(), "5");
  plan.listed("8");
  plan.list_newest();
  EXPECT_EQ(plan.next(), Read::kList);
  EXPECT_EQ(plan.list_version(), "");
}

struct Refusal {
  std::string name;
  int code;
  Where where;
  int listed_after;  // refusals in a row
  Pace first;
};

class WatchRefusal : public testing::TestWithParam<Refusal> {};

TEST_P(WatchRefusal, IsFollowedByAListInItsTime) {
  ReadPlan plan = watching_from("5");

  EXPECT_EQ(plan.watch_refused(GetParam().code, GetParam().where), GetParam().first);
  int refusals = 1;
  while (plan.next() == Read::kWatch && refusals < 20) {
    plan.watch_refused(GetParam().code, GetParam().where);
    ++refusals;
  }

  EXPECT_EQ(refusals, GetParam().listed_after);
  EXPECT_EQ(plan.list_version(), "5");  // never older than what was seen
}

INSTANTIATE_TEST_SUITE_P(
    Codes, WatchRefusal,
    testing::Values(Refusal{"expired", 410, Where::kStatus, 1, Pace::kAtOnce},
                    Refusal{"expired_in_stream", 410, Where::kStream, 1, Pace::kAtOnce},
                    Refusal{"internal_in_stream", 500, Where::kStream, 4, Pace::kAtOnce},
                    Refusal{"internal", 500, Where::kStatus, 5, Pace::kBackOff},
                    Refusal{"unavailable", 503, Where::kStatus, 5, Pace::kBackOff},
                    Refusal{"busy", 429, Where::kStatus, 20, Pace::kBackOff}),
    [](const auto& test) { return test.param.name; });

TEST(ReadPlan, HurriesOnlyTheFirst410) {
  ReadPlan plan = watching_from("5");
  EXPECT_EQ(plan.watch_refused(410, Where::kStatus), Pace::kAtOnce);
  plan.listed("6");

  EXPECT_EQ(plan.watch_refused(410, Where::kStatus), Pace::kBackOff);
  plan.listed("7");
  plan.watch_was_healthy(true);
  EXPECT_EQ(plan.watch_refused(410, Where::kStatus), Pace::kAtOnce);
}

// A kube-apiserver that was restarted answers 403 until it knows its roles, and then 410: its
// watch cache is younger than what was seen.
TEST(ReadPlan, HurriesTheFirst410AfterOtherRefusals) {
  ReadPlan plan = watching_from("5");
  plan.watch_refused(403, Where::kStatus);
  plan.watch_refused(403, Where::kStatus);

  EXPECT_EQ(plan.watch_refused(410, Where::kStatus), Pace::kAtOnce);
}

TEST(ReadPlan, CountsInternalErrorsUntilAWatchHasLasted) {
  ReadPlan plan = watching_from("5");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(plan.watch_refused(500, Where::kStream), Pace::kAtOnce);
    plan.watch_was_healthy(false);  // an event between them is not enough
  }
  plan.watch_was_healthy(true);

  EXPECT_EQ(plan.watch_refused(500, Where::kStream), Pace::kAtOnce);
}

TEST(ReadPlan, DropsAVersionThatNoListCanServe) {
  ReadPlan plan = watching_from("5");
  plan.watch_refused(410, Where::kStatus);

  EXPECT_EQ(plan.list_refused(), Pace::kAtOnce);
  EXPECT_EQ(plan.list_version(), "");
  EXPECT_EQ(plan.list_refused(), Pace::kBackOff);  // and is not hurried when that fails as well
}

TEST(ReadPlan, GivesUpOnStreamsThatFailThriceInARow) {
  ReadPlan plan(Streams::kTry, FirstList::kConsistent);
  plan.stream_failed();
  plan.stream_failed();
  plan.listed("5");
  plan.list_newest();
  EXPECT_EQ(plan.next(), Read::kStream);

  for (int i = 0; i < 3; ++i) plan.stream_failed();
  EXPECT_EQ(plan.next(), Read::kList);
}

}  // namespace
}  // namespace npushare::kube
