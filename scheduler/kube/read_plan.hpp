/// What an informer asks the API server for next, and how soon: the rules without the calls.
///
/// Shape:   all objects first, by a watch that begins with them (WatchList) or by a list, then a
///          watch from the version of the last thing seen.
/// Threads: a plain value.
/// Source:  spec/kube-scheduler-extender.md 4.1; k8s.io/client-go tools/cache Reflector.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace npushare::kube {

/// How new the very first list has to be. A cached one comes sooner and may lag behind.
enum class FirstList : std::uint8_t { kConsistent, kCached };

class ReadPlan {
 public:
  enum class Read : std::uint8_t { kStream, kList, kWatch };
  enum class Pace : std::uint8_t { kAtOnce, kBackOff };
  enum class Streams : std::uint8_t { kTry, kNever };

  ReadPlan(Streams streams, FirstList first)
      : can_stream_(streams == Streams::kTry), first_(first) {}

  Read next() const {
    if (!needs_all_) return Read::kWatch;
    return can_stream_ ? Read::kStream : Read::kList;
  }

  /// The resourceVersion to list at: "" is the newest, "0" whatever is at hand, any other the
  /// oldest that will do.
  std::string list_version() const {
    if (needs_newest_) return {};
    if (version_.empty() && first_ == FirstList::kCached) return "0";
    return version_;
  }
  const std::string& watch_version() const { return version_; }

  /// All objects have come, and this is their version.
  void listed(std::string version);
  /// An event has been applied.
  void seen(std::string version) { version_ = std::move(version); }
  /// Somebody needs all objects, no older than now.
  void list_newest() { needs_all_ = needs_newest_ = true; }

  /// The version asked for is gone or not there yet: the next list names none.
  Pace list_refused();
  /// The watch that should begin with all objects did not come to their end.
  Pace stream_failed();
  /// The server does not know such watches: it is asked for lists from now on.
  Pace stream_unknown();
  /// The server refused the watch, by its status or by an event in it.
  enum class Where : std::uint8_t { kStatus, kStream };
  Pace watch_refused(int code, Where where);
  /// A watch has brought something, or has lasted.
  void watch_was_healthy(bool has_lasted);

 private:
  bool can_stream_;
  FirstList first_;
  std::string version_;        // of the last thing seen; empty: nothing yet
  bool needs_all_ = true;      // before the next watch
  bool needs_newest_ = false;  // and a version is not good enough
  int streams_failed_ = 0;     // in a row
  int refusals_ = 0;           // in a row, without a healthy watch between
  int expired_ = 0;            // of them, those that said that the version is gone
  int internal_ = 0;           // errors of the server in its streams, without one that has lasted
};

}  // namespace npushare::kube
