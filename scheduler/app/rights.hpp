/// Whether the API server lets us do our work: asked at the start, and again until it does.
///
/// Threads: any.
/// Source:  spec/kube-scheduler-extender.md 4.5.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <string>

#include "scheduler/kube/rights.hpp"

namespace npushare {

class RightsCheck {
 public:
  /// The client must outlive this.
  RightsCheck(boost::asio::any_io_executor executor, kube::RestClient& client, kube::Duties duties);

  void start();

  /// Which rights are missing; empty when none is, or when that is not known yet.
  std::string problem() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare
