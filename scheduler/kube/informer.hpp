/// List, then watch, for ever: keeps a Sink equal to what the API server has.
///
/// Follows spec/kube-scheduler-extender.md 4.1: paged lists, every event's version kept (bookmarks too),
/// 410 in status or in stream: list again, and the sink is told what has gone; a clean end of the watch goes
/// on from the last version; back-off with jitter; a silent watch is dropped.
/// Threads: one coroutine an informer; the sink is called from it alone, and must be quick.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <string>

#include "scheduler/kube/rest_client.hpp"
#include "scheduler/wire/object_reader.hpp"

namespace npushare::kube {

template <class Object>
class Sink {
 public:
  virtual ~Sink() = default;
  /// A full list begins: item() for each object, then list_done(); what was not among them is gone.
  virtual void list_started() = 0;
  virtual void item(Object object) = 0;
  virtual void list_done() = 0;
  /// Between lists, one object at a time.
  virtual void changed(Object object) = 0;
  virtual void removed(Object object) = 0;
};

struct InformerOptions {
  std::string path;            // /api/v1/nodes
  std::string field_selector;  // encoded by the informer; may be empty
  std::size_t page = 500;
  std::chrono::milliseconds first_back_off{800};
  std::chrono::milliseconds longest_back_off{30'000};
  std::chrono::milliseconds silence{180'000};
};

struct InformerStats {
  std::uint64_t lists = 0;
  std::uint64_t watches = 0;
  std::uint64_t events = 0;
  std::uint64_t bad_events = 0;  // undecodable: counted, logged, skipped
};

/// Runs until the client is stopped.
asio::awaitable<void> run_informer(RestClient& client, InformerOptions options,
                                   Sink<wire::Pod>& sink, InformerStats& stats);
asio::awaitable<void> run_informer(RestClient& client, InformerOptions options,
                                   Sink<wire::Node>& sink, InformerStats& stats);

}  // namespace npushare::kube
