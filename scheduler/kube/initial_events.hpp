/// The objects that a watch begins with, gathered until they are whole: the sink sees all of them
/// or none.
///
/// Shape: one an object, in order of arrival; what changes or goes meanwhile changes or goes here.
/// Source: spec/kube-scheduler-extender.md 4.1, WatchList.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "scheduler/wire/objects.hpp"

namespace npushare::kube {

inline std::string identity_of(const wire::Pod& pod) {
  return pod.key.text();
}
inline std::string identity_of(const wire::Node& node) {
  return node.name.text();
}
inline bool has_name(const wire::Pod& pod) {
  return !pod.key.name.empty();
}
inline bool has_name(const wire::Node& node) {
  return !node.name.empty();
}

/// The object of a line that is exactly what an API server writes for an ADDED event. Whoever reads
/// it as one object and nothing behind it knows that the line had no other member.
inline std::optional<std::string_view> added_object(std::string_view line) {
  constexpr std::string_view kStart = R"({"type":"ADDED","object":)";
  if (!line.starts_with(kStart) || !line.ends_with('}')) return std::nullopt;
  return line.substr(kStart.size(), line.size() - kStart.size() - 1);
}

template <class Object>
class InitialEvents {
 public:
  /// Of an ADDED event: nobody has seen the object before, unless it has gone in between.
  void add(Object object) {
    if (places_) return put(std::move(object));
    objects_.emplace_back(std::move(object));
  }

  /// Of an event that says what the object is like now.
  void put(Object object) {
    const auto [place, is_new] = places().try_emplace(identity_of(object), objects_.size());
    if (is_new) {
      objects_.emplace_back(std::move(object));
    } else {
      objects_[place->second] = std::move(object);
    }
  }

  void remove(const Object& object) {
    const auto place = places().find(identity_of(object));
    if (place != places().end()) objects_[place->second].reset();
  }

  /// Hands all of them over and is empty.
  template <class Each>
  void take(const Each& each) {
    for (std::optional<Object>& object : objects_)
      if (object) each(*std::move(object));
    *this = InitialEvents();
  }

 private:
  using Places = std::unordered_map<std::string, std::size_t>;

  /// Made when it is first needed: most cold starts see ADDED events only.
  Places& places() {
    if (places_) return *places_;
    places_.emplace();
    for (std::size_t i = 0; i < objects_.size(); ++i)
      (*places_)[identity_of(*objects_[i])] = i;  // the last of several is the newest
    return *places_;
  }

  std::deque<std::optional<Object>> objects_;  // grows without moving what is in it
  std::optional<Places> places_;
};

}  // namespace npushare::kube
