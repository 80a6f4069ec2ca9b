#include "scheduler/history/decision_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <thread>

#include "tests/support/history_builders.hpp"

namespace npushare::history_test {
namespace {

using history::DecisionLog;
using history::LogEntry;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> words(const std::vector<LogEntry>& entries) {
  std::vector<std::string> list;
  for (const LogEntry& entry : entries)
    list.push_back(entry.decision.pod.name + " " + std::string(word_of(entry.decision.outcome)) +
                   " x" + std::to_string(entry.times));
  return list;
}

TEST(DecisionLog, ShowsTheNewestFirst) {
  DecisionLog log;
  log.note(a_refusal("p", 1));
  log.note(a_bind("q", 2));

  EXPECT_THAT(words(log.newest({})), ElementsAre("q bound x1", "p refused x1"));
}

TEST(DecisionLog, CountsADecisionThatOnlyRepeatsThePodsLastOne) {
  DecisionLog log;
  log.note(a_refusal("p", 1));
  log.note(a_bind("q", 2));
  log.note(a_refusal("p", 3));
  log.note(a_refusal("p", 5));

  const std::vector<LogEntry> entries = log.newest({});

  EXPECT_THAT(words(entries), ElementsAre("p refused x3", "q bound x1"));
  EXPECT_EQ(entries[0].first, at(1));
  EXPECT_EQ(entries[0].decision.at, at(5));
}

TEST(DecisionLog, ARefusalByOtherCountsOrOfAnotherUidIsADecisionOfItsOwn) {
  DecisionLog log;
  log.note(a_refusal("p", 1, 3));
  log.note(a_refusal("p", 2, 2));
  Decision reborn = a_refusal("p", 3, 2);
  reborn.uid = PodUid{"another"};
  log.note(reborn);

  EXPECT_EQ(log.size(), 3U);
}

TEST(DecisionLog, KeepsSoManyAPodAndForgetsItsOldest) {
  DecisionLog log({.decisions = 100, .per_pod = 2});
  log.note(a_bind("p", 1, "n1"));
  log.note(a_bind("p", 2, "n2"));
  log.note(a_bind("p", 3, "n3"));

  const std::vector<LogEntry> entries = log.newest({.pod = PodKey{"ai", "p"}});

  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].decision.node, NodeName{"n3"});
  EXPECT_EQ(entries[1].decision.node, NodeName{"n2"});
}

TEST(DecisionLog, KeepsSoManyInAllAndForgetsTheOldestOfWhomsoever) {
  DecisionLog log({.decisions = 2, .per_pod = 20});
  log.note(a_bind("p", 1));
  log.note(a_bind("q", 2));
  log.note(a_bind("r", 3));

  EXPECT_THAT(words(log.newest({})), ElementsAre("r bound x1", "q bound x1"));
  EXPECT_THAT(log.newest({.pod = PodKey{"ai", "p"}}), IsEmpty());
}

TEST(DecisionLog, RemembersNothingWhenItMayNot) {
  DecisionLog log({.decisions = 0, .per_pod = 20});
  log.note(a_bind("p", 1));

  EXPECT_EQ(log.size(), 0U);
}

TEST(DecisionLog, AnswersAboutOnePodOneVerbAndSoMany) {
  DecisionLog log;
  for (int i = 0; i < 5; ++i) log.note(a_bind("p", i, "n" + std::to_string(i)));
  log.note(a_refusal("p", 6));
  log.note(a_refusal("q", 7));

  EXPECT_THAT(words(log.newest({.limit = 2, .pod = {}, .verb = Verb::kFilter})),
              ElementsAre("q refused x1", "p refused x1"));
  EXPECT_EQ(log.newest({.limit = 3, .pod = PodKey{"ai", "p"}, .verb = Verb::kBind}).size(), 3U);
}

TEST(DecisionLog, PutsTheLastRefusalIntoWordsThatARepeatKeeps) {
  DecisionLog log;
  log.note(a_refusal("p", 1));
  log.describe({"ai", "p"}, PodUid{"uid-p"}, "largest free 4096 MiB");
  log.note(a_refusal("p", 2));
  log.describe({"ai", "p"}, PodUid{"of-another"}, "not this one");

  const std::vector<LogEntry> entries = log.newest({});

  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].decision.message, "largest free 4096 MiB");
  EXPECT_EQ(entries[0].times, 2U);
}

// Against a plain list: what is kept, in which order, and never more than is allowed.
RC_GTEST_PROP(DecisionLog, KeepsWhatAPlainListWouldKeep, ()) {
  const auto limits = history::LogLimits{.decisions = *rc::gen::inRange<std::size_t>(1, 12),
                                         .per_pod = *rc::gen::inRange<std::size_t>(1, 5)};
  DecisionLog log(limits);
  std::vector<Decision> model;  // the oldest first
  const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
  int time = 0;
  for (const int pod : steps) {
    ++time;
    const Decision made = a_bind("p" + std::to_string(pod), time, "n" + std::to_string(time));
    log.note(made);
    const auto is_of_pod = [&](const Decision& other) { return other.pod == made.pod; };
    if (static_cast<std::size_t>(std::ranges::count_if(model, is_of_pod)) == limits.per_pod)
      model.erase(std::ranges::find_if(model, is_of_pod));
    model.push_back(made);
    if (model.size() > limits.decisions) model.erase(model.begin());
  }

  const std::vector<LogEntry> entries = log.newest({.limit = 1000});

  RC_ASSERT(entries.size() == model.size());
  for (std::size_t i = 0; i < model.size(); ++i)
    RC_ASSERT(entries[i].decision.node == model[model.size() - 1 - i].node);
}

TEST(DecisionLog, IsFilledAndReadByManyThreads) {
  DecisionLog log({.decisions = 50, .per_pod = 5});
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&log, thread] {
        for (int i = 0; i < 500; ++i) {
          log.note(a_bind("p" + std::to_string(thread * 7 + i % 7), i, "n" + std::to_string(i)));
          log.describe({"ai", "p1"}, PodUid{"uid-p1"}, "words");
          if (i % 50 != 0) continue;
          EXPECT_LE(log.newest({}).size(), 50U);
        }
      });
  }

  EXPECT_EQ(log.size(), 50U);
}

}  // namespace
}  // namespace npushare::history_test
