/// The PodDisruptionBudgets of the watch, published as one immutable list.
///
/// Threads: events come from one informer, all() from anywhere.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "accounting/published.hpp"
#include "scheduler/kube/informer.hpp"
#include "scheduler/verbs/preempt.hpp"

namespace npushare {

class BudgetStore final : public kube::Sink<wire::DisruptionBudget> {
 public:
  void list_started() override { listing_.clear(); }
  void item(wire::DisruptionBudget budget) override { put(listing_, std::move(budget)); }
  void list_done() override {
    known_ = std::exchange(listing_, {});
    publish();
  }
  void changed(wire::DisruptionBudget budget) override {
    put(known_, std::move(budget));
    publish();
  }
  void removed(wire::DisruptionBudget budget) override {
    known_.erase(identity_of(budget));
    publish();
  }

  std::shared_ptr<const verbs::Budgets> all() const { return all_.load(); }

 private:
  using Known = std::map<std::string, wire::DisruptionBudget>;

  static void put(Known& into, wire::DisruptionBudget budget) {
    std::string key = identity_of(budget);
    into.insert_or_assign(std::move(key), std::move(budget));
  }
  void publish() {
    auto next = std::make_shared<verbs::Budgets>();
    for (const auto& [key, budget] : known_) next->push_back(budget);
    all_.store(std::move(next));
  }

  Known listing_;
  Known known_;
  Published<verbs::Budgets> all_{std::make_shared<const verbs::Budgets>()};
};

}  // namespace npushare
