#include <gtest/gtest.h>

#include "tests/support/embedded_faults.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using config::Fault;
using wire::Json;

std::string watch_from(Version version, const std::string& more = "") {
  return "/api/v1/pods?watch=1&resourceVersion=" + std::to_string(version) + more;
}

void add_pods(Store& store, std::initializer_list<const char*> names) {
  for (const char* name : names) store.create(pod_at({}), a_pod(name));
}

/// TYPE NAME, blank-separated, up to the end of the stream or `most` events.
std::string events(WatchClient& watch, int most = 100) {
  std::string text;
  for (int k = 0; k < most; ++k) {
    const std::optional<Json> event = watch.next();
    if (!event) return text + "end";
    text += (*event)["type"].string() + event->at("object", "metadata", "name").string() + " ";
  }
  return text;
}

TEST(FaultyWatch, EndsCleanlyAfterSoManyEvents) {
  FaultyApi api("{fault: watch-end, events: 2}");
  add_pods(api.store(), {"a", "b", "c"});
  WatchClient watch(api.port(), watch_from(1));

  EXPECT_EQ(events(watch), "ADDEDa ADDEDb end");
  EXPECT_EQ(api.faults->injected(Fault::kWatchEnd), 1U);
}

TEST(FaultyWatch, IsCutInTheMiddleOfALine) {
  FaultyApi api("{fault: watch-cut, events: 1}");
  add_pods(api.store(), {"a", "b"});
  RawClient client(api.port());
  client.send(bytes_of({.path = watch_from(1)}));

  const std::string all = client.receive_rest().value_or("still open");

  EXPECT_NE(all.find("\"name\":\"a\""), std::string::npos);
  EXPECT_EQ(all.find("0\r\n\r\n"), std::string::npos);  // the body has no end
  const std::string line = all.substr(all.rfind("{\"type\""));
  EXPECT_FALSE(Json::parse(line));
  EXPECT_EQ(line.find('\n'), line.size() - 1) << line;  // the chunk's own line end, at the end
}

TEST(FaultyWatch, FallsSilentAndStaysOpen) {
  FaultyApi api("{fault: watch-silent, events: 1}");
  WatchClient watch(api.port(), watch_from(1, "&timeoutSeconds=1"));
  add_pods(api.store(), {"a", "b", "c"});

  EXPECT_EQ(events(watch), "ADDEDa end");  // at the watch's own deadline, a second later
  EXPECT_EQ(api.faults->injected(Fault::kWatchSilent), 1U);
}

TEST(FaultyWatch, BreaksItsSilenceWhenTheScriptIsEmptied) {
  FaultyApi api("{fault: watch-silent}");
  WatchClient watch(api.port(), watch_from(1));
  add_pods(api.store(), {"a"});
  ASSERT_TRUE(eventually([&] { return api.faults->injected() == 1; }));
  api.faults->replace({});
  add_pods(api.store(), {"b"});

  EXPECT_EQ(events(watch), "end");
}

TEST(FaultyWatch, SaysInTheStreamThatTheVersionIsGone) {
  FaultyApi api("{fault: watch-expired, events: 1}");
  add_pods(api.store(), {"a", "b"});
  WatchClient watch(api.port(), watch_from(1));

  watch.next();
  const std::optional<Json> error = watch.next();

  ASSERT_TRUE(error);
  EXPECT_EQ((*error)["type"].string(), "ERROR");
  EXPECT_EQ(error->at("object", "code").integer(), 410);
  EXPECT_EQ(events(watch), "end");
}

TEST(FaultyWatch, TellsEverythingTwice) {
  FaultyApi api("{fault: watch-duplicate}, {fault: watch-end, events: 2}");
  add_pods(api.store(), {"a", "b", "c"});
  WatchClient watch(api.port(), watch_from(1));

  EXPECT_EQ(events(watch), "ADDEDa ADDEDa ADDEDb ADDEDb end");
  EXPECT_EQ(api.faults->injected(Fault::kWatchDuplicate), 1U);
}

TEST(FaultyWatch, ReplaysOlderChangesFirst) {
  FaultyApi api("{fault: watch-replay, back: 2}");
  add_pods(api.store(), {"a", "b", "c"});
  const Version now = api.store().snapshot(pods()).version;
  WatchClient watch(api.port(), watch_from(now));
  add_pods(api.store(), {"d"});

  EXPECT_EQ(events(watch, 3), "ADDEDb ADDEDc ADDEDd ");
  EXPECT_EQ(api.faults->injected(Fault::kWatchReplay), 1U);
}

TEST(FaultyWatch, ReplaysNothingWhereNothingWasSeen) {
  FaultyApi api("{fault: watch-replay}");
  add_pods(api.store(), {"a"});
  WatchClient watch(api.port(), "/api/v1/pods?watch=1");

  EXPECT_EQ(events(watch, 1), "ADDEDa ");
  EXPECT_EQ(api.faults->injected(), 0U);
}

TEST(FaultyWatch, LeavesBookmarksOut) {
  FaultyApi api("{fault: watch-no-bookmarks}");
  WatchClient watch(api.port(), watch_from(1, "&allowWatchBookmarks=true&timeoutSeconds=1"));

  EXPECT_EQ(events(watch), "end");  // without the last bookmark
  EXPECT_EQ(api.faults->injected(Fault::kWatchNoBookmarks), 1U);
}

TEST(FaultyWatch, KeepsTheMarkThatEndsTheInitialEvents) {
  FaultyApi api("{fault: watch-no-bookmarks}");
  add_pods(api.store(), {"a"});
  WatchClient watch(api.port(),
                    "/api/v1/pods?watch=1&sendInitialEvents=true&allowWatchBookmarks=true"
                    "&resourceVersionMatch=NotOlderThan&timeoutSeconds=1");

  EXPECT_EQ(events(watch), "ADDEDa BOOKMARK end");
}

TEST(FaultyWatch, OfOneKindLeavesTheOthersAlone) {
  FaultyApi api("{fault: watch-end, kind: nodes}");
  add_pods(api.store(), {"a"});
  WatchClient watch(api.port(), watch_from(1));

  EXPECT_EQ(events(watch, 1), "ADDEDa ");
}

}  // namespace
}  // namespace npushare::embedded
