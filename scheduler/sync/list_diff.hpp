/// A watch as single changes: what a new list does not show any more is told as gone.
///
/// Threads: events come from one informer; is_listed() from any thread.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "scheduler/kube/informer.hpp"

namespace npushare::sync {

template <class Object>
class ListDiff final : public kube::Sink<Object> {
 public:
  struct Tell {
    std::function<void(Object)> is_there;
    std::function<void(const std::string& identity)> is_gone;
    std::function<void()> is_listed{};  // a list is complete; may be empty
  };

  explicit ListDiff(Tell tell) : tell_(std::move(tell)) {}

  bool is_listed() const { return is_listed_.load(); }

  void list_started() override { ++list_; }
  void item(Object object) override { changed(std::move(object)); }
  void list_done() override {
    std::erase_if(known_, [this](const auto& known) {
      if (known.second == list_) return false;
      tell_.is_gone(known.first);
      return true;
    });
    if (tell_.is_listed) tell_.is_listed();
    is_listed_.store(true);
  }
  void changed(Object object) override {
    known_.insert_or_assign(identity_of(object), list_);
    tell_.is_there(std::move(object));
  }
  void removed(Object object) override {
    known_.erase(identity_of(object));
    tell_.is_gone(identity_of(object));
  }

 private:
  const Tell tell_;
  std::map<std::string, std::uint32_t> known_;  // by identity: the list that showed it last
  std::uint32_t list_ = 0;
  std::atomic<bool> is_listed_ = false;
};

}  // namespace npushare::sync
