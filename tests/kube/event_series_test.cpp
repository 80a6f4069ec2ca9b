// Which events are written: spec/kube-scheduler-extender.md 4.7.
#include "scheduler/kube/event_series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/wire/json.hpp"
#include "tests/support/kube_clock.hpp"

namespace npushare::kube {
namespace {

using testing::IsEmpty;
using testing::SizeIs;
using testing_support::MovedClock;
using Kind = EventWrite::Kind;

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""min;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

Event an_event(const std::string& pod = "p", const std::string& reason = "NodeLockTakenOver") {
  return {.regarding = {.kind = "Pod", .space = "team", .name = pod, .uid = "u-" + pod},
          .type = EventType::kWarning,
          .reason = reason,
          .action = "Binding",
          .note = "note"};
}

class EventSeriesTest : public testing::Test {
 protected:
  std::vector<EventWrite> note(const Event& event) { return series_.note(event, clock_); }
  std::vector<EventWrite> due_after(std::chrono::milliseconds time) {
    clock_.advance(time);
    return series_.due(clock_);
  }
  static std::int64_t count_in(const EventWrite& write) {
    return wire::Json::parse(write.body)->at("series", "count").integer();
  }

  MovedClock clock_;
  EventSeries series_{"npushare.io/scheduler", "host_1"};
};

TEST_F(EventSeriesTest, WritesTheFirstOfEachKindAtOnce) {
  const std::vector<EventWrite> first = note(an_event());

  ASSERT_THAT(first, SizeIs(1));
  EXPECT_EQ(first[0].kind, Kind::kCreate);
  EXPECT_EQ(first[0].space, "team");
  EXPECT_TRUE(first[0].name.starts_with("p."));
  EXPECT_THAT(note(an_event("p", "Another")), SizeIs(1));
  EXPECT_THAT(note(an_event("q")), SizeIs(1));
  EXPECT_THAT(due_after(1h), IsEmpty());  // nothing was repeated
}

TEST_F(EventSeriesTest, CountsRepeatsAndTellsThemAMinuteAfterTheFirst) {
  const std::string name = note(an_event())[0].name;
  for (int i = 0; i < 9; ++i) EXPECT_THAT(note(an_event()), IsEmpty());

  EXPECT_THAT(due_after(59s), IsEmpty());
  const std::vector<EventWrite> told = due_after(1s);
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0].kind, Kind::kPatch);
  EXPECT_EQ(told[0].name, name);
  EXPECT_EQ(count_in(told[0]), 10);
  EXPECT_THAT(due_after(1s), IsEmpty());
}

TEST_F(EventSeriesTest, TellsALongSeriesEveryHalfHour) {
  note(an_event());
  note(an_event());
  ASSERT_THAT(due_after(1min), SizeIs(1));

  std::size_t told = 0;
  for (int minute = 0; minute < 60; ++minute) {
    note(an_event());
    told += due_after(1min).size();
  }

  EXPECT_EQ(told, 2U);
}

TEST_F(EventSeriesTest, EndsASeriesAfterSixSilentMinutes) {
  note(an_event());
  note(an_event());
  ASSERT_THAT(due_after(1min), SizeIs(1));
  note(an_event());

  EXPECT_THAT(due_after(6min - 1s), IsEmpty());
  const std::vector<EventWrite> last = due_after(1s);
  ASSERT_THAT(last, SizeIs(1));
  EXPECT_EQ(count_in(last[0]), 3);
  EXPECT_EQ(note(an_event()).at(0).kind, Kind::kCreate);  // a new one begins
}

Event with_note(Event event, const std::string& note) {
  event.note = note;
  return event;
}

// A refused pod's event has to say what is the case now, not what was when it was refused first.
TEST_F(EventSeriesTest, TellsOtherWordsThroughTheCoreApiWhichAloneLetsThemChange) {
  const std::string name = note(an_event())[0].name;
  EXPECT_THAT(note(with_note(an_event(), "largest free 4096 MiB")), IsEmpty());
  EXPECT_THAT(note(with_note(an_event(), "largest free 2048 MiB")), IsEmpty());

  const std::vector<EventWrite> told = due_after(1min);

  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0].kind, Kind::kReword);
  EXPECT_EQ(told[0].name, name);
  EXPECT_EQ(count_in(told[0]), 3);
  EXPECT_EQ((*wire::Json::parse(told[0].body))["message"].string(), "largest free 2048 MiB");
}

TEST_F(EventSeriesTest, TellsChangingWordsEveryFiveMinutesAndOldOnesEveryHalfHour) {
  note(an_event());
  note(an_event());
  ASSERT_THAT(due_after(1min), SizeIs(1));

  std::size_t told = 0;
  for (int minute = 0; minute < 30; ++minute) {
    note(with_note(an_event(), std::to_string(minute)));
    told += due_after(1min).size();
  }

  EXPECT_EQ(told, 6U);
}

TEST_F(EventSeriesTest, SaysNothingNewWhenTheWordsAreTheOldOnesAgain) {
  note(an_event());
  note(with_note(an_event(), "other"));
  note(an_event());

  EXPECT_EQ(due_after(1min).at(0).kind, Kind::kPatch);
}

TEST_F(EventSeriesTest, ForgetsTheOneLongestSilentWhenThereAreTooMany) {
  for (std::size_t i = 0; i < EventSeries::kMostKinds; ++i) {
    clock_.advance(1ms);
    note(an_event("p" + std::to_string(i)));
  }
  note(an_event("p0"));  // no longer the longest silent

  note(an_event("one-more"));

  EXPECT_THAT(note(an_event("p0")), IsEmpty());
  EXPECT_THAT(note(an_event("p1")), SizeIs(1));
}

}  // namespace
}  // namespace npushare::kube
