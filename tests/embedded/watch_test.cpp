#include <gtest/gtest.h>

#include "scheduler/embedded/watch_events.hpp"
#include "tests/support/embedded_running.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

std::string watch_from(Version version, const std::string& more = "") {
  return "/api/v1/pods?watch=1&resourceVersion=" + std::to_string(version) + more;
}

/// TYPE NAME VERSION, the version of the object.
std::string told(const std::optional<Json>& event) {
  if (!event) return "end";
  const Json& metadata = event->at("object", "metadata");
  return (*event)["type"].string() + " " + metadata["name"].string();
}

Version version_in(const Json& event) {
  return read_version(event.at("object", "metadata", "resourceVersion").string()).value_or(0);
}

void annotate(Store& store, const char* pod, const char* value) {
  store.patch(pod_at(pod), Part::kMain, PatchType::kMerge, annotated(Json::object(), "k", value));
}

TEST(Watch, TellsWhatHappensFromAVersionOn) {
  RunningApi api;
  api.store->create(pod_at({}), a_pod("before"));
  WatchClient watch(api.server.port(), watch_from(api.store->snapshot(pods()).version));

  api.store->create(pod_at({}), a_pod("p"));
  annotate(*api.store, "p", "v");
  api.store->remove(pod_at("p"), {});

  EXPECT_EQ(told(watch.next()), "ADDED p");
  EXPECT_EQ(told(watch.next()), "MODIFIED p");
  const std::optional<Json> deleted = watch.next();
  EXPECT_EQ(told(deleted), "DELETED p");
  EXPECT_EQ(version_in(*deleted), api.store->snapshot(pods()).version);
  EXPECT_EQ(deleted->at("object", "metadata", "annotations", "k").string(), "v");
}

TEST(Watch, ResumesWithoutLossOrRepetition) {
  RunningApi api;
  api.store->create(pod_at({}), a_pod("a"));
  const Version position = api.store->snapshot(pods()).version;
  api.store->create(pod_at({}), a_pod("b"));
  api.store->create(node_place({}), named(kNode));
  api.store->create(pod_at({}), a_pod("c"));

  WatchClient first(api.server.port(), watch_from(position));
  const std::optional<Json> b = first.next();
  ASSERT_TRUE(b);
  WatchClient second(api.server.port(), watch_from(version_in(*b)));

  EXPECT_EQ(told(b), "ADDED b");
  EXPECT_EQ(told(second.next()), "ADDED c");
}

TEST(Watch, BeginsWithTheCurrentStateAndMarksItsEnd) {
  RunningApi api;
  api.store->create(pod_at({}), a_pod("a"));
  WatchClient watch(api.server.port(),
                    "/api/v1/pods?watch=1&sendInitialEvents=true&allowWatchBookmarks=true"
                    "&resourceVersionMatch=NotOlderThan&resourceVersion=");

  EXPECT_EQ(told(watch.next()), "ADDED a");
  const std::optional<Json> mark = watch.next();
  EXPECT_EQ(told(mark), "BOOKMARK ");
  EXPECT_EQ(mark->at("object", "metadata", "annotations", "k8s.io/initial-events-end").string(),
            "true");
  EXPECT_EQ(version_in(*mark), api.store->snapshot(pods()).version);
  api.store->create(pod_at({}), a_pod("b"));
  EXPECT_EQ(told(watch.next()), "ADDED b");
}

TEST(Watch, WantsTheMatchThatInitialEventsNeed) {
  RunningApi api;

  EXPECT_EQ(get(api.server.port(), "/api/v1/pods?watch=1&sendInitialEvents=true").status, 422U);
  EXPECT_EQ(get(api.server.port(), "/api/v1/pods?sendInitialEvents=true").status, 422U);
  EXPECT_EQ(get(api.server.port(), "/api/v1/pods?watch=1&resourceVersion=x").status, 400U);
}

TEST(Watch, SendsBookmarksThatCarryThePositionOn) {
  RunningApi api({.api = {.bookmark_every = std::chrono::milliseconds(5)}});
  WatchClient watch(api.server.port(), watch_from(1, "&allowWatchBookmarks=true"));

  const std::optional<Json> first = watch.next();
  api.store->create(node_place({}), named(kNode));  // another kind moves the version on
  const Version now = api.store->snapshot(pods()).version;
  const std::optional<Json> later =
      watch.next_where([now](const Json& event) { return version_in(event) == now; });

  EXPECT_EQ(told(first), "BOOKMARK ");
  EXPECT_EQ(told(later), "BOOKMARK ");
}

TEST(Watch, EndsInTimeWithALastBookmark) {
  RunningApi api;
  WatchClient watch(api.server.port(), watch_from(1, "&allowWatchBookmarks=true&timeoutSeconds=1"));

  EXPECT_EQ(told(watch.next()), "BOOKMARK ");
  EXPECT_EQ(told(watch.next()), "end");
}

TEST(Watch, TellsThatAVersionIsTooOld) {
  RunningApi api({}, 2);
  api.store->create(pod_at({}), a_pod("p"));
  for (const char* value : {"1", "2", "3"}) annotate(*api.store, "p", value);
  WatchClient watch(api.server.port(), watch_from(1));

  const std::optional<Json> error = watch.next();

  ASSERT_TRUE(error);
  EXPECT_EQ((*error)["type"].string(), "ERROR");
  EXPECT_EQ(error->at("object", "code").integer(), 410);
  EXPECT_EQ(error->at("object", "reason").string(), "Expired");
  EXPECT_EQ(told(watch.next()), "end");
}

TEST(Watch, EndsWhenTheServerStops) {
  RunningApi api;
  WatchClient watch(api.server.port(), watch_from(1));
  api.store->create(pod_at({}), a_pod("p"));
  ASSERT_EQ(told(watch.next()), "ADDED p");

  api.server.stop();

  EXPECT_EQ(told(watch.next()), "end");
}

TEST(Watch, TellsOnlyWhatASelectorCovers) {
  Store store(quiet_options());
  const Version start = store.snapshot(pods()).version;
  store.create(pod_at({}), a_pod("p"));
  store.bind(pod_at("p"), a_binding("p", kNode));
  WatchScope scope{&pods(), "default", *read_selector(pods(), "spec.nodeName=", "")};
  const auto news = store.news(pods(), start);
  ASSERT_TRUE(news);
  ASSERT_EQ(news->changes.size(), 2U);

  const auto added = change_line(scope, news->changes[0]);
  const auto gone = change_line(scope, news->changes[1]);

  ASSERT_TRUE(added && gone);
  EXPECT_EQ(told(parsed(*added)), "ADDED p");
  EXPECT_EQ(told(parsed(*gone)), "DELETED p");
  EXPECT_TRUE(parsed(*gone).at("object", "spec", "nodeName").is_null());  // its last matching state
  scope.space = "other";
  EXPECT_FALSE(change_line(scope, news->changes[0]));
}

}  // namespace
}  // namespace npushare::embedded
