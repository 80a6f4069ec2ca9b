/// The claims of a pod, in the scheduling loop: where they fit, and what is written before it is
/// bound.
///
/// Order:   the finalizer, then allocation and reservation in one write of the status, as
///          kube-scheduler's PreBind does; a claim that is allocated already is only reserved.
/// Errors:  nodes_for() -> kInvalid: the attempt cannot be made (claim_allocator.hpp). reserve() ->
///          kConflict: somebody else wrote, or took the room; the pod is to be tried again.
/// Threads: one at a time.
/// Source:  spec/dra-accounting.md 2.3, 3; kube-scheduler 1.37.2 dynamicresources.
#pragma once

#include <boost/uuid/random_generator.hpp>
#include <memory>
#include <string>
#include <vector>

#include "scheduler/embedded/claim_allocator.hpp"
#include "scheduler/embedded/store.hpp"

namespace npushare::embedded {

struct ClaimNodes {
  std::vector<std::string> nodes;
  std::string refusal;  // when there are none
};

class ClaimScheduling {
 public:
  explicit ClaimScheduling(std::shared_ptr<Store> store) : store_(std::move(store)) {}

  Result<ClaimNodes> nodes_for(const wire::Json& pod, const std::vector<std::string>& nodes);

  /// Nothing to do for a pod without claims.
  Result<> reserve(const wire::Json& pod, const std::string& node);

 private:
  DeviceWorld world() const;
  Result<> write(const Object& claim, const wire::Json& pod, const wire::Json& allocation);

  std::shared_ptr<Store> store_;
  boost::uuids::random_generator random_;
};

}  // namespace npushare::embedded
