// A consistent list on request: spec/kube-scheduler-extender.md 4.6, fencing 3.
#include "scheduler/kube/relists.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>

#include "tests/support/kube_recording_sink.hpp"

namespace npushare::kube {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::end_line;
using testing_support::eventually;
using testing_support::finished;
using testing_support::list_json;
using testing_support::pod_json;
using testing_support::PodInformer;
using testing_support::ScriptedApi;
using testing_support::WatchScript;

using Then = WatchScript::Then;

std::future<Result<>> asked(Relists& relists) {
  const auto promise = std::make_shared<std::promise<Result<>>>();
  relists.ask([promise](const Result<>& result) { promise->set_value(result); });
  return promise->get_future();
}

InformerOptions with(Relists& relists) {
  InformerOptions options = PodInformer::quick();
  options.relists = &relists;
  return options;
}

TEST(Relists, EndTheWatchAndListTheNewest) {
  ScriptedApi api(
      {{200, list_json("10", pod_json("a", "5"))}, {200, list_json("20", pod_json("b", "15"))}},
      {});
  Relists relists;
  PodInformer informer(api, with(relists));
  ASSERT_TRUE(eventually([&] { return informer.stats().standing() == Standing::kWatching; }));

  const Result<> done = finished(asked(relists));

  EXPECT_TRUE(done);
  EXPECT_THAT(informer.sink().wait_for(6),
              ElementsAre("start", "item a", "done", "start", "item b", "done"));
  EXPECT_EQ(api.list_queries().at(1), "limit=500");  // consistent, not just no older than 10
  ASSERT_TRUE(eventually([&] { return api.watch_queries().size() == 2; }));
  EXPECT_THAT(api.watch_queries().at(1), HasSubstr("&resourceVersion=20"));
}

TEST(Relists, AreAnsweredByAStreamOfAllObjectsToo) {
  ScriptedApi api({}, {{{end_line("7")}, Then::kHang}, {{end_line("9")}, Then::kHang}});
  Relists relists;
  InformerOptions options = with(relists);
  options.streams = ReadPlan::Streams::kTry;
  PodInformer informer(api, options);
  ASSERT_TRUE(eventually([&] { return informer.stats().standing() == Standing::kWatching; }));

  EXPECT_TRUE(finished(asked(relists)));
  EXPECT_THAT(api.watch_queries().at(1), HasSubstr("sendInitialEvents=true"));
}

TEST(Relists, AreNotHeldUpByABackOff) {
  ScriptedApi api({{500, "broken"}, {200, list_json("20", "")}}, {});
  Relists relists;
  InformerOptions options = with(relists);
  options.first_back_off = options.longest_back_off = std::chrono::hours(1);
  PodInformer informer(api, options);
  ASSERT_TRUE(eventually([&] { return !informer.stats().last_error().empty(); }));

  EXPECT_TRUE(finished(asked(relists)));
}

TEST(Relists, SurviveAFailureOfTheServer) {
  ScriptedApi api({{200, list_json("10", "")}, {500, "broken"}, {200, list_json("20", "")}}, {});
  Relists relists;
  PodInformer informer(api, with(relists));
  ASSERT_TRUE(eventually([&] { return informer.stats().standing() == Standing::kWatching; }));

  EXPECT_TRUE(finished(asked(relists)));
  EXPECT_EQ(informer.stats().lists, 2U);
}

TEST(Relists, AreRefusedByAnInformerThatEnds) {
  Relists relists;
  {
    ScriptedApi api({{200, list_json("10", "")}}, {});
    PodInformer informer(api, with(relists));
    ASSERT_TRUE(eventually([&] { return informer.stats().standing() == Standing::kWatching; }));
  }

  EXPECT_FALSE(finished(asked(relists)));
}

// The list that was under way when somebody asked may be older than the question.
TEST(Relists, AreNotAnsweredByAListThatBeganBefore) {
  Relists relists;
  std::vector<std::string> story;
  relists.ask([&](const Result<>&) { story.emplace_back("first"); });
  ASSERT_TRUE(relists.begin());
  relists.ask([&](const Result<>&) { story.emplace_back("second"); });

  EXPECT_TRUE(relists.interrupt()->is_raised());
  relists.answer();
  EXPECT_THAT(story, ElementsAre("first"));
  ASSERT_TRUE(relists.begin());
  EXPECT_FALSE(relists.interrupt()->is_raised());
  relists.answer();
  EXPECT_THAT(story, ElementsAre("first", "second"));
  EXPECT_FALSE(relists.begin());
}

}  // namespace
}  // namespace npushare::kube
