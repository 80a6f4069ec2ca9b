/// Shows the memory and the cores of a node's chips as its capacity, where the operator wants that.
///
/// Volcano and kube-scheduler count resources against a node's allocatable amounts; the node plugin
/// publishes the number of shares alone. With this, requests in MiB fit them, and queues can be
/// given an amount of MiB. Only who leads writes, and only what differs: sync/capacity_writes.hpp.
/// Threads: seen() from the node watch, tick() from housekeeping, problem() from any. What is under
///          way at the end stops with the client.
/// Source:  spec/volcano-deviceshare.md 5.9; docs/reference/configuration.md.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <string>

#include "accounting/node_ledger.hpp"
#include "accounting/published.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/observe/clock.hpp"
#include "scheduler/sync/node_capacity.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare {

class NodeResources {
 public:
  /// What it refers to must outlive what the executor runs.
  struct With {
    boost::asio::any_io_executor executor;
    kube::RestClient& client;
    const Published<verbs::Rules>& rules;
    const observe::Clock& clock;
    std::function<sync::CapacityUse()> use;
    std::function<bool()> may_write;
  };

  explicit NodeResources(With with);
  ~NodeResources();

  /// The cluster shows the node so.
  void seen(const wire::Node& node, const Inventory& inventory);
  /// Writes what is due.
  void tick();

  /// Why the last write failed; empty when it did not.
  std::string problem() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare
