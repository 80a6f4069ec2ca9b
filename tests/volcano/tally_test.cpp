#include "scheduler/volcano/tally.hpp"

#include <gtest/gtest.h>

#include "tests/support/verbs_ports.hpp"

namespace npushare::volcano_test {
namespace {

using volcano::Tally;

class VolcanoTally : public testing::Test {
 protected:
  VolcanoTally() {
    for (const char* name : {"n1", "n2", "n3"}) book.register_node(NodeName{name}, {});
  }

  static verbs::CallNotes refused(const std::string& pod, const std::string& node,
                                  Reason reason = Reason::kMemoryShort) {
    verbs::CallNotes notes{.pod = {"ai", pod}, .uid = PodUid{pod}, .wants_npu = true, .nodes = 1};
    notes.best = node;
    notes.reasons.add(reason);
    return notes;
  }
  static verbs::CallNotes fits(const std::string& pod, const std::string& node) {
    verbs::CallNotes notes = refused(pod, node);
    notes.reasons = {};
    notes.fit = 1;
    return notes;
  }

  LedgerBook book;
  verbs_test::HandClock clock;
  Tally tally{book, clock};
};

TEST_F(VolcanoTally, AddsUpWhatWasSaidOfAPodNodeByNode) {
  tally.add(refused("p", "n1"));
  tally.add(refused("p", "n3", Reason::kModeMismatch));
  tally.add(fits("p", "n2"));

  const auto round = tally.finish();

  ASSERT_TRUE(round);
  EXPECT_EQ(round->nodes, 3U);
  EXPECT_EQ(round->fit, 1U);
  EXPECT_EQ(round->reasons.of(Reason::kMemoryShort), 1U);
  EXPECT_EQ(round->reasons.of(Reason::kModeMismatch), 1U);
  EXPECT_FALSE(tally.finish());
}

TEST_F(VolcanoTally, NamesTheNodesThatRefused) {
  tally.add(refused("p", "n1"));
  tally.add(refused("p", "n3"));

  const auto round = tally.finish();

  ASSERT_TRUE(round && round->is_refusal());
  ASSERT_EQ(round->asked.numbers.size(), 2U);
  for (const std::uint32_t number : round->asked.numbers)
    EXPECT_NE(round->asked.directory->at(number).name(), "n2");
}

TEST_F(VolcanoTally, EndsARoundWithTheNextPodAndWithASecondLookAtANode) {
  EXPECT_FALSE(tally.add(refused("p", "n1")));

  const auto of_p = tally.add(refused("q", "n1"));
  const auto of_q = tally.add(refused("q", "n1"));

  ASSERT_TRUE(of_p && of_q);
  EXPECT_EQ(of_p->uid, PodUid{"p"});
  EXPECT_EQ(of_q->uid, PodUid{"q"});
}

TEST_F(VolcanoTally, EndsARoundAfterAPause) {
  tally.add(refused("p", "n1"));
  EXPECT_FALSE(tally.finish_if_idle());

  clock.advance(Tally::kPause);

  EXPECT_TRUE(tally.finish_if_idle());
}

TEST_F(VolcanoTally, TellsThatAllIsWellAgainOnlyAfterAWhile) {
  const auto is_told = [&](const verbs::CallNotes& node) {
    tally.add(node);
    return tally.finish().has_value();
  };
  EXPECT_TRUE(is_told(fits("p", "n1")));
  EXPECT_FALSE(is_told(fits("p", "n1")));

  clock.advance(Tally::kAgain);

  EXPECT_TRUE(is_told(fits("p", "n1")));
  EXPECT_FALSE(is_told(fits("p", "n1")));
}

TEST_F(VolcanoTally, TellsOfEveryRefusalAndOfItsEnd) {
  const auto is_told = [&](const verbs::CallNotes& node) {
    tally.add(node);
    return tally.finish().has_value();
  };
  EXPECT_TRUE(is_told(fits("p", "n1")));
  EXPECT_TRUE(is_told(refused("p", "n1")));
  EXPECT_TRUE(is_told(refused("p", "n1")));
  EXPECT_TRUE(is_told(fits("p", "n1")));
}

TEST_F(VolcanoTally, KeepsQuietAboutPodsWithoutNpus) {
  verbs::CallNotes plain = fits("p", "n1");
  plain.wants_npu = false;

  tally.add(plain);

  EXPECT_FALSE(tally.finish());
  EXPECT_FALSE(tally.is_news(plain));
}

TEST_F(VolcanoTally, TellsOfAPlacementWhenItIsAnotherOne) {
  EXPECT_TRUE(tally.is_news(fits("p", "n1")));
  EXPECT_FALSE(tally.is_news(fits("p", "n1")));
  EXPECT_TRUE(tally.is_news(fits("p", "n2")));
}

}  // namespace
}  // namespace npushare::volcano_test
