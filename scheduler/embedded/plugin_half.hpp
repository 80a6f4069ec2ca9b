/// The node plugin's half of serving a container: finds the pod, answers, and writes what it did.
///
/// Behaves as v1.4.0, its faults included: after the first Allocate of a pod the phase is `success`
/// and the lock is gone, whatever is left to allocate. Errors:  kInvalid with the text that the
/// kubelet puts into the pod's message. Threads: one at a time. Source:
/// spec/node-plugin-contract.md 3.2, 3.3, 3.7.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "accounting/names.hpp"
#include "scheduler/embedded/allocate.hpp"
#include "scheduler/embedded/objects.hpp"

namespace npushare::embedded {

/// An Allocate between its answer and its writes.
struct Started {
  PodKey picked;         // whom the plugin took it to be for
  bool by_lock = false;  // else by the list
  std::string ta_before;
  ContainerResponse response;
};

class PluginHalf {
 public:
  /// `objects` must outlive this.
  PluginHalf(Objects& objects, std::string node, ModelName model, std::vector<PluginChip> chips)
      : objects_(objects),
        node_(std::move(node)),
        model_(std::move(model)),
        chips_(std::move(chips)) {}

  /// On an error the pod that was found is marked failed and the lock released.
  Result<Started> begin(std::size_t count);

  /// erase(), mark() and release(), one after the other while they succeed.
  Result<> finish(const Started& started);

  /// Takes what was allocated out of the pod's list.
  Result<> erase(const Started& started);
  /// Says that the pod was served. False: it could not be written.
  bool mark(const Started& started);
  /// Gives the node lock back.
  void release(const Started& started) { release_lock(started.picked); }

  /// Marks the pod whose turn it is as failed and releases the lock.
  void refuse();

  void set_chips(std::vector<PluginChip> chips) { chips_ = std::move(chips); }

  /// The node lock's value; empty: none.
  std::string lock() const;

 private:
  struct Picked {
    wire::Json pod;
    bool by_lock = false;
  };
  Result<Picked> pick() const;
  Result<wire::Json> pick_from_list() const;
  bool annotate(const PodKey& pod, std::string_view key, std::string_view value);
  void close(const PodKey& pod, const char* phase);
  void release_lock(const PodKey& pod);

  Objects& objects_;
  std::string node_;
  ModelName model_;
  std::vector<PluginChip> chips_;
};

PodKey key_of(const wire::Json& pod);

}  // namespace npushare::embedded
