/// Hands each change of a bound pod to the node that it is bound to.
///
/// One reader for all nodes, so that a write of one pod does not wake every node.
/// Threads: start() and stop() from any; a coroutine on the strand given.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <map>
#include <memory>
#include <string>

#include "scheduler/embedded/bell.hpp"
#include "scheduler/embedded/node_plugin.hpp"
#include "scheduler/embedded/store.hpp"

namespace npushare::embedded {

using Plugins = std::map<std::string, std::shared_ptr<NodePlugin>>;  // by node

class PodFeed : public std::enable_shared_from_this<PodFeed> {
 public:
  PodFeed(boost::asio::any_io_executor strand, std::shared_ptr<Store> store, Plugins plugins);

  void start();
  void stop();

 private:
  static boost::asio::awaitable<void> run(std::shared_ptr<PodFeed> self);
  Version list_all();
  Version read_on(Version after);
  void hand_over(const Change& change);

  boost::asio::any_io_executor strand_;
  std::shared_ptr<Store> store_;
  Plugins plugins_;
  std::shared_ptr<Bell> bell_;
  std::shared_ptr<void> subscription_;
  std::atomic<bool> is_stopped_{false};
};

}  // namespace npushare::embedded
