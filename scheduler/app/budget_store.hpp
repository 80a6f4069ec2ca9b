/// The PodDisruptionBudgets of the watch, published as one immutable list.
///
/// Threads: events come from one informer, all() from anywhere.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "accounting/published.hpp"
#include "scheduler/app/list_sink.hpp"
#include "scheduler/verbs/preempt.hpp"

namespace npushare {

class BudgetStore final : public ListSink<wire::DisruptionBudget> {
 public:
  BudgetStore()
      : ListSink([this](std::vector<wire::DisruptionBudget> all) {
          all_.store(std::make_shared<const verbs::Budgets>(std::move(all)));
        }) {}

  std::shared_ptr<const verbs::Budgets> all() const { return all_.load(); }

 private:
  Published<verbs::Budgets> all_{std::make_shared<const verbs::Budgets>()};
};

}  // namespace npushare
