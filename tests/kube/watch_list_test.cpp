// A watch that begins with all objects, and which list is asked for:
// spec/kube-scheduler-extender.md 4.1, 2, 7, 8, 11 and WatchList.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/kube/informer.hpp"
#include "tests/support/kube_recording_sink.hpp"

namespace npushare::kube {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::bookmark_line;
using testing_support::end_line;
using testing_support::event_line;
using testing_support::eventually;
using testing_support::list_json;
using testing_support::pod_json;
using testing_support::PodInformer;
using testing_support::ScriptedApi;
using testing_support::status_json;
using testing_support::WatchScript;

using Then = WatchScript::Then;

InformerOptions streaming() {
  InformerOptions options = PodInformer::quick();
  options.streams = ReadPlan::Streams::kTry;
  return options;
}

std::string added(const std::string& name, const std::string& version) {
  return event_line("ADDED", pod_json(name, version));
}

TEST(WatchList, TakesAllObjectsAtTheirEndAndWatchesOn) {
  ScriptedApi api({}, {{{added("a", "3"), added("b", "4"), added("c", "5"),
                         event_line("MODIFIED", pod_json("b", "6")),
                         event_line("DELETED", pod_json("c", "7")), end_line("7"), added("d", "8")},
                        Then::kHang}});
  PodInformer informer(api, streaming());

  EXPECT_THAT(informer.sink().wait_for(5),
              ElementsAre("start", "item a", "item b", "done", "changed d"));
  EXPECT_THAT(api.list_queries(), IsEmpty());
  EXPECT_THAT(api.watch_queries().at(0), HasSubstr("&sendInitialEvents=true"
                                                   "&resourceVersionMatch=NotOlderThan"
                                                   "&resourceVersion="));
  EXPECT_EQ(informer.stats().lists, 1U);
  EXPECT_EQ(informer.stats().standing(), Standing::kWatching);
}

TEST(WatchList, TakesAnObjectThatHasGoneAndComeBackOnce) {
  ScriptedApi api({}, {{{added("a", "3"), added("b", "4"),
                         event_line("DELETED", pod_json("a", "5")), added("a", "6"), end_line("6")},
                        Then::kHang}});
  PodInformer informer(api, streaming());

  EXPECT_THAT(informer.sink().wait_for(4), ElementsAre("start", "item a", "item b", "done"));
}

TEST(WatchList, GoesOnFromItsLastVersionWithAnOrdinaryWatch) {
  ScriptedApi api({}, {{{end_line("7"), added("a", "8")}}, {{added("b", "9")}, Then::kHang}});
  PodInformer informer(api, streaming());

  EXPECT_THAT(informer.sink().wait_for(4), ElementsAre("start", "done", "changed a", "changed b"));
  EXPECT_THAT(api.watch_queries().at(1), HasSubstr("&resourceVersion=8"));
  EXPECT_THAT(api.watch_queries().at(1), testing::Not(HasSubstr("sendInitialEvents")));
}

TEST(WatchList, ShowsTheSinkNothingOfObjectsThatBreakOff) {
  ScriptedApi api(
      {}, {{{added("a", "3")}, Then::kBreak}, {{added("b", "4"), end_line("4")}, Then::kHang}});
  PodInformer informer(api, streaming());

  EXPECT_THAT(informer.sink().wait_for(3), ElementsAre("start", "item b", "done"));
}

// A pod that came but cannot be read must not look as if it had gone.
TEST(WatchList, EndsNoListWithoutAnObjectItCannotRead) {
  const std::string poison = event_line("ADDED", R"({"metadata":{"name":7}})");
  ScriptedApi api({}, {{{added("a", "3"), poison, end_line("4")}, Then::kHang},
                       {{added("a", "3"), added("b", "4"), end_line("4")}, Then::kHang}});
  PodInformer informer(api, streaming());

  EXPECT_THAT(informer.sink().wait_for(4), ElementsAre("start", "item a", "item b", "done"));
  EXPECT_EQ(informer.stats().bad_events, 1U);
}

TEST(WatchList, ReadsLinesThatAreWrittenInAnotherWay) {
  const std::string turned = R"({"object":)" + pod_json("b", "4") + R"(,"type":"ADDED"})" + "\n";
  const std::string longer =
      R"({"type":"ADDED","object":)" + pod_json("c", "5") + R"(,"more":{}})" + "\n";
  ScriptedApi api({}, {{{added("a", "3"), turned, longer, end_line("5")}, Then::kHang}});
  PodInformer informer(api, streaming());

  EXPECT_THAT(informer.sink().wait_for(5),
              ElementsAre("start", "item a", "item b", "item c", "done"));
}

struct Unknowing {
  std::string name;
  WatchScript watch;
};

class WatchListFallBack : public testing::TestWithParam<Unknowing> {};

TEST_P(WatchListFallBack, AsksAServerThatDoesNotKnowItForLists) {
  InformerOptions options = streaming();
  options.silence = std::chrono::milliseconds(50);
  ScriptedApi api({{200, list_json("10", pod_json("a", "5"))}, {200, list_json("20", "")}},
                  {GetParam().watch, {{event_line("ERROR", status_json(410, "Expired"))}}});
  PodInformer informer(api, options);

  EXPECT_THAT(informer.sink().wait_for(5), ElementsAre("start", "item a", "done", "start", "done"));
  EXPECT_TRUE(eventually([&] { return api.watch_queries().size() >= 3; }));
  EXPECT_THAT(api.list_queries(), SizeIs(2));
  EXPECT_THAT(api.watch_queries().at(1), testing::Not(HasSubstr("sendInitialEvents")));
}

INSTANTIATE_TEST_SUITE_P(
    Servers, WatchListFallBack,
    testing::Values(
        Unknowing{"that_forbid_it", {{status_json(422, "Invalid")}, Then::kEnd, 422}},
        Unknowing{"that_call_it_bad", {{status_json(400, "BadRequest")}, Then::kEnd, 400}},
        Unknowing{"that_fall_silent", {{added("a", "3")}, Then::kHang}},
        Unknowing{"that_mark_no_end", {{added("a", "3"), bookmark_line("9"), added("b", "10")}}}),
    [](const auto& test) { return test.param.name; });

TEST(WatchList, IsGivenUpWhenItNeverComesToItsEnd) {
  const WatchScript cut{{added("a", "3")}};
  ScriptedApi api({{200, list_json("10", "")}}, {cut, cut, cut});
  PodInformer informer(api, streaming());

  EXPECT_THAT(informer.sink().wait_for(2), ElementsAre("start", "done"));
  EXPECT_THAT(api.list_queries(), SizeIs(1));
}

TEST(WatchList, IsNotGivenUpForAServerThatIsBusyOrDown) {
  const WatchScript busy{{status_json(429, "TooManyRequests")}, Then::kEnd, 429};
  const WatchScript down{{"down"}, Then::kEnd, 503};
  ScriptedApi api({}, {busy, busy, down, down, busy, {{end_line("5")}, Then::kHang}});
  PodInformer informer(api, streaming());

  EXPECT_THAT(informer.sink().wait_for(2), ElementsAre("start", "done"));
  EXPECT_THAT(api.list_queries(), IsEmpty());
  EXPECT_TRUE(eventually([&] { return informer.stats().last_error().empty(); }));
}

TEST(Watch, IsEndedByItsErrorThoughTheServerKeepsItOpen) {
  ScriptedApi api(
      {{200, list_json("10", "")}, {200, list_json("20", "")}},
      {{{event_line("ERROR", status_json(410, "Expired")), added("a", "11")}, Then::kHang}});
  PodInformer informer(api);

  EXPECT_THAT(informer.sink().wait_for(4), ElementsAre("start", "done", "start", "done"));
}

// performance C2: no call for each object.
TEST(ColdStart, CostsOneCallOrThePagesAndTheWatch) {
  ScriptedApi streams({}, {{{added("a", "3"), added("b", "4"), end_line("4")}, Then::kHang}});
  PodInformer streamed(streams, streaming());
  ScriptedApi lists({{200, list_json("10", pod_json("a", "3"), "next")},
                     {200, list_json("10", pod_json("b", "4"), "next")},
                     {200, list_json("10", pod_json("c", "5"))}},
                    {});
  PodInformer listed(lists);
  for (const PodInformer* informer : {&streamed, &listed})
    ASSERT_TRUE(eventually([&] { return informer->stats().standing() == Standing::kWatching; }));

  EXPECT_EQ(streamed.calls(), 1U);
  EXPECT_EQ(listed.calls(), 4U);
}

TEST(InformerList, MayBeginWithWhateverIsCached) {
  ScriptedApi api({{200, list_json("10", "")}, {200, list_json("20", "")}},
                  {{{status_json(410, "Expired")}, Then::kEnd, 410}});
  InformerOptions options = PodInformer::quick();
  options.first_list = FirstList::kCached;
  PodInformer informer(api, options);

  informer.sink().wait_for(4);

  EXPECT_THAT(api.list_queries(),
              ElementsAre("resourceVersion=0",
                          "limit=500&resourceVersion=10&resourceVersionMatch=NotOlderThan"));
}

struct Gone {
  std::string name;
  unsigned status;
  std::string body;
};

class InformerListVersion : public testing::TestWithParam<Gone> {};

TEST_P(InformerListVersion, ThatIsRefusedIsNotNamedAgain) {
  ScriptedApi api(
      {{200, list_json("10", "")}, {GetParam().status, GetParam().body}, {200, list_json("3", "")}},
      {{{status_json(410, "Expired")}, Then::kEnd, 410}});
  PodInformer informer(api);

  EXPECT_THAT(informer.sink().wait_for(4), ElementsAre("start", "done", "start", "done"));
  EXPECT_EQ(api.list_queries().at(2), "limit=500");
}

INSTANTIATE_TEST_SUITE_P(
    Refusals, InformerListVersion,
    testing::Values(Gone{"expired", 410, status_json(410, "Expired")},
                    Gone{"not_there_yet", 504,
                         R"({"kind":"Status","code":504,"reason":"Timeout","details":)"
                         R"({"causes":[{"reason":"ResourceVersionTooLarge"}]}})"}),
    [](const auto& test) { return test.param.name; });

TEST(InformerList, KeepsItsVersionThroughATimeoutOfTheServer) {
  ScriptedApi api(
      {{200, list_json("10", "")}, {504, status_json(504, "Timeout")}, {200, list_json("30", "")}},
      {{{status_json(410, "Expired")}, Then::kEnd, 410}});
  PodInformer informer(api);

  informer.sink().wait_for(4);

  EXPECT_THAT(api.list_queries().at(2), HasSubstr("resourceVersion=10"));
}

TEST(InformerStats, TellHowItStands) {
  ScriptedApi api({{500, "broken"}, {500, "broken"}, {200, list_json("10", "")}}, {});
  InformerOptions options = PodInformer::quick();
  options.longest_back_off = options.first_back_off = std::chrono::hours(1);
  PodInformer failing(api, options);

  ASSERT_TRUE(eventually([&] {
    return !failing.stats().last_error().empty() && failing.stats().standing() == Standing::kNone;
  }));
  EXPECT_THAT(failing.stats().last_error(), HasSubstr("list: broken (HTTP 500)"));
  EXPECT_EQ(failing.stats().silence(std::chrono::steady_clock::now()), std::nullopt);

  PodInformer working(api);
  ASSERT_TRUE(eventually([&] { return working.stats().standing() == Standing::kWatching; }));
  EXPECT_EQ(working.stats().last_error(), "");
  EXPECT_NE(working.stats().silence(std::chrono::steady_clock::now()), std::nullopt);
}

}  // namespace
}  // namespace npushare::kube
