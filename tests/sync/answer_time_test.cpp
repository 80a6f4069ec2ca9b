#include "scheduler/sync/answer_time.hpp"

#include <gtest/gtest.h>

#include "scheduler/sync/pace.hpp"

namespace npushare::sync {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kPatience{3000};

struct StayCase {
  const char* name;
  milliseconds turn_in;
  milliseconds left;
  int failures;
  std::optional<milliseconds> stay;
};
class StayFor : public testing::TestWithParam<StayCase> {};

TEST_P(StayFor, BringsTheRetryBackBeforeItsTurn) {
  const StayCase& c = GetParam();

  const auto stay = stay_for(
      {.turn_in = c.turn_in, .left = c.left, .patience = kPatience, .failures = c.failures});

  EXPECT_EQ(stay, c.stay);
}

// The retry comes a back-off after the answer, and half its patience (1.5 s) before its turn.
INSTANTIATE_TEST_SUITE_P(
    Outlooks, StayFor,
    testing::Values(
        StayCase{"its_turn_is_now", milliseconds{0}, kPatience, 0, std::nullopt},
        StayCase{"just_in_time", kPatience, kPatience, 0, std::nullopt},
        StayCase{"just_too_late", milliseconds{3001}, kPatience, 0, milliseconds{501}},
        StayCase{"no_patience_left", milliseconds{3001}, milliseconds{0}, 0, milliseconds{0}},
        StayCase{"late_in_its_patience", milliseconds{3000}, milliseconds{1000}, 0,
                 milliseconds{500}},
        // 1 + 3 + 2.4 s is all that one call more can reach
        StayCase{"one_retry_reaches_it", milliseconds{6400}, kPatience, 0, milliseconds{3000}},
        StayCase{"two_retries_reach_it", milliseconds{6401}, kPatience, 0, milliseconds{401}},
        // away for 10 s whatever it does: at once, to be late by as little as can be
        StayCase{"sooner_than_any_retry", milliseconds{5000}, kPatience, 9, milliseconds{0}},
        StayCase{"after_the_longest_back_off", milliseconds{13000}, kPatience, 9,
                 milliseconds{1500}}),
    [](const auto& test) { return test.param.name; });

TEST(BackOff, DoublesUpToTenSeconds) {
  std::vector<seconds> times;
  for (int failures = 1; failures <= 6; ++failures) times.push_back(back_off(failures));

  EXPECT_EQ(times, (std::vector{seconds{1}, seconds{2}, seconds{4}, seconds{8}, seconds{10},
                                seconds{10}}));
}

// An hour of line must not cost an hour of planning, nor overflow.
TEST(StayFor, LooksNoFurtherThanTenMinutes) {
  const auto stay = stay_for({.turn_in = std::chrono::hours{100'000},
                              .left = kPatience,
                              .patience = kPatience,
                              .failures = 0});

  ASSERT_TRUE(stay);
  EXPECT_LE(*stay, kPatience);
}

TEST(Pace, IsTheMeanOfTheLastFew) {
  Pace pace;
  EXPECT_EQ(pace.estimate(seconds{0}), seconds{0});

  pace.add(seconds{2});
  pace.add(seconds{4});
  EXPECT_EQ(pace.estimate(seconds{0}), seconds{3});
  for (int i = 0; i < 100; ++i) pace.add(seconds{10});
  EXPECT_GT(pace.estimate(seconds{0}), milliseconds{9990});
}

TEST(Pace, ATurnThatLastsLongerCounts) {
  Pace pace;
  pace.add(seconds{2});

  EXPECT_EQ(pace.estimate(seconds{7}), seconds{7});
}

}  // namespace
}  // namespace npushare::sync
