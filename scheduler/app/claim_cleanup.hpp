/// Claims of mode claim whose pod is being deleted: gone when the pod is, and not before.
///
/// Rule:    a claim is deleted only while it bears our marks for that pod, nothing but that pod has
///          reserved it, and no pod of the same name has come to use it; by uid and version.
/// Limits:  forgotten after 30 minutes and with the process: what stays is an orphan that
///          `npushare leaks` finds.
/// Threads: any.
/// Source:  spec/dra-accounting.md 4.9 (delete hook), 8.3.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <string>
#include <vector>

#include "scheduler/kube/rest_client.hpp"
#include "scheduler/observe/clock.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare {

class ClaimCleanup {
 public:
  ClaimCleanup(boost::asio::any_io_executor executor, kube::RestClient& client,
               const observe::Clock& clock);

  /// The pod's end has been asked for; these are the claims that it names.
  void pod_ends(const PodKey& pod, const PodUid& uid, std::vector<std::string> claims);

  /// The claim is wanted again.
  void keep(const PodKey& claim);

  /// Looks whose pod is gone; every two seconds or so.
  void tick();

  std::size_t waiting() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare
