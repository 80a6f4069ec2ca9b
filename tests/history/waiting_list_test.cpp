#include "scheduler/history/waiting_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/history_builders.hpp"

namespace npushare::history_test {
namespace {

using history::WaitingList;
using history::WaitingPod;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const WaitingList& list) {
  std::vector<std::string> names;
  for (const WaitingPod& pod : list.oldest_first()) names.push_back(pod.last.pod.name);
  return names;
}

TEST(WaitingList, ShowsWhoWaitsLongestFirst) {
  WaitingList list;
  list.refused(a_refusal("late", 9));
  list.refused(a_refusal("early", 1));
  list.refused(a_refusal("early", 20));

  EXPECT_THAT(names(list), ElementsAre("early", "late"));
  const WaitingPod early = list.oldest_first()[0];
  EXPECT_EQ(early.since, at(1));
  EXPECT_EQ(early.last.at, at(20));
  EXPECT_EQ(early.attempts, 2U);
}

TEST(WaitingList, DropsWhoIsBoundOrGoneAndHidesWhoFoundAPlace) {
  WaitingList list;
  for (const char* pod : {"bound", "placed"}) list.refused(a_refusal(pod, 1));

  list.gone(PodUid{"uid-bound"});
  list.placed(PodUid{"uid-placed"});
  EXPECT_THAT(names(list), IsEmpty());

  list.refused(a_refusal("placed", 5));
  ASSERT_THAT(names(list), ElementsAre("placed"));
  EXPECT_EQ(list.oldest_first()[0].since, at(1));  // it has waited all the time
}

TEST(WaitingList, KeepsTheWordsOfARefusalThatComesAgain) {
  WaitingList list;
  list.refused(a_refusal("p", 1));
  list.describe(PodUid{"uid-p"}, "largest free 4096 MiB");
  list.refused(a_refusal("p", 2));
  EXPECT_EQ(list.oldest_first()[0].last.message, "largest free 4096 MiB");

  list.refused(a_refusal("p", 3, 7));  // for other nodes: those words are old
  EXPECT_EQ(list.oldest_first()[0].last.message, "");
}

TEST(WaitingList, SaysWhatTheBindWasRefusedFor) {
  WaitingList list;
  Decision refused = a_bind("p", 1);
  refused.outcome = Outcome::kRefused;
  refused.message = "node n1 is busy";
  list.refused(refused);
  list.describe(PodUid{"uid-p"}, "words of an older refusal by filter");

  EXPECT_EQ(list.oldest_first()[0].last.message, "node n1 is busy");
}

TEST(WaitingList, IgnoresAPodWithoutAUid) {
  WaitingList list;
  Decision nobody = a_refusal("p", 1);
  nobody.uid = PodUid{};
  list.refused(nobody);

  EXPECT_THAT(names(list), IsEmpty());
}

TEST(WaitingList, ForgetsTheOneRefusedLongestAgoWhenThereAreTooMany) {
  WaitingList list;
  for (std::size_t i = 0; i < WaitingList::kMost; ++i)
    list.refused(a_refusal(std::to_string(i), static_cast<int>(i)));
  list.refused(a_refusal("0", 20'000));
  list.refused(a_refusal("one-more", 20'001));

  const std::vector<std::string> waiting = names(list);
  EXPECT_EQ(waiting.size(), WaitingList::kMost);
  EXPECT_EQ(waiting[0], "0");
  EXPECT_EQ(waiting[1], "2");  // 1 was refused longest ago
}

}  // namespace
}  // namespace npushare::history_test
