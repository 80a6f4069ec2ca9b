/// The bind calls under way: a second call for a pod joins the first instead of racing it.
///
/// Same node: it gets the first call's answer. Another node: kConflict.
/// Threads: any; the table lives on a strand of its own. Must outlive its calls.
/// Source:  spec/kube-scheduler-extender.md 1.6, rule 2.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/strand.hpp>
#include <memory>
#include <unordered_map>

#include "scheduler/verbs/bind.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/extender.hpp"

namespace npushare::verbs {

class BindCalls {
 public:
  explicit BindCalls(asio::any_io_executor executor);
  ~BindCalls();

  /// bind(), once for all calls of the pod that run at the same time. It goes on while one of their
  /// callers is there.
  asio::awaitable<Result<>> bind(wire::BindArgs call, Services& with, HasLeft has_left = {});

 private:
  struct Flight;

  asio::awaitable<Result<>> lead(std::shared_ptr<Flight> flight, wire::BindArgs call,
                                 Services& with);
  static asio::awaitable<Result<>> follow(std::shared_ptr<Flight> flight);

  asio::strand<asio::any_io_executor> strand_;
  std::unordered_map<PodUid, std::shared_ptr<Flight>> flights_;  // on the strand
};

}  // namespace npushare::verbs
