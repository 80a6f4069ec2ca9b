/// The ResourceQuotas of the watch, passed on as one list whenever they change.
///
/// Threads: events come from one informer.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/kube/informer.hpp"
#include "scheduler/verbs/quotas.hpp"

namespace npushare {

class QuotaSink final : public kube::Sink<wire::ResourceQuota> {
 public:
  explicit QuotaSink(verbs::Quotas& into) : into_(into) {}

  void list_started() override { listing_.clear(); }
  void item(wire::ResourceQuota quota) override { put(listing_, std::move(quota)); }
  void list_done() override {
    known_ = std::exchange(listing_, {});
    publish();
  }
  void changed(wire::ResourceQuota quota) override {
    put(known_, std::move(quota));
    publish();
  }
  void removed(wire::ResourceQuota quota) override {
    known_.erase(identity_of(quota));
    publish();
  }

 private:
  using Known = std::map<std::string, wire::ResourceQuota>;

  static void put(Known& into, wire::ResourceQuota quota) {
    std::string key = identity_of(quota);
    into.insert_or_assign(std::move(key), std::move(quota));
  }
  void publish() {
    std::vector<wire::ResourceQuota> all;
    for (const auto& [key, quota] : known_) all.push_back(quota);
    into_.publish(std::move(all));
  }

  verbs::Quotas& into_;
  Known listing_;
  Known known_;
};

}  // namespace npushare
