/// One watch as its lines come in: what the sink is told, and what the loop has to know of it.
///
/// A watch that begins with all objects hands them over when they are whole.
/// Threads: one; lines are taken while the loop waits for the end of the stream.
/// Source:  spec/kube-scheduler-extender.md 4.1.
#pragma once

#include <spdlog/spdlog.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "scheduler/kube/informer.hpp"
#include "scheduler/kube/initial_events.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::kube {

/// kList and kEvent: the readers of wire/; kObject too where a cold start is large.
template <class Object>
struct Decode;

template <class Object>
class WatchReader {
 public:
  enum class Begins : std::uint8_t { kWithAllObjects, kAtItsVersion };

  WatchReader(const InformerOptions& options, Sink<Object>& sink, InformerStats& stats,
              ReadPlan& plan, Relists& relists)
      : options_(options), sink_(sink), stats_(stats), plan_(plan), relists_(relists) {}

  void begin(Begins begins) {
    is_initial_ = begins == Begins::kWithAllObjects;
    has_opened_ = has_unmarked_ = false;
    refusal_.reset();
    initial_ = {};
    events_ = 0;
  }

  void opened() {
    has_opened_ = true;
    stats_.stand(is_initial_ ? Standing::kListing : Standing::kWatching);
    if (!is_initial_) stats_.fail({});
  }

  void take(std::string_view line) {
    stats_.hear(std::chrono::steady_clock::now());
    if (was_cut()) return;  // nothing counts after an ERROR
    if (is_initial_ && gather_added(line)) return;
    Result<wire::WatchEvent<Object>> event = Decode<Object>::kEvent(line);
    if (!event) {
      undecodable(event.error());
    } else if (event->type == wire::EventType::kError) {
      refuse(std::move(event->status));
    } else if (is_initial_) {
      gather(*std::move(event));
    } else {
      apply(*std::move(event));
    }
  }

  /// The end of a list, of pages as of a watch.
  void all_are_here(std::string version) {
    const std::uint64_t reached = number_of(version);
    plan_.listed(std::move(version));
    ++stats_.lists;
    sink_.list_done();
    stats_.version = reached;
    relists_.answer();
  }

  bool is_initial() const { return is_initial_; }      // began with all objects, still at them
  bool has_opened() const { return has_opened_; }      // was answered with 200
  bool has_unmarked() const { return has_unmarked_; }  // the server does not mark their end
  const std::optional<wire::Status>& refusal() const { return refusal_; }
  std::uint64_t events() const { return events_; }  // bookmarks included
  /// Ended by ourselves.
  bool was_cut() const { return refusal_ || has_unmarked_; }

 private:
  static std::uint64_t number_of(const std::string& version) {
    std::uint64_t number = 0;
    const char* end = version.data() + version.size();
    const auto [stop, error] = std::from_chars(version.data(), end, number);
    return error == std::errc{} && stop == end ? number : 0;
  }

  /// Among all objects none may be missing, or the sink would take it for gone.
  void undecodable(const Error& error) {
    ++stats_.bad_events;
    spdlog::warn("informer={} event=undecodable error={}", options_.path,
                 wire::quoted(error.message));
    if (!is_initial_) return;
    wire::Status status;
    status.message = "an object cannot be read: " + error.message;
    refuse(std::move(status));
  }

  void refuse(wire::Status status) {
    refusal_ = std::move(status);
    cut();
  }

  /// Ends the stream from within, should the server not do so.
  void cut() { relists_.interrupt()->raise(); }

  /// Most lines of a cold start, read in one pass. False: this one needs a closer look.
  bool gather_added(std::string_view line) {
    if constexpr (requires { Decode<Object>::kObject; }) {
      const std::optional<std::string_view> text = added_object(line);
      if (!text) return false;
      Result<Object> object = Decode<Object>::kObject(*text);
      if (!object || !has_name(*object)) return false;
      initial_.add(*std::move(object));
      return true;
    }
    return false;
  }

  void gather(wire::WatchEvent<Object> event) {
    switch (event.type) {
      case wire::EventType::kAdded: initial_.add(std::move(event.object)); return;
      case wire::EventType::kModified: initial_.put(std::move(event.object)); return;
      case wire::EventType::kDeleted: initial_.remove(event.object); return;
      case wire::EventType::kBookmark: break;
      case wire::EventType::kError: return;
    }
    // A server that has such watches marks the first bookmark; another would never mark one.
    has_unmarked_ = !event.initial_end || event.object.resource_version.empty();
    if (has_unmarked_) return cut();
    sink_.list_started();
    initial_.take([this](Object&& object) { sink_.item(std::move(object)); });
    all_are_here(event.object.resource_version);
    is_initial_ = false;
    ++events_;
    opened();
  }

  void apply(wire::WatchEvent<Object> event) {
    std::string version = event.object.resource_version;
    switch (event.type) {
      case wire::EventType::kAdded:
      case wire::EventType::kModified: sink_.changed(std::move(event.object)); break;
      case wire::EventType::kDeleted: sink_.removed(std::move(event.object)); break;
      case wire::EventType::kBookmark: break;
      case wire::EventType::kError: return;
    }
    ++events_;
    if (event.type != wire::EventType::kBookmark) ++stats_.events;
    if (version.empty()) return;
    stats_.version = number_of(version);
    plan_.seen(std::move(version));
  }

  const InformerOptions& options_;
  Sink<Object>& sink_;
  InformerStats& stats_;
  ReadPlan& plan_;
  Relists& relists_;
  std::optional<wire::Status> refusal_;  // the ERROR that has ended this watch
  InitialEvents<Object> initial_;
  std::uint64_t events_ = 0;
  bool is_initial_ = false;
  bool has_opened_ = false;
  bool has_unmarked_ = false;
};

}  // namespace npushare::kube
