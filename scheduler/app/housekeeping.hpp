/// What is done every now and then for as long as the service runs.
///
/// Threads: add() before start(); the tasks run one after the other on a strand of their own, the
///          first time one period after the start. They may read files and must not wait for peers.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <functional>
#include <memory>

namespace npushare {

class Housekeeping {
 public:
  Housekeeping(boost::asio::any_io_executor executor, std::chrono::milliseconds period);
  ~Housekeeping();

  void add(std::function<void()> task);
  void start();
  /// No task begins after the one that may be under way.
  void stop();

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare
