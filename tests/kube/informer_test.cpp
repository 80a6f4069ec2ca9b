// Lists and watches: spec/kube-scheduler-extender.md 4.1.
#include "scheduler/kube/informer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/kube_recording_sink.hpp"

namespace npushare::kube {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::bookmark_line;
using testing_support::event_line;
using testing_support::list_json;
using testing_support::ListScript;
using testing_support::pod_json;
using testing_support::PodInformer;
using testing_support::ScriptedApi;
using testing_support::status_json;
using testing_support::WatchScript;

using Then = WatchScript::Then;

ListScript list_of(const std::string& version, const std::string& items) {
  return {200, list_json(version, items)};
}

TEST(Informer, ListsPageByPageAndThenWatches) {
  ScriptedApi api(
      {{200, list_json("10", pod_json("a", "3"), "to/ken")},
       {200, list_json("10", pod_json("b", "4"))}},
      {{{event_line("ADDED", pod_json("c", "11")), event_line("DELETED", pod_json("a", "12"))},
        Then::kHang}});
  PodInformer informer(api);

  EXPECT_THAT(informer.sink().wait_for(6),
              ElementsAre("start", "item a", "item b", "done", "changed c", "removed a"));
  EXPECT_THAT(api.list_queries(), ElementsAre("limit=500", "limit=500&continue=to/ken"));
  EXPECT_THAT(api.watch_queries().at(0),
              HasSubstr("watch=1&allowWatchBookmarks=true&timeoutSeconds="));
  EXPECT_THAT(api.watch_queries().at(0), HasSubstr("&resourceVersion=10"));
}

TEST(Informer, SendsItsFieldSelectorEncoded) {
  ScriptedApi api({}, {});
  InformerOptions options = PodInformer::quick();
  options.field_selector = "status.phase!=Succeeded,status.phase!=Failed";
  PodInformer informer(api, options);

  informer.sink().wait_for(2);

  EXPECT_THAT(api.list_queries(),
              ElementsAre("limit=500&fieldSelector=status.phase!=Succeeded,status.phase!=Failed"));
}

TEST(Informer, GoesOnFromTheLastVersionAfterACleanEnd) {
  ScriptedApi api({list_of("10", "")},
                  {{{event_line("ADDED", pod_json("a", "11"))}},
                   {{event_line("MODIFIED", pod_json("a", "12"))}},
                   {{event_line("MODIFIED", pod_json("a", "13"))}, Then::kHang}});
  PodInformer informer(api);

  informer.sink().wait_for(5);

  EXPECT_EQ(api.list_queries().size(), 1U);
  EXPECT_THAT(api.watch_queries().at(1), HasSubstr("&resourceVersion=11"));
  EXPECT_THAT(api.watch_queries().at(2), HasSubstr("&resourceVersion=12"));
}

TEST(Informer, TakesTheVersionOfABookmark) {
  ScriptedApi api({list_of("10", "")}, {{{bookmark_line("77")}},
                                        {{event_line("ADDED", pod_json("a", "78"))}, Then::kHang}});
  PodInformer informer(api);

  EXPECT_THAT(informer.sink().wait_for(3), ElementsAre("start", "done", "changed a"));
  EXPECT_THAT(api.watch_queries().at(1), HasSubstr("&resourceVersion=77"));
}

TEST(Informer, PutsTogetherAnEventThatCameInPieces) {
  const std::string lines =
      event_line("ADDED", pod_json("a", "11")) + event_line("ADDED", pod_json("b", "12"));
  WatchScript watch{{}, Then::kHang};
  for (const char byte : lines) watch.chunks.emplace_back(1, byte);
  ScriptedApi api({list_of("10", "")}, {watch});
  PodInformer informer(api);

  EXPECT_THAT(informer.sink().wait_for(4), ElementsAre("start", "done", "changed a", "changed b"));
}

// No older than what was seen: "10" was the version of the watch.
TEST(Informer, ListsAgainWhenTheStreamSays410) {
  ScriptedApi api({list_of("10", pod_json("a", "5")), list_of("90", pod_json("b", "80"))},
                  {{{event_line("ERROR", status_json(410, "Expired"))}}});
  PodInformer informer(api);

  EXPECT_THAT(informer.sink().wait_for(6),
              ElementsAre("start", "item a", "done", "start", "item b", "done"));
  EXPECT_THAT(
      api.list_queries(),
      ElementsAre("limit=500", "limit=500&resourceVersion=10&resourceVersionMatch=NotOlderThan"));
}

TEST(Informer, ListsAgainWhenTheWatchIsAnswered410) {
  ScriptedApi api({list_of("10", ""), list_of("90", "")},
                  {{{status_json(410, "Gone")}, Then::kEnd, 410}});
  PodInformer informer(api);

  EXPECT_THAT(informer.sink().wait_for(4), ElementsAre("start", "done", "start", "done"));
}

TEST(Informer, BeginsTheListAgainWhenItsPagesExpire) {
  ScriptedApi api({{200, list_json("10", pod_json("a", "3"), "token")},
                   {410, status_json(410, "Expired")},
                   {200, list_json("20", pod_json("b", "15"))}},
                  {});
  PodInformer informer(api);

  EXPECT_THAT(informer.sink().wait_for(5),
              ElementsAre("start", "item a", "start", "item b", "done"));
  EXPECT_THAT(api.list_queries(),
              ElementsAre("limit=500", "limit=500&continue=token", "limit=500"));
  EXPECT_EQ(informer.stats().lists, 1U);
}

struct SetbackCase {
  std::string name;
  WatchScript watch;
};

class InformerSetback : public testing::TestWithParam<SetbackCase> {};

TEST_P(InformerSetback, IsFollowedByAWatchFromTheSameVersion) {
  ScriptedApi api({list_of("10", "")},
                  {GetParam().watch, {{event_line("ADDED", pod_json("a", "11"))}, Then::kHang}});
  InformerOptions options = PodInformer::quick();
  options.silence = std::chrono::milliseconds(50);
  options.shortest_watch = std::chrono::hours(1);
  PodInformer informer(api, options);

  EXPECT_THAT(informer.sink().wait_for(3), ElementsAre("start", "done", "changed a"));
  EXPECT_THAT(api.watch_queries().at(1), HasSubstr("&resourceVersion=10"));
  EXPECT_EQ(api.list_queries().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, InformerSetback,
    testing::Values(SetbackCase{"busy", {{status_json(429, "TooManyRequests")}, Then::kEnd, 429}},
                    SetbackCase{"unavailable", {{"plain text"}, Then::kEnd, 503}},
                    SetbackCase{"error_in_the_stream",
                                {{event_line("ERROR", status_json(500, "InternalError"))}}},
                    SetbackCase{"busy_in_the_stream",
                                {{event_line("ERROR", status_json(429, "TooManyRequests"))}}},
                    SetbackCase{"ended_at_once", {{}, Then::kEnd}},
                    SetbackCase{"broken_off", {{"{\"type\":\"ADD"}, Then::kBreak}},
                    SetbackCase{"silent", {{}, Then::kHang}}),
    [](const auto& test) { return test.param.name; });

TEST(Informer, ListsAgainWhenAVersionIsRefusedFiveTimes) {
  const WatchScript refused{{status_json(504, "Timeout")}, Then::kEnd, 504};
  ScriptedApi api({list_of("10", ""), list_of("20", "")},
                  {refused, refused, refused, refused, refused});
  PodInformer informer(api);

  EXPECT_THAT(informer.sink().wait_for(4), ElementsAre("start", "done", "start", "done"));
  for (const std::string& query : api.watch_queries())
    EXPECT_THAT(query,
                testing::AnyOf(HasSubstr("&resourceVersion=10"), HasSubstr("&resourceVersion=20")));
  EXPECT_THAT(api.watch_queries().at(4), HasSubstr("&resourceVersion=10"));
}

TEST(Informer, RetriesAListThatFails) {
  ScriptedApi api({{500, "broken"}, {200, "no json"}, list_of("10", pod_json("a", "5"))}, {});
  PodInformer informer(api);

  // The second answer began a list that came to nothing.
  EXPECT_THAT(informer.sink().wait_for(4), ElementsAre("start", "start", "item a", "done"));
}

// case-C146: the poison event is counted and skipped, and 100 normal ones after it are applied. It
// is not asked for again by itself: the object's next event or the next list mends it.
TEST(Informer, GoesOnAfterAnEventItCannotDecode) {
  WatchScript watch{{"{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":7}}}\n", "no json\n"},
                    Then::kHang};
  for (int i = 0; i < 100; ++i)
    watch.chunks.push_back(
        event_line("ADDED", pod_json("p" + std::to_string(i), std::to_string(i + 11))));
  ScriptedApi api({list_of("10", "")}, {watch});
  PodInformer informer(api);

  const std::vector<std::string> story = informer.sink().wait_for(102);

  ASSERT_EQ(story.size(), 102U);
  EXPECT_EQ(story.back(), "changed p99");
  EXPECT_EQ(informer.stats().bad_events, 2U);
}

}  // namespace
}  // namespace npushare::kube
