// Events: spec/kube-scheduler-extender.md 4.7.
#include "scheduler/wire/event_object.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/wire/json.hpp"

namespace npushare::wire {
namespace {

EventObject an_event() {
  return {.name = "p.1f",
          .regarding = {.kind = "Pod", .space = "team", .name = "p", .uid = "u1"},
          .type = "Warning",
          .reason = "NodeLockTakenOver",
          .action = "Binding",
          .note = "held for 6 minutes by a pod that is gone",
          .controller = "npushare.io/scheduler",
          .instance = "host_1",
          .time = "2026-08-14T07:47:40.000000Z"};
}

TEST(EventObject, CarriesAllThatTheApiRequires) {
  EXPECT_EQ(*Json::parse(write_event(an_event())),
            *Json::parse(R"({"apiVersion":"events.k8s.io/v1","kind":"Event",
              "metadata":{"name":"p.1f","namespace":"team"},
              "eventTime":"2026-08-14T07:47:40.000000Z",
              "reportingController":"npushare.io/scheduler","reportingInstance":"host_1",
              "action":"Binding","reason":"NodeLockTakenOver","type":"Warning",
              "note":"held for 6 minutes by a pod that is gone",
              "regarding":{"apiVersion":"v1","kind":"Pod","name":"p","namespace":"team",
                           "uid":"u1"}})"));
}

TEST(EventObject, OfANodeLivesInTheDefaultNamespace) {
  EventObject event = an_event();
  event.regarding = {.kind = "Node", .name = "n1"};

  const Json json = *Json::parse(write_event(event));

  EXPECT_EQ(json.at("metadata", "namespace").string(), "default");
  EXPECT_TRUE(json.at("regarding", "namespace").is_null());
}

TEST(EventObject, IsCutToWhatTheApiTakes) {
  EventObject event = an_event();
  event.note.assign(1023, 'x');
  event.note += "\xC3\xA9";
  event.reason = event.action = event.instance = std::string(200, 'y');

  const Json json = *Json::parse(write_event(event));

  EXPECT_EQ(json["note"].string(), std::string(1023, 'x'));  // not half a letter
  for (const char* key : {"reason", "action", "reportingInstance"})
    EXPECT_EQ(json[key].string(), std::string(128, 'y')) << key;
}

TEST(EventName, IsAnObjectsNameAndATime) {
  const ObjectRef pod{.kind = "Pod", .name = "web-0"};
  const ObjectRef longest{.kind = "Pod",
                          .name = std::string(236, 'a') + "-" + std::string(16, 'b')};

  EXPECT_EQ(event_name(pod, 0x18CB'0000'0000'00FF), "web-0.18cb0000000000ff");
  EXPECT_EQ(event_name(longest, 0xFFFF'FFFF'FFFF'FFFF),
            std::string(236, 'a') + ".ffffffffffffffff");
  EXPECT_EQ(event_name({.kind = "Pod", .name = std::string(235, 'a') + "-bbbbbbbbbbbbbbbbb"},
                       0xFFFF'FFFF'FFFF'FFFF),
            std::string(235, 'a') + ".ffffffffffffffff");
}

TEST(EventSeriesPatch, SaysHowOftenAndWhenLast) {
  EXPECT_EQ(write_event_series(3, "2026-08-14T07:47:40.000000Z"),
            R"({"series":{"count":3,"lastObservedTime":"2026-08-14T07:47:40.000000Z"}})");
}

TEST(EventSeriesPatch, ChangesTheWordsAsTheCoreApiNamesThemAndCutsThem) {
  const Json json = *Json::parse(write_event_rewording(std::string(1100, 'x'), 3, "T"));

  EXPECT_EQ(json["message"].string(), std::string(1024, 'x'));
  EXPECT_EQ(json.at("series", "count").integer(), 3);
}

}  // namespace
}  // namespace npushare::wire
