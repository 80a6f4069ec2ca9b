/// The Bindings that this process is writing: a webhook that is asked about one of them knows it
/// again.
///
/// Threads: any. Owned by a shared_ptr, which its entries share: a write that is dropped as the
/// process ends may be the last to know it.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "scheduler/wire/object_writer.hpp"

namespace npushare::verbs {

class OwnBindings : public std::enable_shared_from_this<OwnBindings> {
 public:
  /// A Binding under way, for as long as this lives.
  class Entry {
   public:
    Entry(Entry&&) noexcept = default;
    Entry& operator=(Entry&&) = delete;
    ~Entry() {
      if (owner_ != nullptr) owner_->end(place_);
    }

   private:
    friend class OwnBindings;
    using Place = std::list<wire::Binding>::iterator;
    Entry(std::shared_ptr<OwnBindings> owner, Place place)
        : owner_(std::move(owner)), place_(place) {}

    std::shared_ptr<OwnBindings> owner_;  // null once moved from
    Place place_;
  };

  Entry begin(wire::Binding binding);

  /// Is it one of ours, with all that we wrote into it?
  bool contains(const wire::Binding& shown) const;

 private:
  void end(Entry::Place place);

  mutable std::mutex mutex_;
  std::list<wire::Binding> bindings_;  // a handful: one for each bind that waits for its answer
};

}  // namespace npushare::verbs
