/// The objects of a small watch, passed on as one list whenever they change.
///
/// Shape:   in the order of their identities.
/// Threads: events come from one informer; `publish` is called on it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/kube/informer.hpp"

namespace npushare {

template <class Object>
class ListSink : public kube::Sink<Object> {
 public:
  using Publish = std::function<void(std::vector<Object>)>;

  explicit ListSink(Publish publish) : publish_(std::move(publish)) {}

  void list_started() override { listing_.clear(); }
  void item(Object object) override { put(listing_, std::move(object)); }
  void list_done() override {
    known_ = std::exchange(listing_, {});
    publish();
  }
  void changed(Object object) override {
    put(known_, std::move(object));
    publish();
  }
  void removed(Object object) override {
    known_.erase(identity_of(object));
    publish();
  }

 private:
  using Known = std::map<std::string, Object>;

  static void put(Known& into, Object object) {
    std::string key = identity_of(object);
    into.insert_or_assign(std::move(key), std::move(object));
  }
  void publish() const {
    std::vector<Object> all;
    all.reserve(known_.size());
    for (const auto& [key, object] : known_) all.push_back(object);
    publish_(std::move(all));
  }

  const Publish publish_;
  Known listing_;
  Known known_;
};

}  // namespace npushare
