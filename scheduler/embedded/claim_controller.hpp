/// The claim controller of the embedded cluster, and what its garbage collector does for claims.
///
/// Does:    a claim for each template that a pod names, owned by the pod and written into its
/// status;
///          a reservation goes when its pod is gone, is another one or is over; with the last one
///          the allocation goes, then the finalizer; a generated claim goes with its pod.
/// Not:     a claim that is allocated and was never reserved keeps its allocation until somebody
///          deletes it; a reservation for anything but a pod is never touched.
/// Threads: start() and stop() from any; the work on the strand given. step() is one look at
///          everything, for tests that let time pass themselves.
/// Source:  spec/dra-accounting.md 2.3; kube-controller-manager 1.37.2
/// pkg/controller/resourceclaim.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <vector>

#include "scheduler/embedded/bell.hpp"
#include "scheduler/embedded/store.hpp"

namespace npushare::embedded {

class ClaimController : public std::enable_shared_from_this<ClaimController> {
 public:
  ClaimController(boost::asio::any_io_executor strand, std::shared_ptr<Store> store);

  void start();
  void stop();

  /// True when something was written, so that there may be more to do.
  bool step();

 private:
  static boost::asio::awaitable<void> run(std::shared_ptr<ClaimController> self);
  bool make_claims(const std::vector<Object>& pods);
  bool make_claim(const wire::Json& pod, const std::string& entry, const std::string& wanted);
  bool release(const wire::Json& claim, const wire::Json::Array& users);
  bool let_go(const wire::Json& claim);
  bool look_after(const wire::Json& claim, const std::vector<Object>& pods);

  boost::asio::any_io_executor strand_;
  std::shared_ptr<Store> store_;
  std::shared_ptr<Bell> bell_;
  std::vector<std::shared_ptr<void>> subscriptions_;
  std::atomic<bool> is_stopped_{false};
};

}  // namespace npushare::embedded
