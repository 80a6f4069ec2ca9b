/// Keeps the fences of split nodes as they should be: watches DeviceTaintRules, and writes where
/// this replica leads.
///
/// Nothing is asked of the API server until some device is to be fenced. A server that has no such
/// rules is asked again every minute: problem() says so, and annotation pods wait meanwhile.
/// Threads: start() once; tick() from housekeeping; the rest from any. What is under way at the end
///          stops with the client.
/// Source:  spec/dra-accounting.md 7.6, mode split.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "scheduler/dra/fences.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::sync {

class FenceKeeper {
 public:
  /// What it refers to must outlive what the executor runs.
  struct With {
    boost::asio::any_io_executor executor;
    kube::RestClient& client;
    std::function<std::set<dra::DeviceName>()> wanted;
    std::function<bool()> may_write;
  };

  explicit FenceKeeper(With with);
  ~FenceKeeper();

  void start();
  /// Writes what is due; one round at a time.
  void tick();

  dra::Fence of(const dra::DeviceName& device) const;

  /// Why fences cannot be kept; empty while they can, or none is wanted.
  std::string problem() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare::sync
