/// One informer's events for two readers.
///
/// Shape:   the second is told first, of its own copy. It may be null, and then nothing is copied.
/// Threads: as the informer's.
#pragma once

#include <utility>

#include "scheduler/kube/informer.hpp"

namespace npushare::sync {

template <class Object>
class BothSinks final : public kube::Sink<Object> {
 public:
  BothSinks(kube::Sink<Object>& first, kube::Sink<Object>* second)
      : first_(first), second_(second) {}

  void list_started() override {
    if (second_ != nullptr) second_->list_started();
    first_.list_started();
  }
  void item(Object object) override {
    if (second_ != nullptr) second_->item(object);
    first_.item(std::move(object));
  }
  void list_done() override {
    if (second_ != nullptr) second_->list_done();
    first_.list_done();
  }
  void changed(Object object) override {
    if (second_ != nullptr) second_->changed(object);
    first_.changed(std::move(object));
  }
  void removed(Object object) override {
    if (second_ != nullptr) second_->removed(object);
    first_.removed(std::move(object));
  }

 private:
  kube::Sink<Object>& first_;
  kube::Sink<Object>* second_;
};

}  // namespace npushare::sync
