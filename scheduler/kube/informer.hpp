/// All objects, then a watch, for ever: keeps a Sink equal to what the API server has.
///
/// All objects come by a watch that begins with them, or page by page from a server that has no
/// such watches; every event's version is kept (bookmarks too); 410 in status or in stream: all
/// objects again, no older than what was seen; a clean end of the watch goes on from the last
/// version; any other failure backs off with jitter and keeps the version, but a server that
/// refuses one version five times is asked for all objects. An event that cannot be decoded is
/// counted, logged and skipped: the object's next event or the next list mends it. A silent watch
/// is dropped.
/// Threads: one call of the sink at a time; it must be quick.
/// Source:  spec/kube-scheduler-extender.md 4.1; the rules are read_plan.hpp.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "scheduler/kube/informer_stats.hpp"
#include "scheduler/kube/read_plan.hpp"
#include "scheduler/kube/relists.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/wire/object_reader.hpp"

namespace npushare::kube {

template <class Object>
class Sink {
 public:
  virtual ~Sink() = default;
  /// A full list begins: item() for each object, then list_done(); what was not among them is gone.
  /// Without a list_done() before it: the list begun last has failed, and its items say nothing
  /// about what has gone.
  virtual void list_started() = 0;
  virtual void item(Object object) = 0;
  virtual void list_done() = 0;
  /// Between lists, one object at a time.
  virtual void changed(Object object) = 0;
  virtual void removed(Object object) = 0;
};

struct InformerOptions {
  std::string path{};            // /api/v1/nodes
  std::string field_selector{};  // encoded by the informer; may be empty
  std::size_t page = 500;
  ReadPlan::Streams streams = ReadPlan::Streams::kTry;
  FirstList first_list = FirstList::kConsistent;
  std::chrono::milliseconds first_back_off{800};
  std::chrono::milliseconds longest_back_off{30'000};
  std::chrono::milliseconds silence{180'000};
  std::chrono::milliseconds shortest_watch{
      1'000};                           // ended earlier and without an event: it has failed
  std::optional<std::uint64_t> seed{};  // of the jitter; none: from the machine's randomness
  Relists* relists = nullptr;           // must outlive the informer; null: nobody asks
};

/// Runs until the client is stopped. Everything passed by reference must live until then.
asio::awaitable<void> run_informer(RestClient& client, InformerOptions options,
                                   Sink<wire::Pod>& sink, InformerStats& stats);
asio::awaitable<void> run_informer(RestClient& client, InformerOptions options,
                                   Sink<wire::Node>& sink, InformerStats& stats);

}  // namespace npushare::kube
