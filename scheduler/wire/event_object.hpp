/// An Event of events.k8s.io/v1, as bytes.
///
/// Limits: what the API allows; longer texts are cut, at a character's border.
/// Source: spec/kube-scheduler-extender.md 4.7.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace npushare::wire {

/// Which object an event is about.
struct ObjectRef {
  std::string api_version = "v1";
  std::string kind;
  std::string space{};  // empty: the object has none
  std::string name;
  std::string uid{};

  friend auto operator<=>(const ObjectRef&, const ObjectRef&) = default;
};

struct EventObject {
  std::string name;  // event_name()
  ObjectRef regarding;
  std::string type;  // Normal or Warning
  std::string reason;
  std::string action;
  std::string note;
  std::string controller;  // npushare.io/scheduler
  std::string instance;
  std::string time;  // micro_time()
};

/// The namespace that holds the event: its object's, or "default".
std::string event_space(const ObjectRef& regarding);

/// Unlike that of any other event of the object at another nanosecond.
std::string event_name(const ObjectRef& regarding, std::uint64_t unix_nanoseconds);

std::string write_event(const EventObject& event);

/// A merge patch: it has happened `count` times so far.
std::string write_event_series(std::uint64_t count, std::string_view last_time);

/// The same with other words, as a merge patch of the core API's Event: that of events.k8s.io does
/// not let a note be changed.
std::string write_event_rewording(const std::string& note, std::uint64_t count,
                                  std::string_view last_time);

}  // namespace npushare::wire
